"""What the classes that are written into scripts keep of their methods."""

from __future__ import annotations

import re

import pytest
from paddle_migrate.changes.unused_methods import names_in, pattern_of, without_unnamed, without_unused

LOADER = '''\
class Loader(Base):
    """Reads."""

    def __init__(self, capacity=2):
        self.capacity = capacity
        self.source = list
        self.batches = iter([])

    def set_one(self, reader):
        """Takes samples."""
        return self.set_many(reader)

    def set_many(self, reader):
        self.source = reader
        return self

    decorate_many = decorate_list = set_many

    def __iter__(self):
        yield from self.read()

    def read(self):
        return self.source(self.capacity)

    def start(self):
        self.batches = iter(self)

    def ahead(self):
        return next(self.batches)

    def forward(self):
        return 1
'''
BASE = 'class Base:\n    """What is behind set_one()."""\n\n    def close(self):\n        pass\n'


def kept(program, loader=LOADER, **more):
    texts = {"Loader": loader, "Base": BASE, **more}
    helpers = tuple(texts.items())
    named = frozenset(name for name in texts if name in program)
    asked = frozenset(re.findall(pattern_of(names_in(helpers)), program))
    made = dict(without_unused(helpers, asked, named))
    compile("".join(made.values()), "helpers.py", "exec")
    return made, re.findall(r"def (\w+)\(", made["Loader"])


@pytest.mark.parametrize(("program", "names"), [
    ("for batch in Loader(): pass", ["__init__", "__iter__", "read", "forward"]),
    ("loader.set_many(f)", ["__init__", "set_many", "__iter__", "read", "forward"]),
    ("loader.set_one(f)", ["__init__", "set_one", "set_many", "__iter__", "read", "forward"]),
    ("loader.decorate_list(f)", ["__init__", "set_many", "__iter__", "read", "forward"]),
    ("loader.start()", ["__init__", "__iter__", "read", "start", "forward"]),
    ("loader.ahead()", ["__init__", "__iter__", "read", "ahead", "forward"]),
    ("getattr(loader, 'set_many')(f)", ["__init__", "set_many", "__iter__", "read", "forward"]),
    ("set_many = start = 1", ["__init__", "__iter__", "read", "forward"]),
])  # fmt: skip
def test_methods(program, names):
    assert kept(program)[1] == names


def test_names_for_methods_and_the_lines_between():
    text = kept("loader.decorate_list(f)")[0]["Loader"]
    assert "\n\n    decorate_list = set_many\n\n    def __iter__" in text
    assert "\n\n\n" not in text


def test_decorators_go_with_their_method():
    marked = LOADER.replace("    def start(", "    @property\n    @cached\n    def start(")
    assert kept("Loader()", marked) == kept("Loader()")
    assert "    @property\n    @cached\n    def start(self):" in kept("loader.start()", marked)[0]["Loader"]


def test_of_a_class_that_the_program_makes_something_is_left():
    assert "close" in kept("Base()")[0]["Base"]
    assert "close" not in kept("Loader()")[0]["Base"]


SUB = '''\
class Sub(Loader):
    """More."""

    def set_many(self, reader):
        return made(reader)

    set_all = set_many
'''


def test_a_class_that_inherits_what_is_asked_for_may_have_none_of_its_own():
    assert kept("Sub().set_one(f)", Sub=SUB)[0]["Sub"] == SUB.replace("\n    set_all = set_many\n", "")
    made, names = kept("Sub().read()", Sub=SUB)
    assert made["Sub"] == 'class Sub(Loader):\n    """More."""\n'
    assert "set_many" not in names
    assert "set_all = set_many" in kept("Sub().set_all(f)", Sub=SUB)[0]["Sub"]


MADE = {"Sub": SUB, "made": "def made(reader):\n    return part(reader)\n", "part": "def part(reader): ...\n"}


@pytest.mark.parametrize(("left", "named", "names"), [
    ({**MADE, "Sub": "class Sub(Loader): ...\n"}, ["Sub"], ["Sub"]),
    ({**MADE, "Sub": "class Sub(Loader): ...\n"}, ["Sub", "part"], ["Sub", "part"]),
    ({**MADE, "Sub": "class Sub(Loader): ...\n"}, ["Sub", "made"], ["Sub", "made", "part"]),
    ({**MADE, "Sub": SUB.replace("set_all", "all")}, [], ["Sub", "made", "part"]),  # nobody spoke of Sub before
    (MADE, [], ["Sub", "made", "part"]),
])  # fmt: skip
def test_what_others_spoke_of_goes_with_them(left, named, names):
    assert [*dict(without_unnamed(tuple(left.items()), tuple(MADE.items()), frozenset(named)))] == names


def test_an_attribute_that_was_for_what_went():
    assert "self.batches" not in kept("loader.set_many(f)")[0]["Loader"]
    assert "self.batches" in kept("loader.set_many(f)\nprint(loader.batches)")[0]["Loader"]
    assert "self.capacity = capacity\n        self.source = list\n" in kept("loader.set_many(f)")[0]["Loader"]


@pytest.mark.parametrize("adds", ["self.total += x", "self.total, y = x, self.total", "self.total.a += x"])
def test_what_is_added_to_begins_somewhere(adds):
    text = "class Loader(Base):\n    def __init__(self):\n        self.total = 0.0\n"
    text += f"\n    def add(self, x):\n        {adds}\n\n    def mean(self):\n        return self.total\n"
    made, names = kept("Loader().add(3)", text)
    assert names == ["__init__", "add"]
    assert "self.total = 0.0\n" in made["Loader"]


def test_one_helper_asks_another():
    assert "close" in kept("Loader()", use="def use(loader):\n    loader.close()\n")[0]["Base"]
    assert "close" not in kept("Loader()", use='def use(loader):\n    """Not .close() ."""\n')[0]["Base"]


def test_methods_of_paddle_s_classes_stay():
    loader = LOADER.replace("(Base)", "(paddle.io.IterableDataset)")
    assert kept("Loader()", loader)[0]["Loader"] == loader


def test_a_class_that_is_asked_everything_stays():
    program = "loader.set_one; loader.decorate_many, loader.decorate_list; loader.start(); loader.ahead()"
    assert kept(program)[0]["Loader"] == LOADER


def test_a_beginning_still_takes_what_nobody_reads():
    loader = "class Loader(Base):\n    def __init__(self, given):\n        self.given = [each for each in given]\n\n"
    loader += "    def ask(self):\n        return self.given\n\n    def close(self):\n        return 1\n"
    made, names = kept("Loader(f).close()", loader)
    assert names == ["__init__", "close"]
    assert "self.given = " in made["Loader"]
