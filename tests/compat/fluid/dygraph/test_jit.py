"""Static graphs from dygraph code: traced layers, and functions that are translated."""

import numpy as np
import paddle
import paddle.fluid as fluid
import pytest
from paddle_migrate.api import migrate_source

MADE = """
D, L = fluid.dygraph, fluid.layers
x = D.to_variable(np.cos(np.arange(12.0)).reshape([3, 4]).astype("float32"))
y = D.to_variable(np.sin(np.arange(12.0)).reshape([3, 4]).astype("float32"))
layer = D.Linear(4, 2, act="tanh")
for p in layer.parameters():
    p.set_value(np.cos(np.arange(p.numpy().size) + 0.5).reshape(p.numpy().shape).astype("float32"))
class Both(D.Layer):
    def __init__(self):
        super(Both, self).__init__()
        self.inner = layer
    def forward(self, a, b):
        return self.inner(a), L.relu(a) + self.inner.weight[0, 0] * b
"""
CASES = {
    "traced": "first, traced = D.TracedLayer.trace(layer, [x]); out += [first, *traced([x]), *traced([y])]",
    "one_input": "first, traced = D.TracedLayer.trace(layer, inputs=x); out += [first, *traced((y,))]",
    "two": "first, traced = D.TracedLayer.trace(Both(), [x, y]); out += [*first, *traced([y, x])]",
    "trained_on": "_, traced = D.TracedLayer.trace(layer, [x]); layer.bias.set_value(np.array([3.0, 4.0], 'float32'));"
    " out += traced([x])",
    "strategy": "_, traced = D.TracedLayer.trace(layer, [x]); traced.set_strategy(); out += traced([x])",
    "no_list": "_, traced = D.TracedLayer.trace(layer, [x]); traced(x)",
    "too_many": "_, traced = D.TracedLayer.trace(layer, [x]); traced([x, y])",
    "translator": "T = D.ProgramTranslator; out += [T() is T(), T.get_instance() is T(), T().enable_declarative]",
    "off": "T = D.ProgramTranslator(); T.enable(False); out += [T.enable_declarative, T.get_output(layer, x)];"
    " out += [T.get_func(layer) is layer]; D.ProgramTranslator.reset(); out += [T.enable_declarative]",
    "no_bool": "T = D.ProgramTranslator(); T.enable(0); out += [T.enable_declarative]; T.reset()",
}


@pytest.fixture(scope="module")
def answers(harness, doings):
    cases = {name: MADE + source for name, source in CASES.items()}
    question = f"{doings.source}\nanswer.update(run_doings(fluid, {cases!r}))\n"
    return harness.ask("dygraph.jit", question), doings.run_doings(fluid, cases)


@pytest.mark.oracle
@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, assert_close, name):
    theirs, ours = ({k: v for k, v in some.items() if k.split("|")[0] == name} for some in answers)
    assert ours.keys() == theirs.keys()
    for key, wanted in theirs.items():
        assert_close(ours[key], wanted, 1e-6, key)


class Two(fluid.dygraph.Layer):
    """At the top of a file, where its source can be read."""

    def __init__(self):
        super().__init__()
        self.inner = fluid.dygraph.Linear(4, 2, act="tanh")

    def forward(self, x):
        return fluid.layers.relu(x), self.inner(x)


def branching(x):
    y = x * 2.0 if paddle.sum(x) > 0 else x - 1.0
    return y


@pytest.mark.parametrize("on", [True, False])
def test_a_translated_function_computes_the_same(on):
    """1.8.5 needs a file to read the function's source from, so it is not asked here."""
    translator = fluid.dygraph.ProgramTranslator()
    translator.enable(on)
    try:
        with fluid.dygraph.guard():
            for value in (1.0, -1.0):
                x = fluid.dygraph.to_variable(np.full([2], value, "float32"))
                wanted = branching(x).numpy()
                for made in (fluid.dygraph.declarative(branching), translator.get_func(branching)):
                    np.testing.assert_array_equal(made(x).numpy(), wanted)
                np.testing.assert_array_equal(translator.get_output(branching, x).numpy(), wanted)
                np.testing.assert_array_equal(fluid.dygraph.dygraph_to_static_func(branching)(x).numpy(), wanted)
                if on:  # a static graph was fed arrays
                    np.testing.assert_array_equal(fluid.dygraph.declarative(branching)(x.numpy()).numpy(), wanted)
    finally:
        fluid.dygraph.ProgramTranslator.reset()


def test_its_static_form_can_be_read():
    assert "def branching(x)" in fluid.dygraph.ProgramTranslator().get_code(branching)


