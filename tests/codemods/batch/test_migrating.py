"""What comes of one file: nothing that goes wrong in it ends a run."""

from __future__ import annotations

import contextlib
import signal
import time

import pytest
from paddle_migrate.batch import migrating
from paddle_migrate.batch.looked import Looked
from paddle_migrate.batch.migrating import look_at
from paddle_migrate.options import Options
from paddle_migrate.outcome import Outcome
from paddle_migrate.project.project import Project


@pytest.fixture
def look(tmp_path):
    def at(name: str, content: bytes | None, options: Options | None = None) -> Looked:
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        return look_at(path, options or Options(), Project())

    return at


def test_a_script(look):
    looked = look("a.py", b"import paddle.fluid as fluid\r\ny = fluid.layers.relu(x)\r\n")
    assert looked.source is not None
    assert looked.outcome.old == looked.source.text
    assert looked.outcome.new == "import paddle.nn.functional as F\r\ny = F.relu(x)\r\n"
    assert looked.outcome.origins is None


def test_code_in_other_files_says_so(look):
    text = b"```python\nimport paddle.fluid as fluid\ny = fluid.layers.relu(x)\n```\n"
    looked = look("a.md", text, Options(why=True))
    assert {by.rewrite for reason in looked.outcome.why for by in reason.by} == {"code in other files"}


def test_what_does_not_mention_paddle_is_not_read(look):
    looked = look("a.py", b"x = 1\n")
    assert looked == Looked(looked.path, Outcome(str(looked.path), "", ""))


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.py", None, "PM901"),
        ("a.py", b"import paddle.fluid\nx = = 1\n", "PM902"),
        ("a.py", b"import paddle.fluid\nx = '\xff\xfe\xff'\n", "PM901"),
        ("a.ipynb", b"{ paddle.fluid", "PM901"),
    ],
)
def test_what_goes_wrong_is_said(look, name, content, code):
    looked = look(name, content)
    assert [f.code for f in looked.outcome.findings] == [code]
    assert looked.outcome.new == looked.outcome.old


def test_a_file_that_does_not_end_is_left(look, monkeypatch):
    """Whatever holds the tool up: the others are done, and the alarm is over."""

    def for_ever(*_: object) -> None:
        while True:
            with contextlib.suppress(Exception):  # as code on the way may do
                time.sleep(0.01)

    monkeypatch.setattr(migrating, "_LONGEST", 0.2)
    monkeypatch.setattr(migrating, "migrator", lambda name: for_ever)
    looked = look("a.py", b"import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n")
    assert [f.code for f in looked.outcome.findings] == ["PM907"]
    monkeypatch.undo()
    assert look("b.py", b"import paddle.fluid as fluid\ny = fluid.layers.relu(x)\n").outcome.new.endswith("F.relu(x)\n")
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
