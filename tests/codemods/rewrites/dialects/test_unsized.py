"""Layers with a name scope first: their sizes, their names, what they did to their input."""

from __future__ import annotations

import pytest
from paddle_migrate.api import migrate_source

HEAD = """\
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Conv2D, Pool2D, BatchNorm, Embedding, FC, LayerNorm, PRelu
"""
IMPORTS = "import numpy as np\nimport paddle\nimport paddle.nn as nn\n"
X = "x = fluid.dygraph.to_variable(np.zeros([4, 3, 8, 8], 'float32'))\n"
NEW_X = "x = paddle.to_tensor(np.zeros([4, 3, 8, 8], 'float32'))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = Conv2D('c', 4, 3)(x)", "y = nn.Conv2D(3, 4, 3)(x)"),
        ("y = Conv2D('c', num_filters=4, filter_size=3)(x)",
         "y = nn.Conv2D(in_channels=3, out_channels=4, kernel_size=3)(x)"),
        ("y = Conv2D(name_scope='c', num_filters=4, filter_size=3)(x)",
         "y = nn.Conv2D(in_channels=3, out_channels=4, kernel_size=3)(x)"),
        ("y = Conv2D('c%d' % 1, 4, 3)(x)", "y = nn.Conv2D(3, 4, 3)(x)"),
        ("y = Pool2D('p', 2, 'max', 2)(x)", "y = nn.MaxPool2D(2, 2)(x)"),
        ("y = BatchNorm('b', 3)(x)", "y = nn.BatchNorm(3)(x)"),
        ("y = LayerNorm('n')(x)", "y = nn.LayerNorm([3, 8, 8])(x)"),
        ("y = LayerNorm('n', begin_norm_axis=3)(x)", "y = nn.LayerNorm(8)(x)"),
        ("fc = FC('f', 10)\ny = fc(x)", "fc = nn.Linear(192, 10)\ny = fc(paddle.flatten(x, start_axis=1))"),
        ("fc = FC('f', 10, num_flatten_dims=2)\ny = fc(x)",
         "fc = nn.Linear(64, 10)\ny = fc(paddle.flatten(x, start_axis=2))"),
        ("fc = FC('f', 10, num_flatten_dims=3)\ny = fc(x)", "fc = nn.Linear(8, 10)\ny = fc(x)"),
        ("size = x.shape[1] * 2\ny = Conv2D('c', size, 1)(x)", "size = x.shape[1] * 2\ny = nn.Conv2D(3, size, 1)(x)"),
    ],
)  # fmt: skip
def test_one_layer(check_transformed, before, after):
    check_transformed(f"{HEAD}{X}{before}\n", f"{IMPORTS}{NEW_X}{after}\n")


def test_an_activation_goes_around_and_the_flattening_inside(check_transformed):
    check_transformed(
        f"{HEAD}{X}a = FC('a', 5, act='relu')\nb = FC('b', 2, act='softmax')\ny = b(a(x))\n",
        f"{IMPORTS}import paddle.nn.functional as F\n{NEW_X}a = nn.Linear(192, 5)\nb = nn.Linear(5, 2)\n"
        "y = F.softmax(b(F.relu(a(paddle.flatten(x, start_axis=1)))))\n",
    )


def test_embedding_takes_the_last_dimension_off(check_transformed):
    check_transformed(
        f"{HEAD}ids = fluid.dygraph.to_variable(np.zeros([4, 1], 'int64'))\ne = Embedding('e', [9, 5])\ny = e(ids)\n",
        f"{IMPORTS}ids = paddle.to_tensor(np.zeros([4, 1], 'int64'))\ne = nn.Embedding(9, 5)\n"
        "y = e(paddle.squeeze(ids, axis=-1))\n",
    )


NET = """\
class Net(fluid.dygraph.Layer):
    def __init__(self, name_scope{more}):
        super(Net, self).__init__(name_scope)
        self.conv = Conv2D({scope}, 4, 3)
    def forward(self, x):
        return self.conv(x)
"""
NEW_NET = """\
class Net(nn.Layer):
    def __init__(self{more}):
        super(Net, self).__init__({handed})
        self.conv = nn.Conv2D(3, 4, 3)
    def forward(self, x):
        return self.conv(x)
"""


@pytest.mark.parametrize("scope", ["self.full_name()", "name_scope", "name_scope + '_conv'"])
def test_a_name_scope_that_is_only_handed_on_goes(check_transformed, scope):
    result = check_transformed(
        HEAD + NET.format(more="", scope=scope) + X + "y = Net('net')(x)\n",
        IMPORTS + NEW_NET.format(more="", handed="") + NEW_X + "y = Net()(x)\n",
    )
    assert [f.name for f in result.findings if f.code == "PM215"] == ["Net"]


