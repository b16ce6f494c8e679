"""The text of a class: what it is made with, what `forward` takes."""

from __future__ import annotations

NET = "def net(x):\n"


def test_what_is_no_tensor_is_given_to_the_class(layers):
    text = layers((NET, "def net(x, size, slope=0.5, unused=None):\n"), ('8, act="relu"', "size"),
                  ("    out = ", "    hidden = fluid.layers.leaky_relu(hidden, slope)\n    out = "),
                  ("predict = net(x)", "predict = net(x, 8, slope=0.25)"))
    assert "    def __init__(self, size, slope=0.5):\n" in text
    assert "        self.slope = slope\n        self.linear1 = nn.Linear(4, size)\n" in text
    assert "    def forward(self, x):\n" in text
    assert "leaky_relu(hidden, self.slope)" in text
    assert "self.net = Net(size=8, slope=0.25)" in text


def test_what_every_layer_has_is_kept_under_another_name(layers):
    """`train` is a method, and `training` changes with it."""
    text = layers((NET, "def net(x, half, size):\n"), ('8, act="relu"', "size"),
                  ("    out = ", "    hidden = fluid.layers.leaky_relu(hidden, half)\n    out = "),
                  ("predict = net(x)", "predict = net(x, 0.25, 8)"))
    assert "        self.half_ = half\n" in text
    assert "leaky_relu(hidden, self.half_)" in text


def test_what_init_needs_is_worked_out_there(layers):
    text = layers(("    # two layers\n", "    size = 2 * 4\n    scale = 2.0\n"), ('8, act="relu"', "size"),
                  ("    return out", "    return out * scale"))
    assert "        super().__init__()\n        size = 2 * 4\n        self.linear1 = nn.Linear(4, size)\n" in text
    assert "    def forward(self, x):\n        scale = 2.0\n" in text


def test_names_of_the_function_that_builds(layers):
    text = layers(("    predict = net(x)\n", "    scale = 3.0\n    predict = net(x) * scale\n"))
    assert "class Network(nn.Layer):\n    def __init__(self, scale):\n" in text
    assert "predict = self.net(x) * self.scale\n" in text
    assert "network = Network(scale=scale)" in text


def test_the_docstring_is_the_class_s(layers):
    text = layers((NET, f'{NET}    """Two layers."""\n'))
    assert 'class Net(nn.Layer):\n    """Two layers."""\n\n    def __init__(self):\n' in text


def test_a_size_that_is_worked_out_of_a_tensor_is_given(layers):
    text = layers(("    # two layers\n", "    size = x.shape[1]\n"), ('8, act="relu"', "size"))
    assert "    def __init__(self, in_features):\n" in text
    assert "        size = in_features\n" in text
    assert "self.net = Net(in_features=4)" in text
