"""What constants decide in a rule's body is decided, and nothing else."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.api import migrate_source
from paddle_migrate.rules.expansion import Call, Default, Expansion, Given, Refused, given
from paddle_migrate.rules.folding import UNKNOWN, activation_rule
from paddle_migrate.rules.layers import Layers
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


class Alone(Layers):
    """Of a body that calls no other rule."""

    def expand(self, rule: Rule, call: Call) -> Expansion:
        raise Refused(rule.short)


def _list(*elements: ast.expr) -> Given:
    node = given(0, positional=False)
    node.elements = list(elements)
    return node


# one = 1 and nothing = None were written or are defaults; a and b are known only when the script runs
NAMES = {
    "one": ast.Constant(1),
    "nothing": ast.Constant(None),
    "pair": Default(value=(5, 6)),
    "written": _list(ast.Constant(7), ast.Name("a")),
    "late": given(1, positional=False),
}


def _folding() -> Alone:
    rule, _ = library().legacy("paddle.fluid.layers.relu")
    assert isinstance(rule, Rule)
    return Alone(rule, NAMES, "3")


def _fold(text: str) -> str:
    return ast.unparse(_folding().fold(ast.parse(text, mode="eval").body))


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("not one", "False"),
        ("-one", "-1"),
        ("one or a", "1"),
        ("one and a", "a"),
        ("nothing or a", "a"),
        ("nothing and a", "None"),
        ("a or one or b", "a or 1"),
        ("one is None", "False"),
        ("nothing is None", "True"),
        ("one in (1, 2)", "True"),
        ("one not in [1]", "False"),
        ("0 < one < 1", "False"),
        ("a if one else b", "a"),
        ("a if nothing else b", "b"),
        ("2 if a else 2", "2"),
        ("pair[1]", "6"),
        ("written[0]", "7"),
        ("written[-1]", "a"),
        ("[*written, b]", "[7, a, b]"),
        ("[*pair]", "[5, 6]"),
        ("isinstance(one, (int, list))", "True"),
        ("isinstance(one, str)", "False"),
    ],
)
def test_decided(text, folded):
    assert _fold(text) == folded


@pytest.mark.parametrize(
    "text",
    [
        "a or b", "a and b", "not a", "a + b", "a is None", "a in (b, 2)", "b if a else 2", "2 if a else 2.0",
        "[*a]", "a[0]", "isinstance(a, int)", "f(a, k=b)", "(1, 2)[0]", "(1,) + (2,)",
    ],
)
def test_what_only_the_run_tells_stays(text):
    assert _fold(text) == text


def test_what_fails_when_it_runs_is_left_to_fail():
    assert _fold("one < 'a'") == "1 < 'a'"


@pytest.mark.parametrize("text", ["[]", "()", "[1]", "(1,)", "[[], ()]", "'a'", "None"])
def test_a_value_is_of_its_own_kind(text):
    value = _folding().value(ast.parse(text, mode="eval").body)
    assert (type(value), value) == (type(ast.literal_eval(text)), ast.literal_eval(text))


@pytest.mark.parametrize("text", ["a", "[a]", "(1, b)", "late", "1 + 1", "{}"])
def test_no_value(text):
    folding = _folding()
    assert folding.value(folding.fold(ast.parse(text, mode="eval").body)) is UNKNOWN


@pytest.mark.parametrize("boundaries", ["[]", "()"])
def test_an_empty_list_is_told_from_a_tuple(boundaries):
    text = f"import paddle.fluid as fluid\ns = fluid.dygraph.PiecewiseDecay({boundaries}, [0.1], 0)\n"
    text += "o = fluid.optimizer.SGD(s, parameter_list=p)\no.minimize(l)\n"
    assert "LambdaDecay(0.1, lr_lambda=lambda count: 1.0)" in migrate_source(text).text


def test_activations():
    assert activation_rule(library(), "relu").name.endswith(".relu")


@pytest.mark.parametrize("act", ["nonsense", ""])
def test_no_activation(act):
    with pytest.raises(Refused):
        activation_rule(library(), act)
