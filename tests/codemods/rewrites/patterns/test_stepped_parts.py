"""`x[0, ::2]` keeps its dimension in dynamic mode, as in 1.8.5; other elements than then are told."""

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
out = []


def show(*found):
    for each in found:
        out.extend([list(each.shape), each.numpy().ravel().tolist()])


"""
GUARD = """\
with fluid.dygraph.guard():
    x = fluid.dygraph.to_variable(np.arange(24).reshape(2, 3, 4).astype('float32'))
"""
PROGRAMS = {
    "names": GUARD + "    y = x * 2\n    first, last = x[0, ::2], y[-1, :, ::-1]\n"
             "    show(first, last, y[:, -2, 1::2])\n",
    "function": "def part(v):\n    return v[1, ::-1]\n\n\n" + GUARD + "    show(part(x), part(v=x + 1))\n",
    "class": "class Net(fluid.dygraph.Layer):\n    def forward(self, v):\n        return L.relu(v[0, 1::2, 0])\n\n\n"
             + GUARD + "    show(Net()(x))\n",
    "containers": GUARD + "    rows = {'a': x[0, ::2]}\n"
                  "    rows['b'] = [x[:, 0, ::3]]\n    show(rows['a'], *rows['b'])\n",
    "loop": GUARD + "    for _ in range(2):\n        x = L.concat([x[0, ::2], x[-1, ::2]], 0)\n        show(x)\n",
}


@pytest.mark.oracle
def test_the_dimension_stays(trials):
    programs = {name: HEAD + text for name, text in PROGRAMS.items()}
    old = trials.of_1_8("stepped_parts", programs)
    new, _ = trials.migrated(programs)
    assert trials.same(old, trials.of_today(programs, compat=True)) == []
    assert trials.same(old, trials.of_today(new, compat=False)) == []


def findings(text):
    return [f for f in migrate_source(HEAD + text).findings if f.level == "person"]


@pytest.mark.parametrize("part", ["v[::-2]", "v[:, ::-2]", "v[n, ::2]", "v[1:-3:-1]",
                                  "L.strided_slice(v, [0], [-1], [-5], [-2])",
                                  "L.strided_slice(v, [0], [1], [-9], [-1])",
                                  "L.strided_slice(v, [0], [1], [n], [-1])",
                                  "L.strided_slice(v, [0], [-1], [-5], strides)"])
def test_what_is_not_known_or_has_other_elements_is_told(part):
    text = GUARD + f"    n, strides = int(np.ones(1)), list(np.ones(1))\n    v = L.relu(x)\n    y = {part}\n"
    assert [f.code for f in findings(text)] == ["PM343"]
    of_function = f"def part(v, n, strides):\n    return {part}\n\n\n{GUARD}    y = part(L.relu(x), 1, [-2])\n"
    assert [f.code for f in findings(of_function)] == ["PM343"]


@pytest.mark.parametrize("part", ["v[0, ::-1]", "v[:, 0, ::-1]", "v[0, 1:, ::-1]"])
def test_what_a_program_turned_round_is_told(part):
    of_data = f"v = fluid.data('x', [2, 3, 4])\ny = {part}\nfluid.Executor(fluid.CPUPlace()).run(fetch_list=[y])\n"
    assert [f.code for f in findings(of_data)] == ["PM343"]
    of_function = f"def part(v):\n    return {part}\n\n\ny = part(fluid.data('x', [2, 3, 4]))\n"
    assert [f.code for f in findings(of_function)] == ["PM343"]


@pytest.mark.parametrize("line", ["y = x[0, 0:2]", "y = x[0, 0:2:1]", "y = x[::2]", "y = x[::-1, 0:2]", "y = x[0]",
                                  "y = np.ones([2, 3])[0, ::2]", "a = x.numpy()\n    y = a[0, ::-2]",
                                  "y = L.strided_slice(x, [0], [0], [2], [2])",
                                  "y = L.strided_slice(x, [0], [1], [0], [-1])", "y = x[1:0:-1]",
                                  "y = L.strided_slice(x, [1], [2], [x.shape[1]], [5 + len(out)])",
                                  "y = [1, 2, 3, 4][::-2]"])
def test_other_parts_stay(line):
    result = migrate_source(f"{HEAD}{GUARD}    {line}\n")
    assert not [f for f in result.findings if f.level == "person"]
    assert line.rpartition("= ")[2].replace("L.", "paddle.") in result.text


def test_of_programs_stay():
    text = "import paddle.fluid as fluid\nx = fluid.data('x', [2, 3, 4])\ny = [x[0, 1:3], x[:, ::-1], x[::-1, 0]]\n"
    result = migrate_source(text)
    assert "y = [x[0, 1:3], x[:, ::-1], x[::-1, 0]]" in result.text
    assert not [f for f in result.findings if f.level == "person"]
