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
    with pytest.raises(NotImplementedError, match="concrete_program"):
        fluid.dygraph.ProgramTranslator().get_program(branching, 1)


@pytest.mark.parametrize("fetch", [None, [1]])
def test_a_saved_layer_can_be_loaded(tmp_path, fetch):
    with fluid.dygraph.guard():
        x = fluid.dygraph.to_variable(np.cos(np.arange(12.0)).reshape([3, 4]).astype("float32"))
        outputs, traced = fluid.dygraph.TracedLayer.trace(Two(), [x])
        traced.save_inference_model(str(tmp_path), feed=[0], fetch=fetch)
        with pytest.raises(NotImplementedError, match="all inputs"):
            traced.save_inference_model(str(tmp_path), feed=[1])
        found = paddle.jit.load(str(tmp_path / "model"))(x)
    found = found if isinstance(found, (list, tuple)) else [found]
    wanted = outputs if fetch is None else [outputs[number] for number in fetch]
    assert len(found) == len(wanted)
    for got, out in zip(found, wanted, strict=True):
        np.testing.assert_allclose(got.numpy(), out.numpy(), rtol=1e-6)


def test_the_tool_writes_to_static():
    text = "from paddle.fluid.dygraph import declarative\n\n\n@declarative\ndef f(x):\n    return x\n"
    assert migrate_source(text).text == "import paddle\n\n\n@paddle.jit.to_static()\ndef f(x):\n    return x\n"