@pytest.mark.parametrize(
    ("use", "new"),
    [
        ("nets = {'net': Net}\ny = nets['net']('net')(x)\n", None),
        ("y = Net(*['net'])(x)\n", None),
        ("y = Net(name_scope=name())(x)\n", None),
    ],
)
def test_a_name_scope_stays_where_not_every_call_is_known(check_transformed, use, new):
    check_transformed(
        HEAD + NET.format(more="", scope="self.full_name()") + "def name():\n    return 'net'\n" + X + use,
        IMPORTS + NEW_NET.format(more=", name_scope", handed="name_scope") + "def name():\n    return 'net'\n"
        + NEW_X + use,
    )  # fmt: skip


def test_a_name_scope_that_is_read_stays(check_transformed):
    net = NET.format(more="", scope="name_scope").replace("4, 3)", "4, 3)\n        self.label = name_scope")
    new = NEW_NET.format(more=", name_scope", handed="name_scope").replace(
        "4, 3)", "4, 3)\n        self.label = name_scope"
    )
    check_transformed(HEAD + net + X + "y = Net('net')(x)\n", IMPORTS + new + NEW_X + "y = Net('net')(x)\n")


BLOCK = """\
class Block(fluid.dygraph.Layer):
    def __init__(self, name_scope, filters):
        super(Block, self).__init__(name_scope)
        self.conv = Conv2D(self.full_name(), filters, 3)
    def forward(self, x):
        return self.conv(x)
"""


def test_a_helper_class_takes_the_size_and_its_calls_pass_it(check_transformed):
    result = check_transformed(
        HEAD + BLOCK + X + "a, b = Block('a', 4), Block('b', filters=6)\ny = b(a(x))\n",
        IMPORTS
        + BLOCK.replace("fluid.dygraph.Layer", "nn.Layer")
        .replace("name_scope, filters", "num_channels, filters")
        .replace("__init__(name_scope)", "__init__()")
        .replace("Conv2D(self.full_name()", "nn.Conv2D(num_channels")
        + NEW_X
        + "a, b = Block(3, 4), Block(num_channels=4, filters=6)\ny = b(a(x))\n",
    )
    assert any(f.code == "PM116" and "num_channels" in f.message for f in result.findings)


@pytest.mark.parametrize(
    "use",
    [
        "blocks = [Block('b', n) for n in (4, 6)]\ny = blocks[1](blocks[0](x))\n",  # a loop that has no room for more
        "make = Block\na, b = make('a', 4), make('b', 6)\ny = b(a(x))\n",
        "a = Block('a', 4)\nb = Block('b', 6)  # paddle-migrate: skip\ny = b(a(x))\n",
        "a, b, c = Block('a', 4), Block('b', 6), Block('c', 6)\ny = b(a(x))\n",  # c is never called
    ],
)
def test_a_size_that_cannot_be_passed_is_left_to_a_person(use):
    result = migrate_source(HEAD + BLOCK + X + use)
    assert [(f.code, f.line) for f in result.left] == [("PM309", 7)]
    assert "Conv2D(self.full_name(), filters, 3)" in result.text
    assert "nn.Layer" in result.text
    assert not migrate_source(result.text).changed


def test_a_loop_gets_a_variable_that_goes_along(check_transformed):
    net = """\
class Net(fluid.dygraph.Layer):
    def __init__(self):
        super(Net, self).__init__()
        self.convs = []
        for i, filters in enumerate([4, 6, 8]):
            conv = Conv2D('c%d' % i, filters, 1)
            self.convs.append(self.add_sublayer('c%d' % i, conv))
    def forward(self, x):
        for conv in self.convs:
            x = conv(x)
        return x
"""
    new = (
        net.replace("fluid.dygraph.Layer", "nn.Layer")
        .replace("        for i, filters", "        num_channels = 3\n        for i, filters")
        .replace(
            "Conv2D('c%d' % i, filters, 1)", "nn.Conv2D(num_channels, filters, 1)\n            num_channels = filters"
        )
    )
    check_transformed(HEAD + net + X + "y = Net()(x)\n", IMPORTS + new + NEW_X + "y = Net()(x)\n")


@pytest.mark.parametrize(
    ("call", "codes"),
    [
        ("y = Conv2D('c', 4, 3)(read())", ["PM309"]),
        ("y = FC('f', 10)(read())", ["PM309"]),
        ("c = Conv2D('c', 4, 3)", ["PM309"]),
        ("c = Conv2D('c', *rest)", ["PM303"]),
        ("c = Conv2D('c', 4, 3)  # paddle-migrate: skip", []),
        ("y = FC('f', 10, num_flatten_dims=n)(read())", ["PM309"]),
    ],
)
def test_what_is_not_known_is_left_as_it_was(check_noop, call, codes):
    name = "FC" if "FC" in call else "Conv2D"
    result = check_noop(f"from paddle.fluid.dygraph.nn import {name}\n{call}\n")
    assert [f.code for f in result.left] == codes


