"""What Paddle 3's programs, blocks and operators have not is written otherwise or said, and nothing else's is."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nmain = fluid.default_main_program()\nout = fluid.layers.fc(x, 1)\n"


def said(line):
    return [finding.name for finding in migrate_source(HEAD + line).left if finding.code == "PM333"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("with fluid.program_guard(main.clone()):\n    build()\n", ["Program.clone"]),
        ("v = main.global_block().has_var('w')\n", ["Block.has_var"]),
        ("v = main.global_block().var('w@GRAD')\n", ["Block.var"]),
        ("v = [main.global_block().vars[n + '@GRAD'] for n in names]\n", ["Block.var"]),
        ("from paddle.fluid.framework import grad_var_name as g\nv = main.global_block().var(g('w'))\n", ["Block.var"]),
        ("block = main.current_block()\nv = block.create_var(name='v')\n", ["Block.create_var"]),
        ("for name in main.block(0).vars: print(name)\n", ["Block.vars"]),
        ("main.global_block().vars['w'] = out\n", ["Block.vars"]),
        ("def f(program):\n    b = program.global_block()\n    if b.idx: return b.parent_idx\n",
         ["Block.idx", "Block.parent_idx"]),
        ("import contextlib\n@contextlib.contextmanager\ndef at(p):\n    yield p.global_block()\n"
         "with at(main) as block:\n    names = sorted(v for v in block.vars)\n", ["Block.vars"]),
        ("class At(object):\n    def __enter__(self):\n        return main.global_block()\n"
         "with At() as block:\n    print(block.has_var('w'))\n", ["Block.has_var"]),
        ("s = main.desc.serialize_to_string()\n", ["Program.desc"]),
        ("p = main._inference_optimize()\n", ["Program._inference_optimize"]),
        ("class T:\n    def __init__(self):\n        self.p = fluid.Program()\n\n    def test(self, outs):\n"
         "        return self.p.clone(for_test=True)._prune_with_input(['x'], outs)\n",
         ["Program._prune_with_input", "Program.clone"]),
        ("b = main._create_block()\nmain._rollback()\n", ["Program._create_block", "Program._rollback"]),
        ("for op in main.global_block().ops: print(op.type)\n", ["Operator.type"]),
        ("ops = main.global_block().ops\nprint(ops[-1].type, [op.idx for op in reversed(list(ops))])\n",
         ["Operator.idx", "Operator.type"]),
        ("for i, op in enumerate(main.block(0).ops[1:]): print(op.attr('x'))\n", ["Operator.attr"]),
        ("def f(o):\n    return o.input_arg_names\nf(main.global_block().ops[0])\n", ["Operator.input_arg_names"]),
        ("print(out.op.type)\n", ["Operator.type"]),
        ("for block in main.blocks:\n    for op in block.ops:\n        print(op.type)\n", ["Operator.type"]),
        ("def check(program):\n    return [o.type for b in program.blocks for o in b.ops]\ncheck(main)\n",
         ["Operator.type"]),
        ("first = main.blocks[0]\nprint(first.has_var('w'), first.ops[-1].attr('x'))\n",
         ["Block.has_var", "Operator.attr"]),
        ("class T:\n    def __init__(self, p):\n        self.p = p\n    def names(self):\n"
         "        return [op.type for b in self.p.blocks for op in b.ops]\nT(fluid.Program())\n",
         ["Operator.type"]),
        ("v = out.block.create_var(name='v')\n", ["Block.create_var"]),
        ("for b in [out.block, main.global_block()]: b.has_var('w')\n", ["Block.has_var"]),
        ("def f(block, v):\n    return block.create_var(name='v'), block._clone_variable(v)\n",
         ["Block._clone_variable", "Block.create_var"]),
        ("def f(block):\n    return list(block.vars)\nf(out.block)\nf(block=main.global_block())\n", ["Block.vars"]),
        ("class T:\n    def __init__(self, p):\n        self.block = p.global_block()\n    def has(self, n):\n"
         "        return self.block.has_var(n) or self.other.block._find_var_recursive(n)\n",
         ["Block._find_var_recursive", "Block.has_var"]),
        ("b = main.global_block()\nnames = [op.attr('op_role') for op in b.ops if op.input_arg_names]\n",
         ["Operator.attr", "Operator.input_arg_names"]),
    ],
)
def test_what_has_no_form(line, names):
    assert said(line) == names


@pytest.mark.parametrize(
    ("line", "new"),
    [
        ("ps = main.all_parameters()\n", "ps = all_parameters(main)\n"),
        ("ps = net.block(0).all_parameters()\n", "ps = all_parameters(net)\n"),
        ("ps = main.global_block().all_parameters()\n", "ps = all_parameters(main)\n"),
        ("b = main.block(0)\nps = b.all_parameters()\n", "b = main.global_block()\nps = all_parameters(b)\n"),
        ("vs = [v.name for v in self.program.list_vars()]\n", "vs = [v.name for v in list_vars(self.program)]\n"),
        ("b = main.global_block()\nv = b.var('w')\n", "b = main.global_block()\nv = variable(b.program, 'w')\n"),
        ("v = fluid.default_main_program().global_block().var('w')\n",
         "v = variable(paddle.static.default_main_program(), 'w')\n"),
        ("v = main.block(0).var('w')\n", "v = variable(main, 'w')\n"),
        ("b = main.current_block()\n", "b = main.global_block()\n"),
        ("b = main.block(0)\n", "b = main.global_block()\n"),
        ("ps = got().block(0).all_parameters()\n", "ps = all_parameters(got())\n"),
        ("print(main.to_string(True), self.program.to_string(throw_on_error=True))\n",
         "print(str(main), str(self.program))\n"),
    ],
)
def test_what_every_program_has_by_another_name(line, new):
    result = migrate_source(HEAD + line)
    assert result.text.endswith(new)
    assert not result.left
    assert migrate_source(result.text).text == result.text


@pytest.mark.parametrize(
    "line",
    ["ps = main.all_parameters\n", "b = array.clone()\n", "self.model.to_string()\n",
     "words.var('w')\n", "block = cv2.block(0)\nblock.idx = 1\n", "for op in main.global_block().ops: print(op)\n",
     "for op in plan.ops: print(op.type, op.attr)\n", "def f(op):\n    return op.type\nf(plan.ops[0])\n",
     "print(plan.op.type)\n", "for block in net.blocks:\n    for op in block.ops:\n        print(op.type)\n",
     "def check(net):\n    return [op.type for b in net.blocks for op in b.ops]\ncheck(Net())\n",
     "class T:\n    def create_var(self): ...\n\n    def f(self, t):\n        t.create_var()\n",
     "self._helper.append_op(type='x')\n", "op = args.op\nprint(op.type)\n",
     "b = net.block(0)\nb.vars['x'] = b.desc\n", "for each in list_vars(main): print(each.name)\n"],
)
def test_something_else(line):
    assert said(line) == []
    assert migrate_source(HEAD + line).text.endswith(line)


APPENDED = """\
import numpy as np
import paddle.fluid as fluid
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data('x', [2])
    kept = fluid.layers.create_global_var([2], 1.0, 'float32', persistable=True, name='kept')
    block = main.global_block()
    y = fluid.layers.scale(x, 2.0)
    fluid.default_main_program().global_block().append_op(
        type="cast", inputs={"X": y}, outputs={"Out": kept}, attrs={"in_dtype": y.dtype, "out_dtype": kept.dtype})