TRACED = """
import os, tempfile
D, L = fluid.dygraph, fluid.layers
BOTH = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.1))

class Net(D.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.convolution = D.Conv2D(2, 4, 3, act="relu", param_attr=BOTH)
        self.norm = D.BatchNorm(4, act="relu")
        self.pool = D.Pool2D(2, "max", 2)
        self.after = D.Sequential(D.LayerNorm([9]), D.Dropout(0.3), D.Linear(9, 5, act="softmax", param_attr=BOTH))
        self.table = D.Embedding([7, 5], padding_idx=2, param_attr=BOTH)
        self.own = self.create_parameter([5, 2], attr=BOTH)
        self.shift = D.to_variable(np.arange(5.0).astype("float32"))

    def forward(self, x, pair):
        self.seen = self.pool(self.norm(self.convolution(x)))
        hidden = self.after(L.reshape(self.seen, [-1, 9])) + L.reduce_mean(self.table(pair[0])) * pair[1] + self.shift
        return L.matmul(hidden, self.own), L.transpose(self.own, [1, 0]) * 2.0

def words(program):
    lasting = [v.name for v in program.list_vars() if v.persistable]
    return [op.type for op in program.global_block().ops], sorted(map(named, lasting))

def named(name):
    return "an array's" if name.startswith("generated_") else name

folder, exe = tempfile.mkdtemp(), fluid.Executor(fluid.CPUPlace())
with D.guard():
    net = Net()
    net.eval()
    x = D.to_variable(np.cos(np.arange(256.0)).reshape([2, 2, 8, 8]).astype("float32"))
    pair = [D.to_variable(np.array([[1, 2], [3, 4]])), D.to_variable(np.array([2.0], "float32"))]
    outs, traced = D.TracedLayer.trace(net, [x, pair])
    net.own.set_value(net.own.numpy() * 3.0)  # which the traced one shares
    for number, out in enumerate([*outs, *traced([x, *pair])]):
        answer["out %d" % number] = np.array(out.numpy() if hasattr(out, "numpy") else out)
    for number, found in enumerate(words(traced.program)):
        answer["program %d" % number] = np.array(found)
    traced.save_inference_model(folder + "/all")
    traced.save_inference_model(folder + "/some", feed=[0, 1, 2], fetch=[1, 0])
for name in ("all", "some"):
    answer[name + " files"] = np.array(sorted(map(named, os.listdir(folder + "/" + name))))
    program, feeds, fetches = fluid.io.load_inference_model(folder + "/" + name, exe)
    found = exe.run(program, feed=dict(zip(feeds, [x.numpy(), pair[0].numpy(), pair[1].numpy()])), fetch_list=fetches)
    for number, each in enumerate(found):
        answer["%s %d" % (name, number)] = np.array(each)

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    given = fluid.data("x", [None, 3])
    hidden = L.dropout(L.batch_norm(L.fc(given, 4, param_attr=BOTH)), 0.0)
    last = L.fc(hidden, 2, param_attr=BOTH)
    exe.run(startup)
    fluid.io.save_inference_model(folder + "/static", ["x"], [last], exe, main)
with D.guard():
    runner = D.StaticModelRunner(folder + "/static")
    answer["loaded"] = np.array(sorted(each.name for each in runner.parameters()))
    sgd = fluid.optimizer.SGD(0.5, parameter_list=runner.parameters())
    for number in range(3):
        out = runner(D.to_variable(np.cos(np.arange(12.0)).reshape([4, 3]).astype("float32")))
        answer["trained %d" % number] = out.numpy()
        loss = L.reduce_mean(L.square(out - 1.0))
        loss.backward()
        sgd.minimize(loss)
        runner.clear_gradients()
    runner.eval()
    answer["tested"] = runner(np.cos(np.arange(12.0)).reshape([4, 3]).astype("float32")).numpy()
"""


@pytest.mark.oracle
@pytest.mark.filterwarnings("ignore:Op .* is executed through `append_op`:DeprecationWarning")
def test_traced_layers_are_programs_of_185(harness, assert_close):
    theirs, ours = harness.ask("dygraph.traced", TRACED), {}
    with fluid.scope_guard(fluid.Scope()):
        exec(compile(TRACED, "traced.py", "exec"), {"np": np, "paddle": paddle, "fluid": fluid, "answer": ours})
    paddle.disable_static()
    assert sorted(ours) == sorted(theirs)
    for key, wanted in theirs.items():
        if wanted.dtype.kind == "U":
            assert ours[key].tolist() == wanted.tolist(), key
        else:
            assert_close(ours[key], wanted, 1e-6, key)


