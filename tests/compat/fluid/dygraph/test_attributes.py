"""What layers keep: every attribute of 1.8.5's, with its value, and the keys, shapes and names of the parameters."""

import json
from pathlib import Path

import numpy as np
import paddle
import pytest
from paddle_migrate.api import migrate_source

pytestmark = pytest.mark.oracle

MORE = {
    "bce": "BCELoss()",
    "bilinear_all": "BilinearTensorProduct(4, 2, 3, 'b', 'tanh', bias_attr=fluid.ParamAttr())",
    "conv_depthwise": "Conv2D(2, 4, 3, groups=2, use_cudnn=False)",
    "dropout_seeded": "Dropout(0.3, 5, 'upscale_in_train', True)",
    "embedding_sparse": "Embedding((5, 3), True)",
    "l1": "L1Loss('sum')",
    "list": "LayerList([fluid.dygraph.Linear(2, 2)])",
    "mse": "MSELoss()",
    "nce": "NCE(20, 4)",
    "nce_more": "NCE(20, 4, bias_attr=fluid.ParamAttr(), num_neg_samples=3, sampler='log_uniform', seed=3)",
    "nce_chances": "NCE(4, 4, sampler='custom_dist', custom_dist=[0.25] * 4)",
    "nll": "NLLLoss(reduction='sum', ignore_index=3)",
    "sequential": "Sequential(fluid.dygraph.Linear(2, 2, act='relu'), ('b', fluid.dygraph.BatchNorm(2)))",
    "transpose_depthwise": "Conv2DTranspose(2, 2, 3, groups=2, use_cudnn=False)",
    "tree": "TreeConv(3, 4)",
    "tree_more": "TreeConv(3, 4, 2, 3, None, bias_attr=fluid.ParamAttr())",
}
# The operator's own inputs and arguments, which 1.8.5's forward() filled in.
OPERATOR = {"_attrs", "_inputs"}
# What a migrated layer has otherwise, and the words of the finding that says so.
DIFFERS = {
    "transpose3d": "a bias that it never added",
    "transpose3d_more": "a bias that it never added",
    "group_norm": "a constant weight",
}


@pytest.fixture(scope="module")
def layers(arguments):
    from_calls = arguments.module(Path(__file__).with_name("test_nn.py")).LAYERS
    return {**{name: made for name, (made, _) in from_calls.items() if not name.startswith("act_")}, **MORE}


@pytest.fixture(scope="module")
def answers(fluid, harness, described, layers):
    question = f"{described.source}\nanswer['all'] = np.array(json.dumps(describe(fluid, {layers!r})))\n"
    theirs = json.loads(str(harness.ask("dygraph.attributes", "import json\n" + question)["all"]))
    return theirs, described.describe(fluid, {name: layers[name] for name in theirs})


def test_every_attribute_has_its_value(answers):
    theirs, ours = answers
    assert len(theirs) > 75
    wrong = {
        (name, key): (wanted, ours[name]["attributes"].get(key))
        for name, layer in theirs.items() if name != "unknown_act"
        for key, wanted in layer["attributes"].items() if key not in OPERATOR
        if ours[name]["attributes"].get(key) != wanted
    }
    assert wrong == {}


def test_every_parameter_has_its_key_shape_and_name(answers):
    theirs, ours = answers
    wrong = {
        name: (layer["state"], ours[name]["state"])
        for name, layer in theirs.items() if name != "unknown_act" and ours[name]["state"] != layer["state"]
    }
    assert wrong == {}


def test_migrated_layers_have_the_same_keys_and_shapes_or_a_finding_says_so(answers, layers):
    theirs = answers[0]
    wrong = {}
    for name, made in layers.items():
        result = migrate_source(f"import paddle.fluid as fluid\nlayer = fluid.dygraph.{made}\n")
        if result.left or name not in theirs:
            continue
        scope = {"__name__": "script"}
        with paddle.utils.unique_name.guard():  # other tests give parameters the same names
            exec(compile(result.text, "script.py", "exec"), scope)
        wanted = {key: shape for key, (shape, _) in theirs[name]["state"].items()}
        got = {key: list(value.shape) for key, value in scope["layer"].state_dict().items()}
        if got != wanted and not any(DIFFERS.get(name, "?") in finding.message for finding in result.findings):
            wrong[name] = (wanted, got)
    assert wrong == {}


def test_an_activation_can_be_taken_away_afterwards(fluid):
    with fluid.dygraph.guard():
        layer = fluid.dygraph.Linear(2, 2, act="softmax")
        x = fluid.layers.ones([1, 2], "float32")
        assert layer(x).numpy().sum() == pytest.approx(1.0)
        layer._act = None
        assert layer(x).numpy().sum() != pytest.approx(1.0)


def test_an_activation_can_come_afterwards(fluid):
    """`net.fc._act = "relu"`, once and instead of another, as in 1.8.5; a script's own layer is its own."""
    class Own(fluid.dygraph.Layer):
        def forward(self, x):
            return x

    with fluid.dygraph.guard():
        x, own = fluid.dygraph.to_variable(np.array([[-1.0, 2.0]], "float32")), Own()
        weight = fluid.initializer.NumpyArrayInitializer(np.eye(2, dtype="float32"))
        layers = [fluid.dygraph.Linear(2, 2, param_attr=weight),
                  fluid.dygraph.LayerNorm([2]), fluid.dygraph.BatchNorm(2)]
        layers[2].eval()
        for layer in (own, *layers):
            before = layer(x).numpy()
            layer._act = None
            for act, wanted in (("relu", np.maximum(before, 0)), (None, before), ("tanh", np.tanh(before))):
                layer._act = act
                np.testing.assert_allclose(layer(x).numpy(), before if layer is own else wanted, rtol=1e-6)
