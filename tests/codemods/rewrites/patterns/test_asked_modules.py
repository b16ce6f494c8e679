"""`hasattr(fluid.layers, "x")` is what 1.8.5 answered."""

import pytest
from paddle_migrate.api import migrate_source

HEAD = "import paddle.fluid as fluid\nimport paddle.fluid.layers as L\nfrom paddle.fluid import dygraph\n"


@pytest.mark.parametrize(("asked", "answer"), [
    ("hasattr(fluid.layers, 'mse_loss')", "True"),
    ("hasattr(fluid, 'nothing')", "False"),
    ("hasattr(L, 'fc')", "True"),
    ("hasattr(dygraph, \"Linear\")", "True"),
    ("hasattr(fluid.io, 'DataLoader')", "True"),
    ("hasattr(fluid.optimizer, 'RMSpropper')", "False"),
])
@pytest.mark.parametrize("text", ["if {}:\n    y = 1\n", "def f():\n    return 1 if not {} else 2\n",
                                  "class A(object):\n    new = {} and True\n", "new = [{}]\n"])
def test_it_is_answered(asked, answer, text):
    result = migrate_source(HEAD + text.format(asked))
    assert text.format(answer) in result.text
    assert "fluid" not in result.text
    assert not result.left


@pytest.mark.parametrize("asked", ["hasattr(net, 'fc')", "hasattr(fluid.layers.fc, 'x')", "hasattr(fluid, name)",
                                   "isinstance(L, str)", "other.hasattr(fluid, 'x')"])
def test_other_questions_stay(asked):
    text = migrate_source(f"{HEAD}name = net = other = input()\ny = {asked}\n").text
    assert f"y = {asked.partition('fluid')[0]}" in text
