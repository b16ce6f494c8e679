from __future__ import annotations

import pytest
from paddle_migrate.formats.cells import files, other, unknown


@pytest.mark.parametrize(
    ("source", "name", "body"),
    [
        ("%%bash\nls\n", "cell.sh", "ls\n"),
        ("%%writefile train.py\nx = 1\n", "train.py", "x = 1\n"),
        ("%%file -a 'a.py'\nx\n", "a.py", "x\n"),
        ("%%script /bin/bash\nls", "cell.sh", "ls"),
        ("%%python3\nx\n", "cell_7.py", "x\n"),
        ("%%html\n<p>\n", "cell.other", "<p>\n"),
        ("%%mine\nx\n", "", "x\n"),
    ],
)
def test_kinds(source, name, body):
    cell = other(7, source)
    assert (cell.name, cell.body, cell.place) == (name, body, "cell 7")


def test_what_goes_on_belongs_to_what_began():
    sources = ["%%writefile a.py\n1", "%%writefile b.py\n2", "%%writefile -a a.py\n3", "%%writefile a.py\n4"]
    found = files([other(number, source) for number, source in enumerate(sources)])
    assert [[cell.number for cell in each] for each in found] == [[0, 2], [1], [3]]


def test_appended_to_nothing_stands_alone():
    assert len(files([other(1, "%%writefile -a a.py\n1")])) == 1


@pytest.mark.parametrize("source", ["%%mine\nx = 1\n", "%%bash\nimport paddle.fluid\n", "%%html\nfluid.layers\n"])
def test_nothing_to_say(source):
    assert unknown(other(1, source)) == []


def test_what_nobody_knows_is_said():
    (finding,) = unknown(other(3, "%%mine\n\nimport paddle.fluid as fluid\n"))
    assert (finding.line, finding.code, finding.name, finding.place) == (3, "PM337", "%%mine", "cell 3")
