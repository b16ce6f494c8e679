"""What programs ask a reader's queue is for a person, and no other queue."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid
x = fluid.data('x', [None, 4])
def made():
    return fluid.layers.create_py_reader_by_data(4, [x])
class Kept(object):
    def __init__(self):
        self.reader = fluid.io.PyReader(feed_list=[x], capacity=4, iterable=False)
"""


@pytest.mark.parametrize("line", [
    "r = made()\nprint(r.queue.size())", "print(Kept().reader.queue.size())",
    "r = fluid.layers.py_reader(4, [(-1, 4)], ['float32'])\nn = r.queue.size()",
    "def left(reader):\n    return reader.queue.size()\nprint(left(made()))",
])
def test_of_readers(line):
    (finding,) = migrate_source(f"{HEAD}exe = fluid.Executor()\n{line}\n").left
    assert (finding.code, finding.name) == ("PM333", "py_reader.queue")


@pytest.mark.parametrize("line", ["r = made()\nr.start()", "print(other.queue.size())", "import q\nn = q.queue"])
def test_of_others(line):
    assert not migrate_source(f"{HEAD}exe = fluid.Executor()\n{line}\n").left
