"""Methods of a script's own that are called `run`, and take other arguments than an executor's."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import functools
import numpy as np
import paddle.fluid as fluid
"""
TIMED = """\
def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        return function(*args, **kwargs)
    return inner
"""
SESSION = """\
class Session(object):
    def __init__(self, main, start):
        self.main, self.exe = main, fluid.Executor(fluid.CPUPlace())
        self.exe.run(start)
    def __enter__(self):
        return self
    def __exit__(self, *args):
        self.exe.close()
    def run(self, fetch, feed=None, program=None):
        return self.exe.run(program or self.main, feed=feed or {}, fetch_list=[fetch])[0]
"""
BUILT = """\
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data("x", [None, 2])
    w = fluid.ParamAttr(name="w", initializer=fluid.initializer.Constant(0.5))
    loss = fluid.layers.reduce_mean(fluid.layers.dropout(fluid.layers.fc(x, 1, param_attr=w), 0.5))
    test = main.clone(for_test=True)
    fluid.optimizer.SGD(0.1).minimize(loss)
FEED = {"x": np.ones((2, 2), "float32")}
"""
TESTED = "print('%.4f' % s.run(loss, FEED, test)[0])\n"
DECORATED = TIMED + SESSION.replace("    def run", "    @timed\n    def run")
CLOTHES = {
    "plain": SESSION + BUILT + "s = Session(main, start)\n" + TESTED,
    "decorated": DECORATED + BUILT + "s = Session(main, start)\n" + TESTED,
    "opened": SESSION + BUILT + "with Session(main, start) as s:\n    " + TESTED,
    "inherited": DECORATED + "class Other(Session):\n    pass\n" + BUILT + "s = Other(main, start)\n" + TESTED,
    "in_a_lambda": SESSION + BUILT + "s = Session(main, start)\nshow = lambda b: s.run(loss, b, test)\n"
                   "print('%.4f' % show(FEED)[0])\n",
    "in_a_function": SESSION + BUILT + "def go(session, p):\n    return session.run(loss, FEED, p)\n"
                     "print('%.4f' % go(Session(main, start), test)[0])\n",
    "of_an_object": DECORATED + BUILT + "class Trainer(object):\n    def __init__(self):\n"
                    "        self.s = Session(main, start)\n    def test(self):\n"
                    "        return self.s.run(loss, FEED, test)\n"
                    "print('%.4f' % Trainer().test()[0])\n",
    "like_an_executor": SESSION.replace("fetch, feed=None, program=None", "program, feed, fetch") + BUILT
                        + "s = Session(main, start)\nprint('%.4f' % s.run(test, FEED, loss)[0])\n",
}  # fmt: skip


def test_the_same_numbers(run_both_ways):
    files = {name: {"main.py": HEAD + text} for name, text in CLOTHES.items()}
    main = HEAD + "from session import Session\n" + BUILT + "s = Session(main, start)\n" + TESTED
    files["elsewhere"] = {"session.py": HEAD + DECORATED, "main.py": main}
    old, new = run_both_ways(files)
    assert set(map(tuple, old.values())) == {("0.5000",)}
    assert new == old


@pytest.mark.parametrize("made", ["fluid.Executor(fluid.CPUPlace())", "Own(fluid.CPUPlace())"])
def test_an_executor_and_what_derives_from_one_stay_such(made):
    own = "class Own(fluid.Executor):\n    def again(self, program):\n        return self.run(program)\n"
    text = f"{HEAD}{own}{BUILT}s = {made}\ns.run(start)\nprint(s.run(test, FEED, [loss]))\n"
    new = migrate_source(text, options=Options(programs=True)).text
    assert "s.run(test, FEED, [loss])" in new
    assert "paddle.static.normalize_program(main, [" in new  # its runs are known
