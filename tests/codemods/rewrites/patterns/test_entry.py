"""How a data-parallel script starts: by `dist.spawn(train)` or by the launcher."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\n"
TRAIN = """\
def train({}):
    with fluid.dygraph.guard():
        strategy = fluid.dygraph.parallel.prepare_context()
"""


def _migrated(text, **options):
    return migrate_source(HEAD + text, "script.py", Options(**options))


@pytest.mark.parametrize(("params", "start", "wanted"), [
    ("", "train()\n", 'if __name__ == "__main__":\n    dist.spawn(train)\n'),
    ("a", "train(1)\n", 'if __name__ == "__main__":\n    dist.spawn(train, args=(1,))\n'),
    ("a, b", "train(1, 2)\n", 'if __name__ == "__main__":\n    dist.spawn(train, args=(1, 2))\n'),
    ("", "if __name__ == '__main__':\n    train()\n", "if __name__ == '__main__':\n    dist.spawn(train)\n"),
    ("", "def main():\n    train()\nmain()\n", 'if __name__ == "__main__":\n    dist.spawn(main)\n'),
])  # fmt: skip
def test_the_call_is_spawned(params, start, wanted):
    result = _migrated(TRAIN.format(params) + start, launcher="spawn")
    assert result.text.endswith(wanted)
    assert "PM205" not in {f.code for f in result.findings}


@pytest.mark.parametrize(("start", "words"), [
    ("train()\ntrain()\n", "called in more than one place"),
    ("x = train()\n", "what train() returns is used"),
    ("train(**options)\n", "called with keywords"),
    ("for i in range(3):\n    train()\n", "called inside a block"),
])  # fmt: skip
def test_what_stays_with_the_launcher_is_said(start, words):
    result = _migrated(TRAIN.format("**options") + start, launcher="spawn")
    assert "spawn(" not in result.text
    (said,) = [f for f in result.findings if f.code == "PM205"]
    assert words in said.message
    assert "paddle.distributed.launch" in said.message


def test_with_the_launcher_nothing_is_spawned():
    result = _migrated(TRAIN.format("") + "train()\n", launcher="launch")
    assert result.text.endswith("train()\n")
    assert "spawn" not in result.text
    assert [f.code for f in result.findings if f.name == "distributed.launch"] == ["PM205"]


def test_a_function_that_another_file_calls_is_only_said():
    result = _migrated(TRAIN.format(""), launcher="spawn")
    assert "spawn" not in result.text
    assert [f.code for f in result.findings if f.name == "distributed.launch"] == ["PM308"]


@pytest.mark.parametrize("launcher", ["spawn", "launch"])
@pytest.mark.parametrize("text", [
    "def train():\n    with fluid.dygraph.guard():\n        pass\ntrain()\n",
    "def train():\n    own.prepare_context()\ntrain()\n",
])  # fmt: skip
def test_a_script_for_one_device_starts_as_it_did(launcher, text):
    result = _migrated(text, launcher=launcher)
    assert result.text.endswith("\ntrain()\n")
    assert not [f for f in result.findings if f.name == "distributed.launch"]
