"""`/` of whole numbers in tensors: cut off as in 1.8.5, in dynamic mode and in programs; of all others it stays."""

from __future__ import annotations

import textwrap

import pytest
from paddle_migrate.api import Options, migrate_module, migrate_source
from paddle_migrate.project.project import Project

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable
I = np.array([[1, 2], [3, -5]])
F = I.astype('float32')
def show(value):
    print(value.dtype, *('%.4f' % n for n in value.astype('float64').ravel()))
"""
DYGRAPH = {
    "of_data": "y = to_variable(I) / 2",
    "cast": "y = fluid.layers.cast(to_variable(F), 'int32') / 2",
    "indices": "y = (fluid.layers.argmax(to_variable(F), axis=1) + 2) / 2",
    "second_of_two": "_, found = fluid.layers.topk(to_variable(F), 2)\nfound += 2\ny = found / 2",
    "made": "y = fluid.layers.fill_constant([2], 'int64', 7) / 2",
    "in_function": "def half(v, by=2):\n    return v / by\ny = half(to_variable(I))",
    "registered": "table = {}\ndef register(name):\n    def put(f):\n        table[name] = f\n        return f\n"
                  "    return put\n@register('half')\ndef half(v):\n    return v / 2\n"
                  "y = table['half'](to_variable(I))",
    "of_both_kinds": "def half(v):\n    return v / 2\nshow(half(to_variable(F)).numpy())\ny = half(to_variable(I))",
    "in_layer": "class Half(fluid.dygraph.Layer):\n    def forward(self, x):\n        return x / 2\n"
                "y = Half()(to_variable(I))",
    "in_list": "kept = [to_variable(I)]\ny = kept[0] / 2",
    "of_attribute": "class Kept:\n    def __init__(self):\n        self.index = to_variable(I)\n"
                    "    def half(self):\n        return self.index / 2\ny = Kept().half()",
    "of_two": "y = to_variable(I) / to_variable(I * 0 + 2)",
    "behind": "y = 7 / to_variable(I)",
    "in_place": "y = to_variable(I)\ny /= 2",
    "nested": "y = (to_variable(I) + 1) / 2 * 3 / 2",
    "towards_zero": "y = to_variable(I) // 2",
    "sign_of_the_first": "y = to_variable(I) % 4",
    "of_a_negative_number": "y = to_variable(I) // -2",
    "cut_number": "y = to_variable(I) // 2.5",
    "wide": "y = to_variable(I * 1152921504606846977) % 7",
    "in_method": "class Cells:\n    def __init__(self, width):\n        self.width = width\n"
                 "    def column(self, cell):\n        return cell % self.width\n"
                 "y = Cells(width=4).column(to_variable(I))",
    "floor_in_dict": "kept = {'cell': to_variable(I)}\ny = kept['cell'] // 4",
    "floor_in_place": "y = to_variable(I)\ny //= 2\ny %= 2",
    "remainder_by_name": "y = fluid.layers.elementwise_mod(to_variable(I), to_variable(I * 0 + 4))",
    "floor_by_name": "y = fluid.layers.elementwise_floordiv(x=to_variable(I), y=to_variable(I * 0 - 2))",
    "less_than_index": "y = (fluid.layers.argmax(to_variable(F), axis=1) - 3) // 2",
    "by_name": "y = fluid.layers.elementwise_div(to_variable(I), to_variable(I * 0 + 2))",
    "by_keyword": "from paddle.fluid.layers import elementwise_div as div\n"
                  "y = div(y=to_variable(I * 0 + 2), x=to_variable(I))",
}
PROGRAMS = {
    "fed": "y = a / 2",
    "negative": "y = (0 - a) / 2",
    "cast_there": "y = fluid.layers.cast(fluid.layers.cast(a, 'float32'), 'int32') / 2",
    "sizes": "y = fluid.layers.shape(a) / 2",
    "summed": "y = fluid.layers.reduce_sum(a) / 2 + a",
    "ranged": "y = fluid.layers.range(0, 6, 1, 'int64') / 2",
    "floor_there": "y = a // 2 + a % 4",
    "floor_of_variables_there": "y = a // (a * 0 - 4)",
    "remainder_by_name_there": "y = fluid.layers.elementwise_mod(a, a * 0 + 4)",
    "floor_in_function_there": "def row(cell, width=4):\n    if width == 1:\n        return cell\n"
                               "    return cell // width\ny = row(cell=a)",
    "in_function_there": "def half(v):\n    return v / 2\ny = half(a)",
    "by_name_there": "y = fluid.layers.elementwise_div(a, a * 0 + 2)",
}
STAYS = {
    "floats": "y = to_variable(F) / 2",
    "one_of_floats": "kind = 'float64' if len(I) > 5 else 'float32'\ny = fluid.layers.cast(to_variable(I), kind) / 2",
    "cast_to_floats": "y = fluid.layers.cast(to_variable(I), 'float32') / 2",
    "arrays": "y = I / 2\nprint(fluid.layers.argmax(to_variable(F)))",
    "numbers": "y = to_variable(I).shape[0] / 2",
    "taken_out": "y = to_variable(I).numpy() / 2",
    "with_floats": "y = to_variable(F) / to_variable(I.astype('float32'))",
    "floor_of_floats": "y = to_variable(F) % 2",
    "floor_of_an_array": "y = I // 2\nprint(fluid.layers.argmax(to_variable(F)))",
    "floor_of_indices": "W = 2\ny = fluid.layers.argmax(to_variable(F), axis=1) // W",
    "remainder_of_indices": "_, found = fluid.layers.topk(to_variable(F), 2)\n"
                            "y = fluid.layers.cast(found, 'int32') % 2",
    "a_text": "y = to_variable(I)\nprint('%s' % y, '{}'.format(y))",
    "product": "y = to_variable(I) * 2",
    "literals": "y = 3 / 2\nprint(fluid.layers.argmax(to_variable(F)))",
}
GUARD = "with fluid.dygraph.guard():\n"


def dynamic(text, last="\nshow(y.numpy())\n"):
    return HEAD + GUARD + textwrap.indent(text + last, "    ")


def program(text):
    return f"""{HEAD}with fluid.program_guard(fluid.Program(), fluid.Program()):
    a = fluid.data('a', [None, 2], 'int64')
{textwrap.indent(text, "    ")}
    exe = fluid.Executor(fluid.CPUPlace())
    r = exe.run(fluid.default_main_program(), feed={{'a': I}}, fetch_list=[y])
    show(r[0])
