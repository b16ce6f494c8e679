"""Commands that start a training script with the launcher, when the script has come to start its own processes."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from paddle_migrate.cli import main
from paddle_migrate.formats import migrator
from paddle_migrate.options import Options
from paddle_migrate.project.project import Project

TRAIN = """\
import paddle.fluid as fluid


def train():
    with fluid.dygraph.guard():
        strategy = fluid.dygraph.prepare_context()
        model = fluid.dygraph.DataParallel(Net(), strategy)


train()
"""
LAUNCH = "python -m paddle.distributed.launch"


@pytest.fixture
def migrate(tmp_path):
    """What a file beside `train.py` (which comes to spawn) and `one.py` (which does not) becomes."""
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "one.py").write_text("import paddle\n")
    (tmp_path / "tools").mkdir()

    def one(text, name="run.sh", launcher="spawn"):
        path = tmp_path / name
        scripts = [tmp_path / "train.py", tmp_path / "one.py"]
        project = Project([path, *scripts], [tmp_path])
        return migrator(name)(text, str(path), Options(launcher=launcher), project)

    return one


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{LAUNCH} train.py --lr 1\n", "python train.py --lr 1\n"),
        (f"{LAUNCH} --selected_gpus=0,1 train.py\n", "CUDA_VISIBLE_DEVICES=0,1 python train.py\n"),
        (f"{LAUNCH} --selelcted_gpus 0,1 ./train.py\n", "CUDA_VISIBLE_DEVICES=0,1 python ./train.py\n"),
        (f'{LAUNCH} --gpus="$G" train.py\n', 'CUDA_VISIBLE_DEVICES="$G" python train.py\n'),
        (f"A=1 {LAUNCH} --gpus=0 train.py\n", "A=1 CUDA_VISIBLE_DEVICES=0 python train.py\n"),
        (f"CUDA_VISIBLE_DEVICES=0,1,2 {LAUNCH} --gpus=0 train.py\n", "CUDA_VISIBLE_DEVICES=0 python train.py\n"),
        (f"CUDA_VISIBLE_DEVICES=0,1 {LAUNCH} train.py\n", "CUDA_VISIBLE_DEVICES=0,1 python train.py\n"),
        (f"nohup {LAUNCH} --gpus=0 train.py &\n", "nohup env CUDA_VISIBLE_DEVICES=0 python train.py &\n"),
        (f"cd x && {LAUNCH} --gpus=0 train.py\n", "cd x && CUDA_VISIBLE_DEVICES=0 python train.py\n"),
        (
            "$PYTHON -u -m paddle.distributed.launch --gpus=0 train.py\n",
            "CUDA_VISIBLE_DEVICES=0 $PYTHON -u train.py\n",
        ),
        (
            f"{LAUNCH} \\\n  --selected_gpus=0,1 \\\n  train.py \\\n  --selected_gpus=3\n",
            "CUDA_VISIBLE_DEVICES=0,1 python train.py \\\n  --selected_gpus=3\n",
        ),
        (f"{LAUNCH} --cluster_node_ips=127.0.0.1 --node_ip=127.0.0.1 train.py\n", "python train.py\n"),
    ],
)
def test_the_launcher_goes(migrate, before, after):
    result = migrate(before)
    assert result.text == after
    assert [f.code for f in result.findings] == ["PM118"]
    assert not migrate(after).changed


def test_flags_that_are_lost_are_said(migrate):
    result = migrate(f"\n{LAUNCH} --log_dir ./log --started_port=6170 train.py\n")
    assert result.text == "\npython train.py\n"
    assert [(f.line, f.code, f.name) for f in result.findings if f.level == "note"] == [
        (2, "PM201", "--log_dir"),
        (2, "PM201", "--started_port"),
    ]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.md", "```bash\n$ {}\n```\n"),
        ("a.rst", ".. code-block:: bash\n\n   {}\n"),
        ("ci.yml", "steps:\n  - run: {}\n  - {}\n"),
        ("tools/run.sh", "cd .. && {}\n"),
    ],
)
def test_other_files(migrate, name, text):
    result = migrate(text.replace("{}", f"{LAUNCH} --selected_gpus=0,1 train.py"), name)
    assert result.text == text.replace("{}", "CUDA_VISIBLE_DEVICES=0,1 python train.py")


@pytest.mark.parametrize(
    "command",
    [
        f"{LAUNCH} --selected_gpus=0,1 one.py",  # does not spawn
        f"{LAUNCH} --selected_gpus=0,1 other.py",  # not among the files
        f"{LAUNCH} --selected_gpus=0,1 $SCRIPT",
        f"{LAUNCH} --selected_gpus=0,1 -m train",
        f"{LAUNCH} --selected_gpus=0,1 one.py --with train.py",
    ],
)
def test_only_the_flags_change_where_the_script_is_not_known_to_spawn(migrate, command):
    result = migrate(command + "\n")
    assert result.text == command.replace("--selected_gpus", "--gpus") + "\n"
    assert [f.code for f in result.findings] == ["PM112"]


def test_only_the_flags_change_for_the_launcher(migrate):
    assert migrate(f"{LAUNCH} --selected_gpus=0 train.py\n", launcher="launch").text == f"{LAUNCH} --gpus=0 train.py\n"


@pytest.mark.parametrize(
    "flags", ["--cluster_node_ips=$IPS", "--ips=10.0.0.1,10.0.0.2", "--nproc_per_node=2", "--use_paddlecloud", "$FLAGS"]
)
def test_what_spawn_cannot_do_is_left_to_a_person(migrate, flags):
    result = migrate(f"echo\n{LAUNCH} {flags} train.py\n")
    assert LAUNCH in result.text
    assert [(f.line, f.code) for f in result.left] == [(2, "PM311")]


@pytest.mark.parametrize("text", ["python train.py\n", f"{LAUNCH} one.py\n", f"# {LAUNCH}\n", "launch train.py\n"])
def test_must_not_change(migrate, text):
    result = migrate(text)
    assert (result.text, result.findings) == (text, [])


@pytest.mark.parametrize("first", ["train.py", "run.sh", "."])
def test_in_whatever_order_they_are_migrated(tmp_path, first):
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "run.sh").write_text(f"{LAUNCH} --selected_gpus=0,1 train.py\n")
    for path in (first, ".", "."):
        assert CliRunner().invoke(main, ["-w", str(tmp_path / path)]).exit_code == 0
    assert "dist.spawn(train)" in (tmp_path / "train.py").read_text()
    assert (tmp_path / "run.sh").read_text() == "CUDA_VISIBLE_DEVICES=0,1 python train.py\n"


def test_the_cache_looks_again_when_the_script_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "run.sh").write_text(f"{LAUNCH} --nproc_per_node=2 train.py\n")
    for text, left in ((TRAIN.replace("train()", "pass"), 0), (TRAIN, 1), (TRAIN, 1)):
        (tmp_path / "in" / "train.py").write_text(text)
        result = CliRunner().invoke(main, ["--check", str(tmp_path / "in")])
        assert result.stderr.count("PM311: ") == left
