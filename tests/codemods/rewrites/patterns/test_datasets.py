"""`DatasetFactory` and `train_from_dataset` become what a script is given, with 1.8.5's numbers."""

from __future__ import annotations

import subprocess
import sys

import pytest
from paddle_migrate.api import Options, migrate_source

SCRIPT = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid import dataset as datasets

drawn = np.random.RandomState(0)
files = []
for part in range(3):
    path = "part%d.txt" % part
    with open(path, "w") as file:
        for _ in range(10):
            x, words = drawn.rand(4), drawn.randint(1, 9, drawn.randint(1, 4))
            file.write("4 " + " ".join("%.4f" % v for v in x))
            file.write(" %d " % len(words) + " ".join(map(str, words)) + " 1 %.4f\\n" % x.sum())
    files.append(path)

x = fluid.layers.data('x', [4])
ids = fluid.layers.data('ids', [1], dtype='int64', lod_level=1)
y = fluid.layers.data('y', [1])
table = fluid.ParamAttr(name='emb', initializer=fluid.initializer.Constant(0.3))
words = fluid.layers.sequence_pool(fluid.layers.embedding(ids, [10, 3], param_attr=table), 'sum')
out = fluid.layers.fc([x, words], 1, param_attr=fluid.initializer.Constant(0.1))
loss = fluid.layers.mean(fluid.layers.square_error_cost(out, y))
fluid.optimizer.SGD(fluid.layers.exponential_decay(0.02, 2, 0.9)).minimize(loss)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())


def read(dataset, batch_size=4):
    dataset.set_use_var([x, ids, y])
    dataset.set_pipe_command("cat")
    dataset.set_batch_size(batch_size)
    dataset.set_thread(1)
    dataset.set_filelist(files)
    return dataset


class Trainer:
    def __init__(self):
        self.exe = exe

    def epoch(self, dataset):
        self.exe.{method}(fluid.default_main_program(), dataset, fetch_list=[loss],
            fetch_info=["loss"], print_period=3, debug=False)


queue = read(fluid.DatasetFactory().create_dataset())
memory = read({memory})
memory.load_into_memory()
for data in (queue, queue, memory, memory):
    Trainer().epoch(data)
print("table", *["%.4f" % v for v in np.array(fluid.global_scope().find_var("emb").get_tensor()).sum(1)])
"""
# of 1.8.5
TABLE = "table 0.9000 0.9637 0.9899 0.9139 1.0047 0.9593 0.9289 0.9666 0.9489 0.9000"
MEMORY = ["fluid.DatasetFactory().create_dataset('InMemoryDataset')", "datasets.InMemoryDataset()"]


@pytest.mark.parametrize(("memory", "method"), [(MEMORY[0], "train_from_dataset"), (MEMORY[1], "infer_from_dataset")])
def test_training(environment, tmp_path, memory, method):
    result = migrate_source(SCRIPT.format(memory=memory, method=method), "old.py", Options())
    assert not [f for f in result.findings if f.level in ("person", "error")]
    (tmp_path / "new.py").write_text(result.text, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-W", "ignore", "new.py"], cwd=tmp_path, env=environment(compat=False),
                         capture_output=True, text=True, timeout=200, check=False)  # fmt: skip
    assert ran.stdout.splitlines()[-1:] == [TABLE], ran.stderr[-3000:]
    assert [line[:4] for line in ran.stdout.splitlines()[:-1]] == ["loss"] * 8


FAR = """\
import tempfile
import numpy as np
import paddle.fluid as fluid

folder = tempfile.mkdtemp()
with open(folder + "/far.txt", "w") as file:
    file.write("2 1.0 2.0\\n2 3.0 4.5\\n2 5.0 6.0\\n")
with open(folder + "/bring.sh", "w") as file:
    file.write('cat "' + folder + '/$(basename $1)"\\n')
with fluid.program_guard(fluid.Program(), fluid.Program()):
    x = fluid.data("x", [None, 2], "float32")
    total = fluid.layers.create_global_var([1], 0.0, "float32", persistable=True, name="total")
    fluid.layers.assign(total + fluid.layers.mean(x), total)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for kind in ("QueueDataset", "InMemoryDataset"):
        dataset = fluid.DatasetFactory().create_dataset(kind)
        dataset.set_download_cmd("sh " + folder + "/bring.sh")
        dataset.set_rank_offset("offset")
        dataset.set_pipe_command("sed 's/^2 1.0/2 7.0/'")
        dataset.set_use_var([x])
        dataset.set_batch_size(3)
        dataset.set_filelist([{files}])
        if kind == "InMemoryDataset":
            dataset.set_fleet_send_batch_size(800)
            dataset.set_fleet_send_sleep_seconds(2)
            dataset.load_into_memory()
            print(dataset.get_memory_data_size())
        exe.train_from_dataset(fluid.default_main_program(), dataset)
        print("%.4f" % np.array(fluid.global_scope().find_var("total").get_tensor()).sum())
"""


@pytest.mark.parametrize("files", ["'hdfs:/far.txt'", "'afs:/a/far.txt', folder + '/far.txt'"])
def test_what_a_command_brings(run_both_ways, files):
    old, new = run_both_ways({"far": {"main.py": FAR.replace("{files}", files)}})
    assert old == new
    assert len(old["far"]) == 3
    assert not [f for f in migrate_source(FAR.replace("{files}", files), "old.py", Options()).findings
                if f.level in ("person", "error")]


@pytest.mark.parametrize("text", [
    "import mine\nexe.train_from_dataset(mine.DatasetFactory())\n",
    "import paddle.fluid as fluid  # paddle-migrate: skip\nexe.train_from_dataset(d)  # paddle-migrate: skip\n",
])  # fmt: skip
def test_what_stays(check_noop, text):
    check_noop(text)