@pytest.mark.parametrize(
    "text",
    [
        "import paddle.nn as nn\nname = 'c'\nconv = nn.Conv2D(3, 4, 3)\ny = conv(name)\n",
        "from mine import Conv2D, FC\nconv = Conv2D('c', 4, 3)\nfc = FC('f', 10)\n",
        "import paddle\nclass FC(paddle.nn.Layer):\n    pass\nfc = FC('f', 10)\n",
        "import paddle\n\n\nclass Net(paddle.nn.Layer):\n    def __init__(self, name_scope):\n"
        "        super().__init__(name_scope)\n        self.label = self.full_name()\n\n\nnet = Net('net')\n",
    ],
)
def test_today_s_code_and_other_people_s_layers_stay(check_noop, text):
    assert not check_noop(text).left


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c = Conv2D(channels, 4, 3)", "c = nn.Conv2D(channels, 4, 3)"),
        ("c = Conv2D(num_channels=n, num_filters=4, filter_size=3)",
         "c = nn.Conv2D(in_channels=n, out_channels=4, kernel_size=3)"),
    ],
)
def test_the_1_8_forms_have_no_name_scope(check_transformed, before, after):
    check_transformed(f"from paddle.fluid.dygraph.nn import Conv2D\n{before}\n", f"import paddle.nn as nn\n{after}\n")


@pytest.mark.parametrize(
    ("made", "new"),
    [
        ("PRelu('all')", "PRelu('all')"),
        ("PRelu(mode='all')", "PRelu(mode='all')"),
        ("PRelu('channel', 3)", "PRelu('channel', 3)"),
        ("PRelu('element', None, [1, 3, 8, 8])", "PRelu('element', None, [1, 3, 8, 8])"),
        ("PRelu('p', 'all')", "PRelu(mode='all')"),
        ("PRelu('p', 'channel')", "PRelu(channel=3, mode='channel')"),
        ("PRelu('p', mode='element')", "PRelu(input_shape=[1, 3, 8, 8], mode='element')"),
    ],
)
def test_prelu_keeps_its_parameter_s_name_and_shape(made, new):
    result = migrate_source(f"{HEAD}{X}p = {made}\ny = p(x)\n")
    assert result.left == []
    assert result.text.endswith(f"p = {new}\ny = p(x)\n")


def test_a_data_parallel_script_with_two_slips():
    """As a user wrote it: a loss that does not fit its labels, and a name that is not the model's."""
    text = f"""\
{HEAD}
def batches():
    images, labels = [], []
    for i in range(20):
        images.append(np.reshape(np.zeros(64), [1, 8, 8]).astype('float32'))
        labels.append(np.reshape(i % 10, [1]).astype('int64'))
        if len(images) == 5:
            yield np.array(images), np.array(labels)
            images, labels = [], []
class Digits(fluid.dygraph.Layer):
    def __init__(self, name_scope):
        super(Digits, self).__init__(name_scope)
        name_scope = self.full_name()
        self.conv = Conv2D(name_scope, num_filters=4, filter_size=3, act='relu')
        self.pool = Pool2D(name_scope, pool_size=2, pool_stride=2)
        self.fc = FC(name_scope, size=10, act='softmax')
    def forward(self, x):
        return self.fc(self.pool(self.conv(x)))
def train():
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id)
    with fluid.dygraph.guard(place):
        strategy = fluid.dygraph.parallel.prepare_context()
        model = Digits('digits')
        model = fluid.dygraph.parallel.DataParallel(model, strategy)
        sgd = fluid.optimizer.SGDOptimizer(learning_rate=0.01)
        reader = fluid.contrib.reader.distributed_batch_reader(batches)
        for image, label in reader():
            predict = model(fluid.dygraph.to_variable(image))
            loss = fluid.layers.square_error_cost(predict, fluid.dygraph.to_variable(label))
            loss = fluid.layers.mean(loss)
            loss = digits.scale_loss(loss)
            loss.backward()
            model.apply_collective_grads()
            sgd.minimize(loss)
            model.clear_gradients()
train()
"""
    result = migrate_source(text)
    assert [f.code for f in result.left] == ["PM307"]
    assert "fluid" not in result.text
    for line in (
        "        self.conv = nn.Conv2D(in_channels=1, out_channels=4, kernel_size=3)",
        "        self.fc = nn.Linear(in_features=36, out_features=10)",
        "        return F.softmax(self.fc(paddle.flatten(self.pool(F.relu(self.conv(x))), start_axis=1)))",
        "    model = Digits()",
        "    sgd = paddle.optimizer.SGD(learning_rate=0.01, parameters=model.parameters())",
        "        loss = digits.scale_loss(loss)",
    ):
        assert f"\n{line}\n" in result.text
    assert not migrate_source(result.text).changed


