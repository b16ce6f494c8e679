"""Every line that changes says which rewrite or rule changed it, of which legacy name, and where that stands."""

from __future__ import annotations

import pytest
from paddle_migrate.api import Options, migrate_source
from paddle_migrate.outcome import Outcome
from paddle_migrate.reasons import By, Origins, reasons
from paddle_migrate.rules.library import library

HEAD = "import paddle.fluid as fluid\nwith fluid.dygraph.guard():\n    pass\n"


def why(text: str) -> dict[tuple[str, str], list[By]]:
    result = migrate_source(text, "script.py", Options(why=True))
    outcome = Outcome("script.py", text, result.text, result.findings, result.origins)
    return {(reason.sign, reason.text.strip()): list(reason.by) for reason in outcome.why}


def _text_at(by: By) -> str:
    """The line of compat that a place names."""
    path, _, line = by.place.rpartition(":")
    return (library().root.parent / path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_a_rule_is_named_with_its_place():
    (by,) = why(HEAD + "y = fluid.layers.reduce_sum(x, dim=1)\n")["+", "y = paddle.sum(x, axis=1)"]
    assert (by.rewrite, by.name) == ("calls", "fluid.layers.reduce_sum")
    assert _text_at(by).startswith("def reduce_sum(")


def test_a_name_that_is_not_called():
    (by,) = why(HEAD + "class N(fluid.dygraph.Layer):\n    x = 1\n")["+", "class N(nn.Layer):"]
    assert (by.rewrite, by.name) == ("values", "fluid.dygraph.Layer")
    assert _text_at(by).startswith("class Layer")


def test_a_rewrite_is_named_with_what_it_is_about():
    found = why(HEAD + "o = fluid.optimizer.SGD(0.1, parameter_list=m.parameters())\no.minimize(loss)\n")
    (by,) = found["+", "o.step()"]
    assert (by.rewrite, by.name) == ("optimizers", "minimize")
    assert "minimize" in _text_at(by)


def test_several_in_one_line():
    text = HEAD.replace("pass", "y = fluid.layers.relu(fluid.layers.mean(x))")
    found = why(text)["+", "y = F.relu(paddle.mean(x))"]
    assert {(by.rewrite, by.name) for by in found} == {
        ("devices", "fluid.dygraph.guard"), ("calls", "fluid.layers.relu"), ("calls", "fluid.layers.mean"),
    }


def test_a_line_that_goes():
    text = "import paddle.fluid as fluid\nfluid.enable_dygraph()\nx = 1\n"
    found = why(text)
    assert [by.rewrite for by in found["-", "fluid.enable_dygraph()"]] == ["devices"]


def test_a_statement_behind_another():
    rate = "fluid.dygraph.PiecewiseDecay([1], [0.1, 0.01], 0)"
    text = f"{HEAD}r = {rate}\no = fluid.optimizer.SGD(r, parameter_list=m.parameters())\no.minimize(loss)\n"
    found = why(text)
    assert [by.rewrite for by in found["+", "o.step()"]] == ["optimizers"]
    assert [by.rewrite for by in found["+", "r.step()"]] == ["schedules"]


def test_what_is_written_into_the_script():
    text = HEAD + "fluid.save_dygraph(state, path)\n"
    (by,) = why(text)["+", "def save_state(state_dict, model_path):"]
    assert (by.rewrite, by.name) == ("checkpoints", "save_state")
    assert by.place.startswith("paddle_migrate/written/states.py:")


@pytest.mark.parametrize(
    "text",
    [
        "import paddle\nx = paddle.mean(y)\n",
        "import numpy as np\n",
        "import paddle.fluid as fluid\nx = fluid.layers.fc(y, 3)\nz = fluid.dygraph.to_variable(x)\n",
        "import paddle.fluid as fluid  # paddle-migrate: skip\nx = fluid.x\n",
    ],
)
def test_nothing_is_said_where_nothing_changes(text):
    assert why(text) == {}


@pytest.mark.parametrize("text", [HEAD, HEAD + "y = fluid.layers.mean(x)\n"])
def test_nobody_is_asked_unless_it_is_wanted(text):
    assert migrate_source(text, "script.py").origins is None


def test_texts_that_differ_without_anyone():
    assert [reason.by for reason in reasons("a\n", "b\n", Origins())] == [()]
    assert [reason.by for reason in reasons("a\n", "b\n", Origins(otherwise=By("x")))] == [(By("x"),)]
