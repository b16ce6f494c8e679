"""What a function is called with besides its arguments, and what decorators make of it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Function

KEEPING = ("classmethod", "staticmethod")  # decorators that leave a function what it is
CLASS_KEEPING = ("dataclasses.dataclass", "enum.unique", "functools.total_ordering", "six.add_metaclass",
                 "six.python_2_unicode_compatible")  # and a class


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


def gives_back(facts: Facts, function: cst.FunctionDef, called: bool) -> bool:
    """Whether all that it returns is what it is given, `def register(cls): …; return cls`; `called`: whether it returns
    a function that does."""
    returned = facts.definitions.returned(function)
    names = {id(each): each for value in returned if isinstance(value, cst.Name) for each in facts.scopes.find(value)}
    last = function.body.body[-1]
    ends = isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[-1], cst.Return)
    if not ends or len(names) != 1 or not all(isinstance(each, cst.Name) for each in returned):
        return False
    made = next(iter(names.values())).node
    if called:
        return isinstance(made, cst.FunctionDef) and gives_back(facts, made, False)
    return made in function.params.params[int(takes_object(facts, function)) :][:1]
