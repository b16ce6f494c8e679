"""What the tool has written into a script is known again, wherever it comes from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from paddle_migrate.changes.templates import Definition, _written, of_rule, of_written, template
from paddle_migrate.facts.written_here import is_helper
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import Rule


def given() -> Iterator[Definition]:
    """All that scripts may be given, with what it needs."""
    rules = (module.find(name) for module in library().modules() for name in module.names())
    waiting = [of_rule(rule) for rule in rules if isinstance(rule, Rule) and rule.kind == "helper"]
    waiting += map(of_written, _written())
    seen = set()
    while waiting:
        each = waiting.pop()
        if (each.module.name, each.name) not in seen:
            seen.add((each.module.name, each.name))
            waiting += [use for use in template(each).uses if not isinstance(use, str)]
            if not isinstance(each.node, ast.Assign):
                yield each


def test_all_that_scripts_are_given() -> None:
    """By what each says of itself, which is a line of a library's documentation."""
    every = list(given())
    assert len(every) > 120
    unknown = [each.name for each in every if not is_helper(each.name, ast.get_docstring(each.node))]  # type: ignore[arg-type]
    assert unknown == []


def test_under_another_name() -> None:
    docstring = ast.get_docstring(of_written("step_schedule").node)  # type: ignore[arg-type]
    assert is_helper("step_schedule_", docstring)


def test_with_a_number_for_a_parameter() -> None:
    line = "Binary cross entropy of ``sigmoid(x)`` with ``label``, element by element; 0 where ``label`` is -100."
    assert is_helper("sigmoid_cross_entropy_with_logits", line)


@pytest.mark.parametrize(
    ("name", "docstring"),
    [("step_schedule", None), ("step_schedule", ""), ("step_schedule", "Steps."), ("mine", "Steps the schedule.")],
)
def test_a_function_of_the_script_is_none(name: str, docstring: str | None) -> None:
    assert not is_helper(name, docstring)
