"""Which functions dist.spawn() can run, and what stays with the launcher."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import argparse
import random
import sys
import threading
import numpy as np
import paddle
import paddle.fluid as fluid
from settings import cfg
table = {}
class Net(fluid.dygraph.Layer):
    pass
class Holder:
    def __init__(self, path):
        self.file = open(path)
def items():
    yield 1
def readers():
    def reader():
        return 1
    return reader
def parse():
    return argparse.ArgumentParser().parse_args()
def note(x):
    print(x)
"""
TRAIN = """\
def train({parameters}):
    with fluid.dygraph.guard():
        strategy = fluid.dygraph.parallel.prepare_context()
        model = fluid.dygraph.parallel.DataParallel(Net(), strategy)
        {body}
"""
MAIN = 'if __name__ == "__main__":\n'


def migrated(parameters, body, main):
    text = HEAD + TRAIN.format(parameters=parameters, body=body) + main
    return migrate_source(text, "script.py")


@pytest.mark.parametrize(
    ("body", "main", "says", "at"),
    [
        ("print(args.lr)", MAIN + "    args = parse()\n    train()\n", "`args`", "print(args"),
        ("print(args.lr)", MAIN + "    args = None; train()\n", "`args`", "print(args"),
        ("print([a for a in args])", MAIN + "    for args in []: pass\n    train()\n", "`args`", "print([a"),
        ("helper()", "def helper():\n    print(args)\n" + MAIN + "    args = 1\n    train()\n", "`args`",
         "print(args)"),
        ("Tool().go()", "class Tool:\n    def go(self): print(args)\n" + MAIN + "    args = 1\n    train()\n", "`args`",
         "print(args)"),
        ("print(args)", "def setup():\n    global args\n    args = parse()\n" + MAIN + "    setup()\n    train()\n",
         "`args`", "print(args)"),
        ("print(args)", "args = None\n" + MAIN + "    args = parse()\n    train()\n", "`args`", "print(args)"),
        ("print(cfg.lr)", MAIN + "    cfg.lr = 0.1\n    train()\n", "`cfg`", "print(cfg"),
        ("print(table)", MAIN + "    table['lr'] = 0.1\n    train()\n", "`table`", "print(table"),
        ("print(table)", MAIN + "    table.update(lr=1)\n    train()\n", "`table`", "print(table"),
        ("pass", MAIN + "    np.random.seed(1)\n    train()\n", "seeded", "np.random.seed"),
        ("pass", "def fix():\n    random.seed(1)\n" + MAIN + "    fix()\n    train()\n", "seeded", "random.seed"),
        ("pass", MAIN + "    fluid.default_main_program().random_seed = 1\n    train()\n", "seeded", "paddle.seed"),
    ],
)
def test_what_the_main_guard_alone_does_keeps_the_launcher(body, main, says, at):
    result = migrated("", body, main)
    assert "spawn" not in result.text
    assert "dist.init_parallel_env()" in result.text
    found = [f for f in result.findings if f.code == "PM205"]
    assert len(found) == 1
    assert says in found[0].message
    assert "paddle.distributed.launch" in found[0].message
    old = (HEAD + TRAIN.format(parameters="", body=body) + main).splitlines()
    assert at.replace("paddle.seed", "fluid.default") in old[found[0].line - 1]


@pytest.mark.parametrize(
    "value",
    [
        "Net()", "lambda x: x", "(x for x in [])", "items()", "open('log')", "[1, open('log')]", "{'log': open('log')}",
        "readers()", "paddle.batch(paddle.dataset.mnist.train(), 4)", "fluid.io.batch(note, 4)", "Holder('log')",
        "threading.Lock()", "np", "fluid.CPUPlace()", "fluid.optimizer.SGD(0.1, parameter_list=[])", "map(note, [])",
        "cfg",
    ],
)  # fmt: skip
@pytest.mark.parametrize("main", ["train({})\n", MAIN + "    given = {}\n    train(given)\n"])
def test_what_may_not_be_pickled_keeps_the_launcher(value, main):
    result = migrated("given", "print(given)", main.format(value))
    assert "spawn" not in result.text
    assert ["another process can have" in f.message for f in result.findings if f.code == "PM205"] == [True]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (MAIN + "    def train():\n        fluid.dygraph.parallel.prepare_context()\n    train()\n", "main guard"),
        ("@note\ndef train():\n    fluid.dygraph.parallel.prepare_context()\ntrain()\n", "another function"),
        ("def train():\n    fluid.dygraph.parallel.prepare_context()\ntrain = note(train)\ntrain()\n", ""),
        ("class T:\n    def train(self):\n        fluid.dygraph.parallel.prepare_context()\nT().train()\n", "method"),
        ("def train():\n    fluid.dygraph.parallel.prepare_context()\nwith open('x') as f:\n    train()\n", "block"),
    ],
)
def test_what_no_process_finds_by_its_name_keeps_the_launcher(text, says):
    result = migrate_source(HEAD + text, "script.py")
    assert "spawn(" not in result.text
    assert [says in f.message for f in result.findings if f.code == "PM205"] == [True]


