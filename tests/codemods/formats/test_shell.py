"""The launcher's flags in commands."""

from __future__ import annotations

import pytest
from paddle_migrate.formats.shell import migrate_line, migrate_shell
from paddle_migrate.rules.launcher import FLAGS, NOT_NEEDED, VARIABLES

LAUNCH = "python -m paddle.distributed.launch"


@pytest.mark.parametrize(("old", "new"), FLAGS.items())
def test_each_flag(old, new):
    for form in (" {}=0 a.py\n", " {} 0 a.py\n", " \\\n  {} 0 \\\n  a.py\n"):
        result = migrate_shell(LAUNCH + form.format(old))
        assert result.text == LAUNCH + form.format(new)
        assert [(f.line, f.code, f.name) for f in result.findings] == [(1 + form.startswith(" \\"), "PM112", old)]


@pytest.mark.parametrize(("old", "new"), VARIABLES.items())
def test_each_variable(old, new):
    assert migrate_shell(f"x=1\nexport {old}=0\n").text == f"x=1\nexport {new}=0\n"


def test_lines_are_counted_from_the_first():
    new, (finding,) = migrate_line(f"{LAUNCH} --selected_gpus=0\n", 7, launches=True)
    assert (new, finding.line, finding.message) == (f"{LAUNCH} --gpus=0\n", 7, "→ --gpus")


@pytest.mark.parametrize(
    "text",
    [
        "python a.py --selected_gpus 1\n",
        f"{LAUNCH} a.py\npython b.py --selected_gpus 1\n",
        f"{LAUNCH} --selected_gpus_of_mine 1 a.py\n",
        f"{LAUNCH} --gpus 1 a.py\n",
        f"{LAUNCH} --selected_gpus 1 a.py  # paddle-migrate: skip\n",
        f"# paddle-migrate: skip-file\n{LAUNCH} --selected_gpus 1 a.py\n",
        "MY_CUDA_VISIABLE_DEVICES_2=1\n",
    ],
)
def test_must_not_change(text):
    result = migrate_shell(text)
    assert (result.text, result.findings, result.changed) == (text, [], False)


def test_todays_names_are_no_old_ones():
    assert not set(FLAGS.values()) & set(FLAGS)
    assert not set(NOT_NEEDED) - {*FLAGS, *FLAGS.values(), "--print_config", "--log_level", "--log_dir"}


def test_a_flag_cut_short():
    launch = "python -m paddle.distributed.launch"
    result = migrate_shell(f"{launch} --gpu 0,1 train.py --gpu 1\n")
    assert result.text == f"{launch} --gpus 0,1 train.py --gpu 1\n"
    assert [f.code for f in result.findings] == ["PM112"]


@pytest.mark.parametrize("text", ["python train.py --gpu 0\n", "python -m paddle.distributed.launch --gpus 0 t.py\n"])
def test_flags_that_are_whole(text):
    assert not migrate_shell(text).changed
