"""Rules as functions with their old signature: which have such a form, and what it is."""

from __future__ import annotations

import ast

import pytest
from paddle_migrate.changes.expressions import template_of
from paddle_migrate.outcome import Way
from paddle_migrate.rules.expansion import Refused
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.unrolled import same_today, unrolled

LAYERS = "paddle_compat.fluid.layers."


def rule(name: str) -> Rule:
    found = library().lookup(name)
    assert isinstance(found, Rule)
    return found


def text(name: str, in_program: bool = False) -> str:
    return template_of(unrolled(rule(name), Way("2.6", in_program, False)).node).text


@pytest.mark.parametrize(("name", "line"), [
    ("elementwise_add", "if __given_2__ == -1:"),  # what no call tells is asked
    ("reduce_sum", "return out if out.ndim else"),  # the shape that it had
    ("pool2d", "if __given_2__ == 'max':"),
    ("crop", "if isinstance(__given_1__, (list, tuple)):"),
])  # fmt: skip
def test_conditions_are_asked_when_it_runs(name, line):
    assert line in text(LAYERS + name)


def test_the_signature_is_the_old_one():
    (function,) = ast.parse(text(LAYERS + "leaky_relu")).body
    assert isinstance(function, ast.FunctionDef)
    assert ast.unparse(function.args) == "x, alpha=0.02, name=None"


@pytest.mark.parametrize(("name", "pinned"), [("reshape", "actual_shape"), ("image_resize", "actual_shape")])
def test_an_argument_without_a_form_is_refused_when_it_runs(name, pinned):
    function = unrolled(rule(LAYERS + name), Way("2.6", True, False))
    assert function.pinned == (pinned,)
    assert isinstance(function.node.body[1], ast.If)


@pytest.mark.parametrize("name", ["roi_align", "warpctc", "dropout"])
def test_what_reads_offsets_or_the_mode_has_none(name):
    with pytest.raises(Refused):
        unrolled(rule(LAYERS + name), Way("2.6", False, False))


def test_a_program_says_whether_it_trains():
    assert "training=not __given_2__" in text(LAYERS + "dropout", in_program=True)


@pytest.mark.parametrize(("name", "today"), [
    ("relu", "paddle.nn.functional.relu"), ("square_error_cost", "paddle.nn.functional.square_error_cost"),
    ("softmax", ""), ("mean", ""), ("leaky_relu", ""), ("elementwise_add", ""),
])  # fmt: skip
def test_a_name_of_today_s_that_takes_the_same(name, today):
    assert same_today(unrolled(rule(LAYERS + name), Way("2.6", False, False))) == today


def test_every_layer_has_a_form_that_parses():
    every = [r for r in map(library().lookup, (LAYERS + n for n in library().module(LAYERS[:-1]).names()))
             if isinstance(r, Rule) and r.kind == "function"]
    made = 0
    for each in every:
        try:
            ast.parse(template_of(unrolled(each, Way("2.6", False, False)).node).text)
        except Refused:
            continue
        made += 1
    assert made > len(every) - 12


def test_no_rule_refuses_what_is_merely_left_out_of_the_call():
    """`left_out` is decided by the call alone: where a branch of it raises, a function would raise whatever comes."""
    found = [f"{module.name}:{node.lineno}" for module in library().modules() for node in ast.walk(module.tree)
             if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise)
             and any(isinstance(n, ast.Name) and n.id == "left_out" for n in ast.walk(node.test))]
    assert found == []


def test_a_refusal_is_asked_when_it_runs():
    made = text("paddle_compat._today_sequences.ctc.im2sequence", in_program=True)
    assert "if __given_4__ is not None:\n        raise NotImplementedError" in made
    assert "return" in made.rpartition("raise")[2]
