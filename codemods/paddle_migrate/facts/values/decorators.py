"""What a function is called with besides its arguments, and what decorators make of it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Function

KEEPING = ("classmethod", "staticmethod")  # decorators that leave a function what it is


def owner_of(facts: Facts, function: Function) -> cst.ClassDef | None:
    """The class of which the function is a method."""
    if isinstance(function, cst.Lambda):
        return None
    around = facts.source.parent(function, cst.FunctionDef, cst.ClassDef, cst.Lambda)
    return around if isinstance(around, cst.ClassDef) else None


def takes_object(facts: Facts, function: Function) -> bool:
    """Whether the first parameter is the object or the class that the function is called on."""
    return owner_of(facts, function) is not None and "staticmethod" not in decorators(facts, function)


def decorators(facts: Facts, made: Function | cst.ClassDef) -> list[str]:
    each = () if isinstance(made, cst.Lambda) else made.decorators
    return [facts.source.code(decorator.decorator) for decorator in each]
