"""What a builder does in lists, tables and objects that others see, its class does where it makes the layers."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid

SEEN, TABLE = [], {}


class Names:
    made = []

    def note(self, *names):
        self.made += names


NOTES = Names()


def attr(name):
    return fluid.ParamAttr(name=name, initializer=fluid.initializer.Constant(0.1))


class Net(object):
    def __init__(self, prefix):
        self.prefix, self.names = prefix, []

    def fc(self, x, size, tag):
        w, b = self.prefix + tag + "w", self.prefix + tag + "b"
        for n in (w, b):
            if n not in self.names:
                self.names.append(n)
        return fluid.layers.fc(x, size, param_attr=attr(w), bias_attr=attr(b))


def build(x, log, tag):
"""
TAIL = """\
    return fluid.layers.fc(x, 3, param_attr=attr(tag + "w"), bias_attr=attr(tag + "b"))


def main(tag):
    main, start = fluid.Program(), fluid.Program()
    with fluid.program_guard(main, start):
        x = fluid.data(tag + "x", [None, 4])
        log, net = [], Net(tag)
        loss = fluid.layers.mean(net.fc(build(x, log, tag), 2, "out"))
        fluid.optimizer.SGD(0.1).minimize(loss, parameter_list=net.names)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(start)
    feed = {tag + "x": np.ones((2, 4), "float32")}
    print(["%.5f" % exe.run(main, feed=feed, fetch_list=[loss])[0][0] for _ in range(3)])
    print(log, net.names, SEEN, sorted(TABLE.items()), NOTES.made, getattr(NOTES, "last", None))


main("TAG")
"""
EFFECTS = {
    "a list of the file": "    for n in (tag + 'w', tag + 'b'):\n        SEEN.append(n)\n",
    "a list that is given": "    for n in 'wb':\n        log.append(tag + n)\n",
    "another name of it": "    mine = log\n    for n in 'wb':\n        mine.append(n)\n",
    "a table": "    for i, n in enumerate('wb'):\n        TABLE[tag + n] = i\n",
    "an object": "    for i, n in enumerate('wb'):\n        NOTES.note(n)\n        NOTES.last = i\n",
    "a loop of chance": "    while len(SEEN) < 3:\n        n = len(SEEN)\n        SEEN.append(n)\n",
    "a size": "    shapes = {}\n    for n in 'wb':\n        shapes[n] = x.shape[1]\n        log.append(n)\n",
    "beside the layers": "    for i in range(2):\n        n = tag + str(i)\n        SEEN.append(n)\n"
                         "        x = fluid.layers.fc(x, 4, param_attr=attr(n + 'w'), bias_attr=attr(n + 'b'))\n",
}


def _script(name: str) -> str:
    return HEAD + EFFECTS[name] + TAIL.replace("TAG", name.replace(" ", "_"))


def test_what_others_see(run_both_ways):
    scripts = {name: {"main.py": _script(name)} for name in EFFECTS}
    old, new = run_both_ways(scripts, Options(dygraph=True))
    assert new == old
    assert len({tuple(lines) for lines in old.values()}) == len(EFFECTS)
    assert all(name.replace(" ", "_") + "outw" in lines[1] for name, lines in old.items())


@pytest.mark.parametrize("name", EFFECTS)
def test_it_is_done_where_layers_are_made(name):
    text = migrate_source(_script(name), options=Options(dygraph=True)).text
    made = text[text.index("class Build(nn.Layer)"):]
    assert any(word in made[: made.index("def forward")] for word in (".append(", "TABLE[", ".note("))
    assert text.count("self.names.append(n)") + text.count("            names.append(n)") == 1


@pytest.mark.parametrize("body", [
    "    mine = []\n    for n in 'wb':\n        mine.append(n)\n",
    "    mine = {}\n    for n in 'wb':\n        mine[n] = tag\n",
])  # fmt: skip
def test_what_nobody_sees_is_not_kept(body):
    text = migrate_source(HEAD + body + TAIL, options=Options(dygraph=True)).text
    assert "class Build(nn.Layer)" in text
    assert "mine" not in text