@pytest.mark.parametrize(
    ("parameters", "body", "main"),
    [
        ("", "pass", "train()\n"),
        ("args", "print(args.lr)", MAIN + "    args = parse()\n    train(args)\n"),
        ("args", "print(args.lr)", MAIN + "    train(parse())\n"),
        ("", "print(args.lr)", "args = parse()\ntrain()\n"),
        ("", "print(args.lr)", "args = parse()\n" + MAIN + "    train()\n"),
        ("", "print(args)", "def main():\n    global args\n    args = parse()\n    train()\n" + MAIN + "    main()\n"),
        ("", "args = 2; print(args)", MAIN + "    args = parse()\n    train()\n"),
        ("given", "given()", "train(note)\n"),
        ("given", "given()", "train(Net)\n"),
        ("a, b", "print(a, b)", MAIN + "    n = 3\n    train([n, 'x'], {'lr': np.ones(3)})\n"),
        ("", "pass", "np.random.seed(1)\ntrain()\n"),
        ("", "print(sys.path)", MAIN + "    sys.path.append('.')\n    train()\n"),
        ("", "pass", MAIN + "    args = parse()\n    print(args)\n    note(args)\n    train()\n"),
    ],
)
def test_what_can_be_spawned_still_is(parameters, body, main):
    result = migrated(parameters, body, main)
    assert "dist.spawn(" in result.text
    assert not [f for f in result.findings if f.code in ("PM205", "PM903")]
    assert not result.left


TWO = """\
import sys
import numpy as np
import paddle.fluid as fluid
def train({parameters}):
    with fluid.dygraph.guard():
        strategy = fluid.dygraph.parallel.prepare_context()
        constant = fluid.initializer.Constant(0.5)
        net = fluid.dygraph.Linear(2, 1, param_attr=fluid.ParamAttr(initializer=constant))
        net = fluid.dygraph.parallel.DataParallel(net, strategy)
        opt = fluid.optimizer.SGD(options["lr"], parameter_list=net.parameters())
        rank = fluid.dygraph.parallel.Env().local_rank
        for step in range(2):
            x = fluid.dygraph.to_variable(np.ones((2, 2), "float32") * (rank + 1))
            loss = fluid.layers.mean(net(x))
            loss = net.scale_loss(loss)
            loss.backward()
            net.apply_collective_grads()
            opt.minimize(loss)
            net.clear_gradients()
        with open("rank%d" % rank, "w") as out:
            out.write("%.6f" % net.state_dict()["weight"].numpy()[0, 0])
if __name__ == "__main__":
    options = {{"lr": float(sys.argv[1])}}
    train({arguments})
"""


@pytest.mark.slow
@pytest.mark.parametrize(("parameters", "arguments", "spawns"), [("", "", False), ("options", "options", True)])
def test_two_ranks_train(environment, tmp_path: Path, parameters: str, arguments: str, spawns: bool) -> None:
    """With the options of the command, which only the main guard reads."""
    result = migrate_source(TWO.format(parameters=parameters, arguments=arguments), "script.py")
    assert ("dist.spawn(" in result.text) == spawns
    text = result.text.replace("args=(options,))", 'args=(options,), nprocs=2, backend="gloo")')
    (tmp_path / "script.py").write_text(text)
    launcher = [] if spawns else ["-m", "paddle.distributed.launch", "--nproc_per_node", "2", "--log_dir", "log"]
    command = [sys.executable, *launcher, "script.py", "0.25"]
    variables = {**environment(False), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, timeout=300,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    # Both ranks' gradients, 1 and 2, are averaged in each of two steps.
    assert [(tmp_path / f"rank{n}").read_text() for n in (0, 1)] == [f"{0.5 - 2 * 0.25 * 1.5:.6f}"] * 2