"""


@pytest.mark.parametrize(
    "scripts", [{n: dynamic(t) for n, t in DYGRAPH.items()}, {n: program(t) for n, t in PROGRAMS.items()}],
    ids=["dynamic", "programs"],
)
def test_the_same_numbers(scripts, run_both_ways):
    old, new = run_both_ways({name: {"main.py": text} for name, text in scripts.items()})
    assert {name: lines for name, lines in old.items() if any("Error" in line for line in lines)} == {}
    assert new == old
    assert any("int" in line for lines in old.values() for line in lines)


@pytest.mark.parametrize("text", [*map(dynamic, DYGRAPH.values()), *map(program, PROGRAMS.values())])
def test_again_nothing_changes(text):
    result = migrate_source(text)
    assert "divided(" in result.text or "remainder(" in result.text
    assert result.left == []
    assert migrate_source(result.text).text == result.text


METHOD = """\
import paddle.fluid as fluid
class Base(object):
    def __init__(self, by):
        self.by = by
    def divide(self):
        return self.made() / self.by
class Case(Base):
    def made(self):
        return fluid.layers.fill_constant([2], '{}', 7)
    def other(self, x):
        return x / 2
"""


@pytest.mark.parametrize(("dtype", "is_cut"), [("int64", True), ("float32", False)])
def test_a_method_that_the_file_itself_does_not_call(dtype, is_cut):
    result = migrate_source(METHOD.format(dtype))
    assert ("return divided(self.made(), self.by)" in result.text) == is_cut
    assert "return x / 2" in result.text


@pytest.mark.parametrize("name", STAYS)
def test_what_stays(name):
    result = migrate_source(dynamic(STAYS[name], "\n"))
    assert "divided(" not in result.text
    assert "remainder(" not in result.text


def test_what_nothing_like_it_does_is_for_a_person():
    text = "y = fluid.layers.elementwise_div(to_variable(I), to_variable(np.array([2, 1])), axis=1)"
    assert any("cut off" in finding.message for finding in migrate_source(dynamic(text)).left)


def test_what_would_be_asked_twice_is_for_a_person():
    text = dynamic("kept = [to_variable(I)]\nkept[int('0')] /= 2\ny = kept[0]")
    result = migrate_source(text)
    assert "kept[int('0')] /= 2" in result.text
    assert any("cut off" in finding.message for finding in result.left)


UTIL = """\
TYPE, SETTINGS = 'int64', {'kind': 'int32'}
def half(v, by=2):
    return v / by
def thirds(v):
    w = v + 1
    return half(w, 3)
def sizes(v):
    return v.shape[0] / 2
def loss(out, label):
    import paddle.fluid as fluid
    return fluid.layers.mean(fluid.layers.cross_entropy(out, label)) / 2
class Halver(object):
    def __init__(self, by):
        self.by = by
    def of(self, v):
        v /= self.by
        return v
