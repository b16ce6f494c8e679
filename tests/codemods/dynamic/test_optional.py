"""Labels may be left out where a model for inference is saved."""

from __future__ import annotations

SAVE = '    fluid.io.save_inference_model("model", ["x"], [predict], exe)\n'
END = "        print(value)\n"
NET = '    out = fluid.layers.fc(hidden, 1)\n    return out\n'


def test_forward_ends_before_the_loss(layers):
    text = layers((END, END + SAVE))
    assert """\
    def forward(self, x, y=None):
        predict = self.net(x)
        if y is None:
            return predict
        loss = """ in text


def test_a_part_that_gets_them_ends_there(layers):
    text = layers(
        (END, END + SAVE), ("def net(x):", "def net(x, y):"),
        (NET, "    out = fluid.layers.fc(hidden, 1)\n    cost = fluid.layers.square_error_cost(out, y)\n"
              "    loss = fluid.layers.mean(cost)\n    return out, loss\n"),
        ("    predict = net(x)\n", "    predict, loss = net(x, y)\n"),
        ("    loss = fluid.layers.mean(fluid.layers.square_error_cost(predict, y))\n", ""))
    assert "    def forward(self, x, y=None):\n        # two layers\n" in text
    assert "        if y is None:\n            return out, None\n        cost = " in text
    assert """\
        predict, loss = self.net(x, y)
        if y is None:
            return predict
        return predict, loss
""" in text


def test_without_a_model_they_stay_needed(layers):
    assert "    def forward(self, x, y):\n" in layers()


def test_what_is_saved_needs_them(stays):
    why = stays((END, END + SAVE), ("    predict = net(x)\n", "    predict = net(x) + y\n"))
    assert "is worked out behind what needs y" in why


def test_what_is_returned_has_no_name(stays):
    why = stays(
        (END, END + SAVE), ("def net(x):", "def net(x, y):"), (NET, "    return fluid.layers.fc(hidden, 1), y * 2\n"),
        ("    predict = net(x)\n", "    predict, more = net(x, y)\n"))
    assert "what it returns has no names" in why
