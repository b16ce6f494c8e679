"""How far a reader has read ahead is its queue's size; what else it was made of is for a person, and no other queue."""

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
    "r = fluid.io.DataLoader.from_generator([x], capacity=4)\nsize = r.queue.size\nprint(size())",
])
def test_how_far_it_has_read_ahead(line):
    result = migrate_source(f"{HEAD}exe = fluid.Executor()\n{line}\n")
    assert line.splitlines()[-1].replace("size()", "qsize()") in result.text or "r.queue.qsize\n" in result.text
    assert not result.left


@pytest.mark.parametrize("line", [
    "r = made()\nr.queue.close()", "queue = Kept().reader.queue\nprint(queue)",
    "r = made() if deep else own\nprint(r.queue.size())",
])
def test_what_else_a_queue_can(line):
    (finding,) = migrate_source(f"{HEAD}exe = fluid.Executor()\n{line}\n").left
    assert (finding.code, finding.name) == ("PM333", "py_reader.queue")


@pytest.mark.parametrize("name", ["_reset", "_thread", "_queue"])
@pytest.mark.parametrize("reader", [
    "made()", "Kept().reader", "fluid.io.DataLoader.from_generator(feed_list=[x], capacity=2)",
    "{'train': fluid.io.DataLoader.from_generator([x])}['train']",
])
def test_what_they_are_made_of(reader, name):
    (finding,) = migrate_source(f"{HEAD}exe = fluid.Executor()\nr = {reader}\nprint(r.{name})\n").left
    assert (finding.code, finding.name) == ("PM333", f"py_reader.{name}")


@pytest.mark.parametrize("line", [
    "r = made()\nr.start()", "r = made()\nr.reset()", "other._reset()", "self._thread = 1", "print(other.queue.size())",
    "import q\nn = q.queue",
])
def test_of_others(line):
    assert not migrate_source(f"{HEAD}exe = fluid.Executor()\n{line}\n").left