for factor in (3.0, 1.0):
    main.global_block().append_op(type="scale", inputs={"X": [kept]}, outputs={"Out": [kept]}, attrs={"scale": factor})
    block.append_op(type='elementwise_add', inputs={'X': kept, 'Y': x}, outputs={'Out': kept})
exe = fluid.Executor()
exe.run(start)
for i in range(2):
    print(*['%.2f' % v for v in exe.run(main, feed={'x': np.float32([1 + i, 2])}, fetch_list=[kept])[0]])
"""


VARIABLES = """\
import numpy as np
import paddle.fluid as fluid
def held(block, names):
    return [block.vars[each] for each in names]
class Net(object):
    def __init__(self, main):
        self.main = main
    def rate(self):
        return self.main.global_block().vars['@LR_DECAY_COUNTER@']
main, start = fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data('x', [None, 2])
    y = fluid.layers.fc(x, 1, param_attr=fluid.ParamAttr('w', initializer=fluid.initializer.Constant(.5)))
    rate = fluid.layers.exponential_decay(.1, 1, .5)
    fluid.layers.increment(Net(main).rate(), 1)
    loss = fluid.layers.mean(y)
    fluid.optimizer.SGD(rate).minimize(loss)
w, given = held(main.global_block(), names=['w', 'x'])
counter = main.block(0).vars['@LR_DECAY_COUNTER@']
exe = fluid.Executor()
exe.run(start)
for i in range(3):
    for each in exe.run(main, feed={'x': np.ones([3, 2], 'float32')}, fetch_list=[loss, w, given, counter, rate]):
        print('%.5f' % each.sum())
"""


def test_variables_that_a_block_is_asked_for(run_both_ways):
    for printed in run_both_ways({"asked": {"main.py": VARIABLES}}):
        assert [float(each) for each in printed["asked"]] == [  # as 1.8.5
            1.0, 0.8, 6.0, 1.0, 0.1, 0.7, 0.75, 6.0, 3.0, 0.025, 0.625, 0.7375, 6.0, 5.0, 0.00625]


STARTED = """\
import numpy as np
import paddle.fluid as fluid
def first(program):
    return program.global_block().all_parameters()[0].name