def test_branches_for_other_arguments(check_transformed):
    """A model of several depths, of which the script makes one."""
    net = """\
class Net(fluid.dygraph.Layer):
    def __init__(self, depth=2):
        super(Net, self).__init__()
        if depth == 2:
            self.stem = Block('stem', 4)
        elif depth == 3:
            self.stem = Block('stem', 6)
        self.block = Block('block', 8)
    def forward(self, x):
        return self.block(self.stem(x))
"""
    new = net.replace("fluid.dygraph.Layer", "nn.Layer").replace("Block('stem', ", "Block(3, ")
    new = new.replace("Block('block', 8)", "Block(4, 8)")
    block = BLOCK.replace("fluid.dygraph.Layer", "nn.Layer").replace("name_scope, filters", "num_channels, filters")
    block = block.replace("__init__(name_scope)", "__init__()")
    block = block.replace("Conv2D(self.full_name()", "nn.Conv2D(num_channels")
    text = HEAD + BLOCK + net + X + "y = Net()(x)\n"
    result = check_transformed(text, IMPORTS + block + new + NEW_X + "y = Net()(x)\n")
    (note,) = [f for f in result.findings if f.code == "PM218"]
    assert note.line == text[: text.index("Block('block'")].count("\n") + 1
    assert "4" in note.message
    assert "depth=3" in note.message
    assert "6" in note.message


@pytest.mark.parametrize("name", ["name_scope", "name"])
def test_a_size_goes_behind_a_name_that_stays(check_transformed, name):
    block = BLOCK.replace("name_scope", name).replace("filters, 3)", f"filters, 3)\n        self.label = {name}")
    new = block.replace("fluid.dygraph.Layer", "nn.Layer").replace(f"{name}, filters", f"{name}, num_channels, filters")
    check_transformed(
        HEAD + block + X + "a, b = Block('a', 4), Block('b', filters=6)\ny = b(a(x))\n",
        IMPORTS
        + new.replace("Conv2D(self.full_name()", "nn.Conv2D(num_channels")
        + NEW_X
        + "a, b = Block('a', 3, 4), Block('b', num_channels=4, filters=6)\ny = b(a(x))\n",
    )


def test_classes_made_from_one_another(check_transformed):
    heirs = """\
class Wide(Block):
    def __init__(self, name_scope):
        super(Wide, self).__init__(name_scope, 8)
class Deep(Block):
    def __init__(self, name_scope, n):
        super().__init__(name_scope, filters=n)
"""
    new = """\
class Wide(Block):
    def __init__(self):
        super(Wide, self).__init__(3, 8)
class Deep(Block):
    def __init__(self, n):
        super().__init__(num_channels=8, filters=n)
"""
    block = BLOCK.replace("fluid.dygraph.Layer", "nn.Layer").replace("name_scope, filters", "num_channels, filters")
    block = block.replace("__init__(name_scope)", "__init__()")
    check_transformed(
        HEAD + BLOCK + heirs + X + "y = Deep('d', 7)(Wide('w')(x))\n",
        IMPORTS
        + block.replace("Conv2D(self.full_name()", "nn.Conv2D(num_channels")
        + new
        + NEW_X
        + "y = Deep(7)(Wide()(x))\n",
    )


@pytest.mark.parametrize("listed", ["[4, 'M', 6]", "[[4, 6], 'M']"])
def test_a_number_of_a_list_that_has_words_too_is_no_name(listed):
    """As the nets of VGG are described."""
    text = (
        "from paddle.fluid.dygraph import BatchNorm, Conv2D, Pool2D\n\n\ndef layers(cfg):\n    made, channels = [], 1\n"
        "    for v in cfg:\n        if v == 'M':\n            made.append(Pool2D(2, pool_stride=2))\n        else:\n"
        "            made += [Conv2D(channels, v, 3), BatchNorm(v)]\n            channels = v\n    return made\n\n\n"
        f"layers({listed})\n"
    ).replace("cfg:", "cfg[0]:" if "[[" in listed else "cfg:").replace("'M')", "'M')")
    result = migrate_source(text)
    assert "nn.Conv2D(channels, v, 3), nn.BatchNorm(v)" in result.text
    assert not result.left
