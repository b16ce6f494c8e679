"""What networks decide when they are built, or know only when they run, trains migrated with 1.8.5's losses."""

from __future__ import annotations

import numpy as np
import paddle
import pytest
from paddle_migrate.api import Options, migrate_source

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.filterwarnings("ignore:Tensor do not have 'place':UserWarning"),  # Paddle's own words
    pytest.mark.filterwarnings("ignore:(.|\n)*The behavior of expression:DeprecationWarning"),
]

HEAD = """
import numpy as np
import paddle.fluid as fluid

random = np.random.RandomState(5)


def drawn(*shape):
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(
        random.uniform(-0.5, 0.5, shape).astype("float32")))


def network(image, mask, label, kind):
"""
TAIL = """

main, startup = fluid.Program(), fluid.Program()
with fluid.program_guard(main, startup):
    image = fluid.data("image", [None, 2, 6, 6])
    mask = fluid.data("mask", [None, 1, 6, 1])
    label = fluid.layers.data("label", [1], dtype="int64")
    hidden = network(image, mask, label, KIND)
    out = fluid.layers.fc(hidden, 3, act="softmax", param_attr=drawn(hidden.shape[1], 3), bias_attr=drawn(3))
    loss = fluid.layers.mean(fluid.layers.cross_entropy(input=out, label=label))
    fluid.optimizer.SGD(0.1).minimize(loss)
executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
losses = []
for _ in range(4):
    feed = {"image": random.rand(4, 2, 6, 6).astype("float32"), "mask": random.rand(4, 1, 6, 1).astype("float32"),
            "label": random.randint(0, 3, [4, 1])}
    value, = executor.run(main, feed=feed, fetch_list=[loss.name])
    losses.append(value[0])
"""
NETWORKS = {
    "pool_max": """
    pool = fluid.layers.pool2d(image, pool_size=3, pool_stride=2, pool_type=kind, pool_padding=1)
    return fluid.layers.flatten(pool)
""",
    "pool_avg": """
    pool = fluid.layers.pool2d(image, 3, kind, 2, 1, ceil_mode=True)
    return fluid.layers.flatten(pool)
""",
    "expand_as": """
    wide = fluid.layers.expand_as(mask, image)
    return fluid.layers.flatten(fluid.layers.elementwise_mul(image, wide))
""",
    "reshape_as_run": """
    size = fluid.layers.shape(image)
    rows, wide = size[0], size[1] * size[2]
    shape = fluid.layers.concat([rows, wide, fluid.layers.fill_constant([1], "int32", 6)])
    tall = fluid.layers.reshape(image, [-1, 12, 6], actual_shape=shape, act="tanh")
    return fluid.layers.reshape(tall, [-1, 72])
""",
    "deformable": """
    offset = fluid.layers.conv2d(image, 18, 3, padding=1, param_attr=drawn(18, 2, 3, 3), bias_attr=False)
    weights = fluid.layers.conv2d(image, 9, 3, padding=1, param_attr=drawn(9, 2, 3, 3), bias_attr=False, act="sigmoid")
    hidden = fluid.layers.deformable_conv(image, offset, weights, num_filters=4, filter_size=3, padding=1,
                                          im2col_step=1, param_attr=drawn(4, 2, 3, 3), bias_attr=drawn(4))
    hidden = fluid.layers.deformable_conv(image, offset, None, 2, 3, 1, 1, groups=2, deformable_groups=1,
                                          im2col_step=1, modulated=False, param_attr=drawn(2, 1, 3, 3),
                                          bias_attr=False) + fluid.layers.reduce_sum(hidden, dim=1, keep_dim=True)
    return fluid.layers.flatten(hidden)
""",
    "sizes": """
    shape = fluid.layers.shape(image)
    drawn_shape = fluid.layers.slice(shape, axes=[0], starts=[2], ends=[4])
    small = fluid.layers.pool2d(image, 2, kind, 2)
    wide = fluid.layers.resize_bilinear(small, out_shape=[shape[2], shape[3]])
    tall = fluid.layers.image_resize(small, out_shape=drawn_shape * 2, align_corners=False)
    cut = fluid.layers.slice(tall, axes=[2, 3], starts=[1, 1], ends=[shape[2] + 1, shape[3] + 1])
    ones = fluid.layers.fill_constant([shape[0], 1, 1, 1], "float32", 0.5)
    seen = fluid.layers.sequence_mask(label, maxlen=fluid.layers.shape(small)[3], dtype="float32")
    many = fluid.layers.expand(fluid.layers.reshape(seen, [shape[0], 1, 1, 3]), [1, shape[1], shape[2], 2])
    return fluid.layers.reshape((wide + cut * many) * ones, [-1, 72])
""",
    "activations": """
    def block(x, act=None):
        conv = fluid.layers.conv2d(x, 2, 3, padding=1, param_attr=drawn(2, 2, 3, 3), bias_attr=drawn(2), act=act)
        return fluid.layers.batch_norm(input=conv, act=act)

    hidden = block(image) + block(image, "relu") + block(image, act="relu6")
    hidden = block(hidden, "softmax") + block(hidden, "tanh") + block(hidden, "sigmoid")
    return fluid.layers.flatten(hidden)
""",
    "group": """
    def block(x, filters):
        return fluid.nets.img_conv_group(
            x, [filters] * 2, pool_size=2, conv_act="relu", conv_with_batchnorm=[True, False], pool_stride=2,
            param_attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.25)))

    return fluid.layers.flatten(block(image, 3))
""",
    "named": """
    hidden = fluid.layers.fc(
        input=fluid.layers.reshape(
            image,
            shape=[-1, 72]),
        size=5, act="tanh", param_attr=drawn(72, 5), bias_attr=drawn(5))
    hidden = fluid.layers.fc(fluid.layers.concat([hidden, hidden], axis=1), 4, param_attr=drawn(10, 4),
                             bias_attr=False)
    return fluid.layers.fc(fluid.layers.relu(hidden), size=6, param_attr=drawn(4, 6), bias_attr=drawn(6))
""",
}
KINDS = {"pool_max": "max", "pool_avg": "avg", "sizes": "avg"}


def script(name):
    return HEAD + NETWORKS[name].lstrip("\n") + TAIL.replace("KIND", repr(KINDS.get(name, "")))


@pytest.fixture(scope="module")
def theirs(harness):
    """1.8.5's losses of each network, by its name."""
    question = "".join(f"scope = {{}}\nexec({script(name)!r}, scope)\nanswer[{name!r}] = np.array(scope['losses'])\n"
                       for name in NETWORKS)
    return harness.ask("static.migrated_networks", question)


@pytest.mark.parametrize("name", NETWORKS)
def test_it_trains_migrated_as_under_185(name, theirs, migrate_file):
    result = migrate_file(script(name))
    assert result.left == []
    assert "fluid" not in result.text
    scope: dict = {"__name__": name}
    try:
        exec(compile(result.text, f"{name}.py", "exec"), scope)
    finally:
        paddle.disable_static()
    wanted = theirs[name]
    np.testing.assert_allclose(np.reshape(np.array(scope["losses"], "float32"), wanted.shape), wanted, 2e-6, 1e-7)


def test_a_kind_of_pooling_that_is_none_is_refused_when_the_network_is_built(fluid):
    text = script("pool_max").replace("'max'", "'sum'")
    try:
        with pytest.raises(ValueError, match="pool_type is 'max' or 'avg', not 'sum'"):
            exec(compile(migrate_source(text, options=Options(programs=True)).text, "script.py", "exec"), {})
    finally:
        paddle.disable_static()