class Net(object):
    def __init__(self, start):
        self.start = start
    def names(self):
        return [each.name for each in self.start.all_parameters()]
x = fluid.data('x', [None, 4])
y = fluid.layers.batch_norm(fluid.layers.fc(x, 3, param_attr='w', bias_attr='b'), param_attr='s', bias_attr='o',
                            moving_mean_name='m', moving_variance_name='v')
kept = fluid.layers.create_global_var([1], 2.0, 'float32', persistable=True, name='kept')
loss = fluid.layers.mean(y) * kept
fluid.optimizer.Adam(0.1).minimize(loss)
start = fluid.default_startup_program()
block = start.global_block()
print(*Net(start).names())
print(*[each.name for each in block.all_parameters()])
print(first(start))
exe = fluid.Executor(fluid.CPUPlace())
exe.run(start)
known = fluid.default_startup_program().global_block().all_parameters()[1].name
print(*exe.run(feed={'x': np.ones([2, 4], 'float32')}, fetch_list=[loss, known])[1].shape)
"""


def test_parameters_of_a_startup_program(run_both_ways):
    for printed in run_both_ways({"started": {"main.py": STARTED}}):
        assert printed["started"] == ["w b s o m v", "w b s o m v", "w", "3"]  # as 1.8.5


COPYING = """\
import numpy as np
import paddle.fluid as fluid
L = fluid.layers
def attr(name, value):
    return fluid.ParamAttr(name, initializer=fluid.initializer.Constant(value))
def known(block, name, shape=(2, 1)):
    return block.create_var(name=name, shape=shape, dtype='float32', persistable=True)
class Copier(object):
    def __init__(self, names):
        self.program = fluid.Program()
        with fluid.program_guard(self.program):
            for source, target in names:
                block = self.program.global_block()
                one = block.create_var(dtype='float32', shape=[2, 1], name=source, persistable=True)
                L.assign(one, known(block, target))
main, start, other = fluid.Program(), fluid.Program(), fluid.Program()
with fluid.program_guard(main, start):
    x = fluid.data('x', [None, 2])
    y = L.fc(x, 1, param_attr=attr('w', .5), bias_attr=False)
    z = L.fc(x, 1, param_attr=attr('v', .25), bias_attr=False)
    loss = L.mean(y + z * 0.)
    fluid.optimizer.SGD(.1).minimize(loss)
copier = Copier([('w', 'v')])
with fluid.program_guard(other):
    doubled = L.scale(known(other.global_block(), name='w'), 2.)
exe = fluid.Executor()
exe.run(start)
for i in range(4):
    if i == 2:
        exe.run(copier.program)
    print('%.4f' % exe.run(other, fetch_list=[doubled])[0].sum())
    for each in exe.run(main, feed={'x': np.ones([3, 2], 'float32')}, fetch_list=[y, z]):
        print('%.4f' % each.sum())
"""


def test_variables_of_another_program_that_last(run_both_ways):
    for printed in run_both_ways({"copied": {"main.py": COPYING}}):
        assert [float(each) for each in printed["copied"]] == [  # as 1.8.5
            2.0, 3.0, 1.5, 1.6, 2.4, 1.5, 1.2, 1.8, 1.8, 0.8, 1.2, 1.8]


@pytest.mark.parametrize("given", [
    "name='w'", "name='w', shape=[2], dtype='float32'", "name='w', shape=[2], dtype=d, persistable=keep",
    "'w', shape=[2], dtype='float32', persistable=True",
    "name='w', shape=[2], dtype='float32', persistable=True, type=t",
    "name='w', shape=[2], dtype='float32', persistable=True, lod_level=1",
    "name='w', shape=[2], dtype='float32', persistable=True, stop_gradient=False",
])
def test_other_variables_of_a_block(given):
    assert said(f"v = main.global_block().create_var({given})\n") == ["Block.create_var"]


def test_operators_that_are_appended(run_both_ways):
    for printed in run_both_ways({"appended": {"main.py": APPENDED}}):
        assert printed["appended"] == ["8.00 16.00", "16.00 16.00"]  # as 1.8.5


@pytest.mark.parametrize(
    "line",
    [
        "op = main.global_block().append_op(type='scale', inputs={'X': out}, outputs={'Out': out})",
        "main.global_block().append_op(type='no_such', inputs={'X': out}, outputs={'Out': out})",
        "main.global_block().append_op(type='scale', inputs={'X': out}, outputs={'Out': out}, attrs=given)",
        "build().global_block().append_op(type='scale', inputs={'X': out}, outputs={'Out': out})",
        "if main: main.global_block().append_op(type='relu', inputs={'X': out}, outputs={'Out': out}); done()",
    ],
)
def test_operators_that_stay(line):
    assert said(line + "\n") == ["Block.append_op"]
    assert line.replace("fluid.", "") in migrate_source(HEAD + line + "\n").text
