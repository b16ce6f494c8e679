"""What is the state of a model or an optimizer."""

from __future__ import annotations

import libcst as cst
import pytest
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.states import is_state
from paddle_migrate.text.source import Source


def state(text: str) -> bool:
    """Of what is asked of in `ask(…)`."""
    facts = Facts.find(Source(f"import paddle\nimport paddle.fluid as fluid\n{text}\n"))
    (call,) = (c for c in facts.source.all(cst.Call) if isinstance(c.func, cst.Name) and c.func.value == "ask")
    return is_state(facts, call.args[0].value)


@pytest.mark.parametrize(
    "text",
    [
        "s, o = fluid.load_dygraph('m')\nask(s)",
        "s, o = fluid.dygraph.load_dygraph('m')\nask(o)",
        "ask(fluid.load_dygraph('m')[0])",
        "s = fluid.load_program_state('m')\nask(s)",
        "s = paddle.load('m.pdparams')\nt = s\nask(t)",
        "ask(model.state_dict())",
    ],
)
def test_states(text):
    assert state(text)


@pytest.mark.parametrize(
    "text",
    ["ask(s)", "ask(load('m'))", "s = fluid.load_dygraph('m')[0]\ns = {}\nask(s)", "s, o = read('m')\nask(s)",
     "def f(s):\n    ask(s)", "ask({'a': 1})"],
)
def test_others(text):
    assert not state(text)
