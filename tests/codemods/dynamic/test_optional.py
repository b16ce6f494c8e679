"""Labels may be left out where a model for inference is saved."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

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


SCORED = """\
import numpy as np
import paddle.fluid as fluid

ARRAY = np.arange(8, dtype="float32").reshape(2, 4) / 8


def attr(value):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


{functions}
def main():
    x = fluid.data("x", [None, 4])
    y = fluid.data("y", [None, 1])
{built}
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    for step in range(3):
        value, = exe.run(feed={{"x": ARRAY, "y": ARRAY[:, :1]}}, fetch_list=[loss])
        print("%.5f" % value[0])
    fluid.io.save_inference_model("model", {feeds}, {saved}, exe)
    program, names, results = fluid.io.load_inference_model("model", exe)
    {given} = exe.run(program, feed={fed}, fetch_list=results)
    for each in {shown}:
        print(*("%.5f" % number for number in np.ravel(each)))


main()
"""
LINES = """\
predict = fluid.layers.fc(x, 2, act="tanh", param_attr=attr(0.3))
{0}loss = fluid.layers.mean(fluid.layers.square_error_cost(predict, y))
{1}score = fluid.layers.sigmoid(predict * 2)
best = fluid.layers.reduce_max(score, dim=1)
"""


def scored(functions: str, built: str, saved: str, fed: tuple[str, ...] = ("x",), given: str = "found") -> str:
    values = {"x": "ARRAY", "y": "ARRAY[:, 1:2]"}
    return SCORED.format(
        functions=functions, built="".join(f"    {line}\n" for line in built.splitlines()), saved=saved, given=given,
        feeds=list(fed), fed="{" + ", ".join(f"'{name}': {values[name]}" for name in fed) + "}",
        shown=given if given == "found" else f"({given})")


def function(returned: str, lines: str = LINES.format("", "")) -> str:
    return "def net(x, y):\n" + "".join(f"    {row}\n" for row in f"{lines}return {returned}".splitlines()) + "\n\n"


COMMENTED = LINES.format("# what is to fall\n", "# how sure it is\n")
CLOTHES = {
    "behind": scored("", LINES.format("", ""), "[score]"),
    "behind_twice": scored("", LINES.format("", ""), "[best, score]", given="best_, score_"),
    "function": scored(function("loss, best"), "loss, best = net(x, y)\n", "[best]"),
    "function_of_several": scored(function("score, loss, best"), "score, loss, best = net(x, y)\n", "[best, score]"),
    "comments": scored(function("loss, score", COMMENTED), "loss, score = net(x, y)\n", "[score]"),
    "function_in_function": scored(
        function("loss, score") + "def whole(x, y):\n    loss, score = net(x, y)\n    return score, loss\n\n\n",
        "score, loss = whole(x, y)\n", "[score]"),
    "all_that_is_fed": scored("", LINES.format("", ""), "[loss]", ("x", "y")),
    "in_another_order": scored("", LINES.format("", ""), "[loss, predict]", ("y", "x"), "a, b").replace(
        "value, = exe", "_, value = exe").replace("[loss])", "[predict, loss])", 1),
}


def test_same_models(run_both_ways):
    """Each gives what the model gave, in its order; 1.8.5 prints these losses."""
    old, new = run_both_ways({name: {"main.py": text} for name, text in CLOTHES.items()}, Options(dygraph=True))
    assert new == old
    assert {tuple(lines[:3]) for lines in old.values()} == {("0.04029", "0.03325", "0.02720")}


@pytest.mark.parametrize("name", CLOTHES)
def test_they_become_layers(name):
    result = migrate_source(CLOTHES[name], options=Options(dygraph=True))
    assert [f for f in result.findings if f.code == "PM340"] == []
    assert "loss.backward()" in result.text
    assert all(row in result.text for row in ("# what is to fall", "# how sure it is") if name == "comments")


@pytest.mark.parametrize(("text", "why"), [
    (scored("", LINES.format("", "") + "best = best + score\n", "[best]"), "is worked out behind what needs y"),
    (scored("", LINES.format("", "").replace("predict * 2", "fluid.layers.dropout(predict, 0.5)"), "[score]"),
     "is worked out behind what needs y"),
    (scored("", LINES.format("", "").replace("sigmoid(predict", "softmax(fluid.layers.fc(predict, 2)"), "[score]"),
     "is worked out behind what needs y"),
    (scored(function("loss, score", LINES.format("", "").replace("sigmoid(predict * 2", "fc(predict, 2")),
            "loss, score = net(x, y)\n", "[score]"), "is worked out behind what needs y"),
    (scored("", LINES.format("", ""), "[score]", ("x", "y")), "gives less than what the loop fetches"),
    (scored("", LINES.format("", ""), "[score, score]"), "gives a result twice"),
    (scored("", LINES.format("", ""), "[score, best]").replace("fetch_list=results", "fetch_list=results[:1]"),
     "what is fetched is not all that the loaded model gives"),
    (scored("", LINES.format("", ""), "[score, best]", given="a, b, c"), "another number of names"),
])
def test_what_stays_a_program(text, why):
    result = migrate_source(text, options=Options(dygraph=True))
    (found,) = [f for f in result.findings if f.code == "PM340" and " stays a function: " not in f.message]
    assert why in found.message
    assert "enable_static()" in result.text