"""
ELSEWHERE = {
    "function": "from util import half\ny = half(to_variable(I))",
    "keyword": "import util\ny = util.half(by=2, v=to_variable(I))",
    "method": "from util import Halver\ny = Halver(2).of(to_variable(I))",
    "over_another": "import util as u\ny = u.thirds(to_variable(I))",
    "in_function": "from util import half\ndef f(v):\n    return half(v)\ny = f(to_variable(I))",
    "held": "from util import half\nfs = [half]\ny = fs[0](to_variable(I))",
}
OPEN = {
    "name": "from util import TYPE\ny = fluid.layers.fill_constant([2], TYPE, 7) / 2",
    "attribute": "import util\ny = fluid.layers.cast(to_variable(F), util.TYPE) / 2",
    "dictionary": "from util import SETTINGS\ny = to_variable(F).astype(SETTINGS['kind']) / 2",
    "argument": "import sys\ny = fluid.layers.fill_constant([2], sys.argv[9] if len(sys.argv) > 9 else 'int32', 7) / 2",
    "drawn": "y = to_variable(np.random.randint(3, 4, (2,))) / 2",
    "places": "y = to_variable(np.argsort(F)) / 2",
}


def project(tmp_path, text, util=UTIL):
    for name, content in (("main.py", dynamic(text)), ("util.py", util)):
        (tmp_path / name).write_text(content)
    paths = [tmp_path / "main.py", tmp_path / "util.py"]
    return migrate_module(dynamic(text), paths[0], Options(), Project(paths, [tmp_path]))


@pytest.mark.parametrize("text", ELSEWHERE.values(), ids=ELSEWHERE)
@pytest.mark.parametrize("head", ["", "import paddle.fluid as fluid\nE = fluid.layers.exp\n"])
def test_what_another_file_divides_is_for_a_person(tmp_path, text, head):
    found = project(tmp_path, text, head + UTIL).left
    assert [finding.code for finding in found] == ["PM343"]
    assert "there, in util.py:" in found[0].message


@pytest.mark.parametrize(
    "text",
    ["from util import half\ny = half(to_variable(F))", "from util import sizes\nsizes(to_variable(I))\ny = F",
     "from util import half\ny = half(I)\nprint(fluid.layers.argmax(to_variable(F)))",
     "from util import loss\ny = loss(to_variable(F), to_variable(I))"],
    ids=["floats", "sizes", "arrays", "labels"],
)
def test_what_another_file_may_divide(tmp_path, text):
    assert project(tmp_path, text).left == []


def test_what_another_file_cuts_off_by_itself(tmp_path):
    own = "from paddle.fluid.dygraph import to_variable\nimport numpy as np\nhalf(to_variable(np.array([1, 2])))\n"
    assert project(tmp_path, ELSEWHERE["function"], UTIL + own).left == []


def test_of_dtypes_that_something_holds(run_both_ways):
    old, new = run_both_ways({name: {"main.py": dynamic(text), "util.py": UTIL} for name, text in OPEN.items()})
    assert all("int" in lines[0] for lines in old.values())
    assert new == old


TRAINING = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, Linear, to_variable
class Net(Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.w = self.create_parameter([2], default_initializer=fluid.initializer.Constant(0.1))
    def forward(self, x):
        return fluid.layers.reduce_sum((x - self.w) ** 2)
def whole():
    return to_variable(np.array([5, -7], 'int64'))
def trained(net, opt):
    loss = net(to_variable(np.ones((2, 2), 'float32')))
    loss.backward()
    opt.minimize(loss)
    opt.clear_gradients()
class Trainer(object):
    def __init__(self):
        self.net = Net()
        self.opt = fluid.optimizer.Momentum(0.1, 0.9, parameter_list=self.net.parameters())
    def fit(self, rounds):
        for _ in range(rounds):
            trained(self.net, self.opt)
        return whole()
with fluid.dygraph.guard():
"""
BEHIND_STEPS = {
    "of_a_function": "net = Net()\nopt = fluid.optimizer.Adam(0.1, parameter_list=net.parameters())\n"
                     "trained(net, opt)\nx = whole()\nprint((x / 2).numpy().tolist())\n",
    "in_line": "net = Net()\nopt = fluid.optimizer.SGD(0.1, parameter_list=net.parameters())\n"
               "loss = net(to_variable(np.ones((1, 2), 'float32')))\nloss.backward()\nopt.minimize(loss)\n"
               "print((whole() / 2).numpy().tolist())\n",
    "of_a_class": "x = Trainer().fit(2)\nprint((x / 2).numpy().tolist())\n",
    "in_a_loop": "t = Trainer()\nfor i in range(2):\n    trained(t.net, t.opt)\n"
                 "    print((whole() / (i + 2)).numpy().tolist())\n",
    "behind_two": "a, b = Trainer(), Trainer()\na.fit(1)\nx = b.fit(1)\nx = x / 2\nprint(x.numpy().tolist())\n",
}


def behind_steps(name):
    return TRAINING + "".join(f"    {line}\n" for line in BEHIND_STEPS[name].splitlines())


def test_divisions_behind_steps_of_optimizers(run_both_ways):
    old, new = run_both_ways({name: {"main.py": behind_steps(name)} for name in BEHIND_STEPS})
    assert all("[2, -3]" in lines for lines in old.values())
    assert new == old


@pytest.mark.parametrize("name", BEHIND_STEPS)
def test_divisions_behind_steps_are_written(name):
    assert "divided(" in migrate_source(behind_steps(name)).text


def test_a_second_run_knows_sizes_under_todays_names():
    text = """\
import paddle.fluid as fluid
def halves(x):
    size = fluid.layers.slice(fluid.layers.cast(fluid.layers.shape(x), 'int32'), axes=[0], starts=[1], ends=[2])
    return size // 2, size % 2
halves(fluid.data('x', [-1, 4]))
fluid.core.nothing_that_is_known()
"""
    once = migrate_source(text).text
    assert "size // 2" in once
    assert migrate_source(once).text == once
