"""Who is asked whether the model is in training."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source

HEAD = "import paddle.fluid as fluid\n"
LAYER = HEAD + "class Net(fluid.dygraph.Layer):\n    def forward(self, x):\n        return {call}\n"


def _left(text: str, options: Options | None = None) -> list[str]:
    return [f.message for f in migrate_source(text, options=options).left]


@pytest.mark.parametrize("call", ["fluid.layers.dropout(x, 0.5)", "fluid.layers.dropout(x, 0.5, is_test=False)"])
def test_the_layer_in_its_methods(call):
    result = migrate_source(LAYER.format(call=call))
    assert "training=self.training" in result.text
    assert not result.left


def test_what_the_call_said_of_it_is_told():
    result = migrate_source(LAYER.format(call="fluid.layers.dropout(x, 0.5, is_test=test)"))
    assert [f.code for f in result.findings if "is_test" in f.message] == ["PM121"]


@pytest.mark.parametrize("text", [
    "with fluid.dygraph.guard():\n    y = fluid.layers.dropout(x, 0.5)\n",
    "class Net:\n    def forward(self, x):\n        return fluid.layers.dropout(fluid.dygraph.to_variable(x), 0.5)\n",
    "class Net(fluid.dygraph.Layer):\n    @staticmethod\n    def run(x):\n"
    "        return fluid.layers.dropout(x, 0.5)\n",
])  # fmt: skip
def test_nobody_knows(text):
    assert any("whether the model is in training" in words for words in _left(HEAD + text))


@pytest.mark.parametrize(
    ("given", "wanted"),
    [("", ""), (", is_test=True", ", training=False"), (", is_test=test", ", training=not test")],
)
def test_a_program_says_it(given, wanted):
    text = f"{HEAD}x = fluid.data('x', [4, 2], 'float32')\ny = fluid.layers.dropout(x, 0.5{given})\n"
    new = migrate_source(text, options=Options(programs=True)).text
    call = next(line for line in new.splitlines() if line.startswith("y = "))
    assert (wanted or "training") in call if wanted else "training" not in call