def test_a_traced_layer_does_not_ask_for_numbers():
    class Choosing(fluid.dygraph.Layer):
        def forward(self, x):
            return x if fluid.layers.reduce_sum(x) > 0 else -x

    with fluid.dygraph.guard():
        _, traced = fluid.dygraph.TracedLayer.trace(Choosing(), [fluid.dygraph.to_variable(np.ones([2], "float32"))])
        with pytest.raises(NotImplementedError, match="known at run time only"):
            traced.program.list_vars()


def test_a_translated_layer_is_saved(tmp_path):
    class Net(fluid.dygraph.Layer):
        def __init__(self):
            super().__init__()
            self.linear = fluid.dygraph.Linear(3, 2)

        @fluid.dygraph.declarative
        def forward(self, x):
            return self.linear(x), x * 2.0

    translator = fluid.dygraph.ProgramTranslator()
    given = np.cos(np.arange(6.0)).reshape([2, 3]).astype("float32")
    with fluid.dygraph.guard():
        net = Net()
        wanted = net(fluid.dygraph.to_variable(given))[0].numpy()
        names = {parameter.name for parameter in net.parameters()}
        translator.save_inference_model(str(tmp_path), fetch=[0])
        main, _, feeds, fetches = translator.get_program(net.forward, given)
    assert names == {path.name for path in tmp_path.iterdir()} - {"__model__"}
    exe = fluid.Executor(fluid.CPUPlace())
    with fluid.scope_guard(fluid.Scope()):
        program, fed, fetched = fluid.io.load_inference_model(str(tmp_path), exe)
        np.testing.assert_allclose(exe.run(program, {fed[0]: given}, fetched)[0], wanted, rtol=1e-6)
    assert isinstance(main, fluid.Program)
    assert ([each.name for each in feeds], len(fetches)) == (["feed_0"], 2)


def test_the_tool_writes_to_static():
    text = "from paddle.fluid.dygraph import declarative\n\n\n@declarative\ndef f(x):\n    return x\n"
    assert migrate_source(text).text == "import paddle\n\n\n@paddle.jit.to_static()\ndef f(x):\n    return x\n"


LOST = {  # what is returned of y, and the gradients of the weight where the first, the second, or both are trained
    "with what is made of it": (lambda y: (y, fluid.layers.reshape(y, [4])), [0.0, 0.0], [40.0, 20.0], [40.0, 20.0]),
    "behind it": (lambda y: (fluid.layers.reduce_mean(y), y), [1.0, 0.5], [0.0, 0.0], [1.0, 0.5]),
    "twice": (lambda y: [y, y], [0.0, 0.0], [40.0, 20.0], [40.0, 20.0]),
    "with what is not": (lambda y: (y * 1.0, y * 1.0), [4.0, 2.0], [40.0, 20.0], [44.0, 22.0]),
    "alone": (lambda y: (y, y.shape), [4.0, 2.0], None, None),
}


@pytest.mark.parametrize("name", LOST)
def test_what_is_returned_beside_what_is_made_of_it_has_no_gradient(name):
    """The numbers are 1.8.5's, which needs a file to read the function's source from."""
    returned, *wanted = LOST[name]
    for trained, gradient in zip(((0,), (1,), (0, 1)), wanted, strict=True):
        with fluid.dygraph.guard():
            half = fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5))
            linear = fluid.dygraph.Linear(2, 2, param_attr=half)
            run = fluid.dygraph.declarative(lambda x, linear=linear, returned=returned: returned(linear(x)))
            made = run(fluid.dygraph.to_variable(np.array([[1.0, -2.0], [3.0, 4.0]], "float32")))
            if gradient is not None:
                loss = sum(fluid.layers.reduce_sum(made[each]) * (1.0 if each == 0 else 10.0) for each in trained)
                loss.backward()
                np.testing.assert_allclose(linear.weight.gradient()[:, 0], gradient, rtol=1e-6)


def test_what_a_function_inside_returns_is_not_returned_yet():
    with fluid.dygraph.guard():
        linear = fluid.dygraph.Linear(2, 2)
        inner = fluid.dygraph.declarative(lambda x: (linear(x), fluid.layers.relu(linear(x))))
        twice = fluid.dygraph.declarative(lambda y: (y, y * 2.0))
        outer = fluid.dygraph.declarative(lambda x: fluid.layers.reduce_sum(twice(inner(x)[0])[0]))
        outer(fluid.dygraph.to_variable(np.ones([1, 2], "float32"))).backward()
        np.testing.assert_allclose(linear.weight.gradient(), np.ones([2, 2]))
