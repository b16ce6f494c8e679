"""Where a program is built: what is fed, the network, the optimizer; what is not seen of it leaves it a program."""

from __future__ import annotations

import pytest

MINIMIZE = "    sgd.minimize(loss)\n"


def test_at_the_top_of_a_file(old, layers):
    lines = old.partition("def main():\n")[2].partition("\n\nmain()")[0]
    text = layers((old[old.index("def main"):], "\n".join(line[4:] for line in lines.split("\n")) + "\n"))
    assert "\n\n\nclass Network(nn.Layer):\n" in text
    assert "\nsgd = paddle.optimizer.SGD(0.1, parameters=net" in text


def test_an_optimizer_without_a_name(layers):
    text = layers(("    sgd = fluid.optimizer.SGD(0.1)\n    sgd.minimize", "    fluid.optimizer.SGD(0.1).minimize"))
    assert "    optimizer = paddle.optimizer.SGD(0.1, parameters=network.parameters())\n" in text
    assert "optimizer.step()" in text


@pytest.mark.parametrize(("made", "name"), [
    ("    sgd = fluid.optimizer.Adam(0.1, epsilon=1e-3)\n    sgd.minimize", "sgd"),
    ("    fluid.optimizer.Adam(0.1, epsilon=1e-3).minimize", "optimizer"),
    ("    sgd = adam(1e-3)\n    sgd.minimize", "sgd"),
])
def test_an_optimizer_that_keeps_its_steps(layers, made, name):
    """A function that is written into the script does, in the loop as well."""
    function = "def adam(epsilon):\n    return fluid.optimizer.Adam(0.1, epsilon=epsilon)\n\n\ndef main():"
    text = layers(("    sgd = fluid.optimizer.SGD(0.1)\n    sgd.minimize", made), ("def main():", function))
    assert f"    {name} = Adam(0.1, epsilon=1e-3, parameters=net" in text
    assert f"{name}.step()" in text


def test_one_that_keeps_its_steps_elsewhere(stays):
    made = "    adam = fluid.optimizer.Adam(0.1, epsilon=1e-3)\n    sgd = adam if x is not None else None\n"
    assert "it is not seen here how the optimizer is made" in stays(("    sgd = fluid.optimizer.SGD(0.1)\n", made))


def test_what_is_fed_under_another_name(layers):
    text = layers(('fluid.data("y"', 'fluid.data("truth"'), ('"y": ARRAY', '"truth": ARRAY'))
    assert "y=paddle.to_tensor(ARRAY[:, :1])" in text
    assert "truth" not in text


def test_statements_between_stay(layers):
    assert "    rate = 3\n" in layers(("    predict = net(x)\n", "    rate = 3\n    predict = net(x)\n"))


@pytest.mark.parametrize(("old_text", "new_text", "why"), [
    (MINIMIZE, MINIMIZE * 2, "there are several losses"),
    (MINIMIZE, "    if x is not None:\n        sgd.minimize(loss)\n", "minimize() stands in a block"),
    (MINIMIZE, "    sgd.minimize(loss, parameter_list=[])\n", "it is not seen here which parameters are trained"),
    (MINIMIZE, "    sgd.minimize([loss][0])\n", "the loss has no name here"),
    ("    sgd = fluid.optimizer.SGD(0.1)\n", "    sgd = made(0.1)\n", "it is not seen here how the optimizer is made"),
    ("def main():\n    x =", "def main(wide=4):\n    if wide:\n        x =", "what is fed is not declared beside"),
    ("    predict = net(x)\n", "    predict = net(x)\n    found = [predict]\n    found[0] = predict\n",
     "a part of the network is not given a name"),
    ("    predict = net(x)\n", "    predict = net(x)\n    fluid.layers.Print(predict)\n", "static.Print"),
    (MINIMIZE, MINIMIZE + "    loss = loss * 2\n", "loss means another value behind minimize()"),
    (MINIMIZE, MINIMIZE + "    print(loss.name)\n", "name_of() works on programs"),
    (MINIMIZE, MINIMIZE + "    if x is not None:\n        print(loss)\n", "loss is used here otherwise"),
])
def test_what_stays_a_program(stays, old_text, new_text, why):
    assert why in stays((old_text, new_text))


def test_a_method_stays_a_program(old, stays):
    body = old[old.index("def main():"):old.index("\n\nmain()")]
    method = "class Task:\n" + "\n".join(f"    {line}".rstrip() for line in body.split("\n"))
    assert "in a method or in a function of a function" in stays((body, method.replace("main():", "main(self):")))
