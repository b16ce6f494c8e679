"""Counts of areas under curves that a script sets to zero in the scope begin anew in the layers that have them; where
it is not all of them, or something else is done, the program stays."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

SET_ZERO = """\
def set_zero(name, scope=fluid.global_scope(), place=fluid.CPUPlace(), kind="int64"):
    \"\"\"Begin anew.\"\"\"
    held = scope.var(name).get_tensor()
    zeros = np.zeros(held._get_dims()).astype(kind)
    held.set(zeros, place)


"""
SHORT = """\
def clear(place, name):
    kept = fluid.global_scope().find_var(name).get_tensor()
    kept.set(np.zeros(kept.shape()).astype("int64"), place)


"""
RESET = """\
for each in states:  # anew
    set_zero(each.name, place=place)
"""
BOTH = RESET + "for other in more:\n    set_zero(other.name)\n"
MAIN = """\
import numpy as np
import paddle.fluid as fluid

R = np.random.RandomState(3)
A = R.rand(12, 4).astype("float32")
B = (A.sum(1, keepdims=True) > 2).astype("int64")


FUNCTIONx = fluid.data("x", [None, 4])
y = fluid.data("y", [None, 1], "int64")
start = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1))
out = fluid.layers.fc(x, 2, act="softmax", param_attr=start)
other = fluid.layers.fc(x, 2, act="softmax", param_attr=start)
loss = fluid.layers.mean(fluid.layers.cross_entropy(out, y) + fluid.layers.cross_entropy(other, y))
AREA
fluid.optimizer.SGD(0.5).minimize(loss)
place = fluid.CPUPlace()
exe = fluid.Executor(place)
exe.run(fluid.default_startup_program())
for epoch in range(3):
    RESET
    for step in range(2):
        value, score = exe.run(feed={"x": A, "y": B}, fetch_list=[loss, area])
        print(epoch, step, "%.4f %.4f" % (value[0], score[0]))
"""
ONE = "area, lately, states = fluid.layers.auc(out, y)"
TWO = ONE + "\nsecond, _, more = fluid.layers.auc(other, y)\narea = area + second"


def _of(reset: str = RESET, function: str = SET_ZERO, area: str = ONE) -> str:
    indented = "\n    ".join(reset.rstrip("\n").split("\n"))
    return MAIN.replace("FUNCTION", function).replace("AREA", area).replace("RESET", indented)


COMES_OUT = {
    "by_a_function": _of(),
    "by_another_one": _of("for each in states:\n    clear(place, each.name)\n", SHORT),
    "where_it_is": _of("""\
for each in states:
    kept = fluid.global_scope().find_var(each.name).get_tensor()
    kept.set(np.zeros(kept._get_dims()).astype("int64"), place)
""", ""),
    "of_two": _of(BOTH, area=TWO),
    "of_two_twice": _of(BOTH + "print('begins')\n" + BOTH, area=TWO),
}


@pytest.mark.parametrize("name", COMES_OUT)
def test_they_begin_anew(name):
    result = migrate_source(COMES_OUT[name], options=Options(dygraph=True))
    assert [each.code for each in result.findings if each.code in ("PM236", "PM340")] == ["PM236"]
    assert "    for layer in net.sublayers():" in result.text
    assert "            layer.reset()\n" in result.text
    assert not any(word in result.text for word in ("fluid", "Executor", "set_zero", "clear(", "global_scope"))
    assert ("# anew" in result.text) is ("# anew" in COMES_OUT[name])
    assert migrate_source(result.text, options=Options(dygraph=True)).text == result.text


def test_the_numbers_are_the_same(run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in COMES_OUT.items()}, Options(dygraph=True))
    assert new == old
    assert all(len(lines) >= 6 for lines in old.values()), old


STAYS = {
    "one_of_two": _of(RESET, area=TWO),
    "one_after_the_other": _of(RESET + "print('between')\n" + BOTH.replace(RESET, ""), area=TWO),
    "ones": _of(function=SET_ZERO.replace("np.zeros", "np.ones")),
    "another_scope": _of(RESET.replace("place=place", "scope=fluid.Scope()")),
    "more_is_done": _of(RESET + "    print(each.name)\n"),
    "another_name": _of(RESET.replace("each.name", "'counts'")),
    "other_variables": _of(RESET.replace("in states", "in [states[0]]")),
    "found_by_its_name": _of(RESET.replace("set_zero(", 'globals()["set_zero"](')),
}


@pytest.mark.parametrize("name", STAYS)
def test_they_stay(name):
    result = migrate_source(STAYS[name], options=Options(dygraph=True))
    assert "enable_static" in result.text
    assert "reset()" not in result.text
