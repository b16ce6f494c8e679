"""Programs that are copied or compiled into the place of what they are of: asking which they are comes to an end."""

from __future__ import annotations

import signal

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import paddle.fluid as fluid


def build(main, startup):
    with fluid.program_guard(main, startup):
        x = fluid.data("x", [None, 4])
        return fluid.layers.mean(fluid.layers.fc(x, 2))


startup = fluid.Program()
exe = fluid.Executor()
"""
CLOTHES = {
    "attribute": "class T:\n    def __init__(self):\n        self.p = fluid.Program()\n"
                 "        self.loss = build(self.p, startup)\n        self.p = self.p.clone(for_test=True)\n\n"
                 "    def run(self, fed):\n        return exe.run(self.p, feed=fed, fetch_list=[self.loss])\n",
    "compiled": "class T:\n    def __init__(self):\n        self.p = fluid.Program()\n"
                "        self.loss = build(self.p, startup)\n"
                "        self.p = fluid.CompiledProgram(self.p).with_data_parallel(self.loss.name)\n\n"
                "    def run(self, fed):\n        return exe.run(self.p, feed=fed, fetch_list=[self.loss])\n",
    "parts": "class T:\n    def __init__(self):\n        self.p, self.loss = self.made()\n"
             "        self.p = self.p.clone(for_test=True)\n\n"
             "    def made(self):\n        p = fluid.Program()\n        return p, build(p, startup)\n\n"
             "    def run(self, fed):\n        return exe.run(self.p, feed=fed, fetch_list=[self.loss])\n",
    "loop": "p = fluid.Program()\nloss = build(p, startup)\nfor _ in range(2):\n    p = p.clone()\n"
            "    exe.run(p, feed={}, fetch_list=[loss])\n",
    "two": "class T:\n    def __init__(self):\n        self.p = fluid.Program()\n        self.q = self.p\n"
           "        self.loss = build(self.p, startup)\n"
           "        self.p = self.q.clone()\n        self.q = self.p.clone()\n\n"
           "    def run(self, fed):\n        return exe.run(self.q, feed=fed, fetch_list=[self.loss])\n",
    "dictionary": "held = {'p': fluid.Program()}\nloss = build(held['p'], startup)\n"
                  "held['p'] = held['p'].clone(for_test=True)\nexe.run(held['p'], feed={}, fetch_list=[loss])\n",
}


@pytest.fixture
def in_time():
    """A circle fails after a minute, and does not go on for ever."""
    before = signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it goes round in a circle"))
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("in_time")
@pytest.mark.parametrize("name", CLOTHES)
def test_it_comes_to_an_end(name):
    result = migrate_source(HEAD + CLOTHES[name])
    assert "fluid" not in result.text
    assert "in_program(" in result.text or "paddle.static.Program" in result.text
