"""The script's own classes and functions."""

from __future__ import annotations

import pytest
from paddle_migrate.facts.definitions import method_of, position_of

NET = "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return x\n"


@pytest.mark.parametrize(
    ("text", "is_layer"),
    [
        (NET, True),
        ("class Base(fluid.dygraph.Layer):\n    pass\nclass Net(Base):\n    pass\n", True),
        ("class Net(paddle.nn.Layer):\n    pass\n", True),
        ("class Net(fluid.dygraph.Conv2D):\n    pass\n", True),
        ("class Net(object):\n    pass\n", False),
        ("class Net:\n    pass\n", False),
        ("class Net(Net):\n    pass\n", False),
        ("class Net(other.Layer):\n    pass\n", False),
        ("class Net(fluid.optimizer.SGD):\n    pass\n", False),
    ],
)
def test_layer_classes(read, text, is_layer):
    script = read(text)
    assert script.facts.definitions.is_layer_class(script.owner("Net")) is is_layer


def test_attributes_are_those_of_the_class_itself(read):
    script = read("class A:\n    def f(self):\n        self.x = self.y.x = 1\n        self.x = 2\nclass B:\n"
                  "    def f(self):\n        self.x = 3\n")
    definitions = script.facts.definitions
    assert script.codes(definitions.attribute_values(script.owner("A"), "x")) == ["1", "2"]
    assert definitions.attribute_values(script.owner("A"), "y") == []


def test_attributes_in_a_row(read):
    script = read("class A:\n    def f(self):\n        self.x, self.y = 1, 2\n        self.x, self.y = f()\n")
    definitions = script.facts.definitions
    assert script.codes(definitions.attribute_values(script.owner("A"), "x")) == ["1"]
    assert script.codes(definitions.attribute_values(script.owner("A"), "y")) == ["2"]


@pytest.mark.parametrize(("more", "found"), [("", True), ("class B(A):\n    def f(self):\n        pass\n", False)])
def test_methods_of_self(read, more, found):
    script = read("class A:\n    def f(self):\n        return 1\n    def g(self):\n        self.f()\n" + more)
    assert (script.facts.definitions.function(script.node("self.f()")) is not None) is found


def test_returns(read):
    definitions = (script := read("def f():\n    if a:\n        return 1\n    return 2\n"
                                  "def g():\n    if a:\n        return\n    return 2\n")).facts.definitions
    assert script.codes(definitions.returned(script.function("f"))) == ["1", "2"]
    assert definitions.returned(script.function("g")) == []
    assert len(definitions.returns(script.function("g"))) == 2


def test_calls_are_those_of_the_very_function(read):
    script = read("def f():\n    pass\nf()\ndef g(f):\n    f()\n    h.f()\n")
    assert [script.facts.source.line(c) for c in script.facts.definitions.calls_of(script.function("f"))] == [6]


def test_function_that_a_call_names(read):
    script = read("def f():\n    pass\ndef g():\n    pass\ng = f\nf()\ng()\nh.f()\n")
    function = script.facts.definitions.function
    assert function(script.node("f()")) is script.function("f")
    assert function(script.node("g()")) is None
    assert function(script.node("h.f()")) is None


def test_members(read):
    script = read("class A:\n    def f(self, a, *, b):\n        pass\n")
    method = method_of(script.owner("A"), "f")
    assert method is script.function("f")
    assert method_of(script.owner("A"), "g") is None
    assert [position_of(method, p) for p in (*method.params.params, *method.params.kwonly_params)] == [0, 1, -1]
    assert script.facts.definitions.own_class(script.facts.source.module) is None


OBJECT = """\
class Net:
    {decorator}
    def build({object}, x):
        {object}.kept = x
        def later():
            return {object}.kept
        return later
"""


@pytest.mark.parametrize("name", ["self", "this", "net", "x_"])
def test_an_object_is_the_first_parameter(read, name):
    script = read(OBJECT.format(object=name, decorator="# none"))
    definitions, owner = script.facts.definitions, script.owner("Net")
    asked = [definitions.own_class(each.value) for each in script.facts.source.attributes["kept"]]
    assert asked == [owner, owner]
    assert script.codes(definitions.attribute_values(owner, "kept")) == ["x"]


@pytest.mark.parametrize("text", [
    OBJECT.format(object="self", decorator="@staticmethod"),
    OBJECT.format(object="self", decorator="@classmethod"),
    "def build(self, x):\n    self.kept = x\n",
    "class Net:\n    def build(this, self):\n        self.kept = 1\n",
    "class Net:\n    def build(self):\n        self = other\n        self.kept = 1\n",
    "self.kept = 1\n",
])
def test_another_is_none(read, text):
    facts = read(text).facts
    asked = [facts.definitions.own_class(each.value) for each in facts.source.attributes["kept"]]
    assert asked == [None] * text.count(".kept")
