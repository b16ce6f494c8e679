"""What a function is called with besides its arguments, and what decorators make of it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.facts.values.spot import Function

KEEPING = ("classmethod", "staticmethod")  # decorators that leave a function what it is
_OF_LIBRARIES = ("contextlib.contextmanager", "functools.wraps", "six.wraps")  # of a generator, which a `with` runs
_PADDLES = ("no_grad", "declarative", "to_static")  # Paddle's that do, too
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


def is_left(facts: Facts, function: cst.FunctionDef) -> bool:
    """Whether a call of the function behind its decorators runs it once, with what it is given, and gives what it
    gives."""
    return not changing(facts, function)


def _leaves(facts: Facts, decorator: cst.BaseExpression) -> bool:
    if facts.source.code(decorator) in KEEPING:
        return True
    resolved = facts.names.resolve(decorator.func if isinstance(decorator, cst.Call) else decorator)
    if resolved in _OF_LIBRARIES:
        return True
    if resolved.startswith("paddle."):
        return resolved.rpartition(".")[2] in _PADDLES
    taking = taker(facts, decorator)
    return taking is not None and _hands_on(*taking)


def taker(facts: Facts, decorator: cst.BaseExpression) -> tuple[Facts, cst.FunctionDef] | None:
    """The files' own function that a decorator hands its function to: of `@timed("train")`, the one inside that it
    returns."""
    name = decorator.func if isinstance(decorator, cst.Call) else decorator
    there = facts.others.bound(name) if facts.others is not None else None
    home = Facts.of_other(there[0]) if there is not None else facts
    bindings = there[1] if there is not None else facts.scopes.find(name) if isinstance(name, cst.Name) else []
    made = bindings[0].node if len(bindings) == 1 else None
    if isinstance(decorator, cst.Call) and isinstance(made, cst.FunctionDef):
        made = _inner(home, made)
    return (home, made) if isinstance(made, cst.FunctionDef) else None


def changing(facts: Facts, function: Function) -> list[cst.Decorator]:
    """Its decorators that may leave it another one, the first to get it first."""
    every = () if isinstance(function, cst.Lambda) else function.decorators
    return [each for each in reversed(every) if not _leaves(facts, each.decorator)]


def _inner(facts: Facts, function: cst.FunctionDef) -> cst.FunctionDef | None:
    """The function inside that it returns, in its last line."""
    last = function.body.body[-1]
    line = last.body[-1] if isinstance(last, cst.SimpleStatementLine) else None
    value = line.value if isinstance(line, cst.Return) else None
    bindings = facts.scopes.find(value) if isinstance(value, cst.Name) else []
    made = bindings[0].node if len(bindings) == 1 else None
    is_all = facts.definitions.returns(function) == [line]
    is_inside = made is not None and facts.source.lies_in(made, function)
    return made if isinstance(made, cst.FunctionDef) and is_inside and is_all else None


def _hands_on(facts: Facts, decorator: cst.FunctionDef) -> bool:
    """`def logged(f): def run(*args, **kwargs): …; return f(*args, **kwargs); return run`, `def box(f): return f`."""
    run, params = _inner(facts, decorator), decorator.params.params
    if len(params) != 1:
        return False
    uses = [use for each in _bindings(facts, decorator, params[0]) for use in each.uses]
    if run is None:
        return bool(uses) and uses == facts.definitions.returned(decorator) and _ends(decorator.body)
    if not set(_last_names(run)) <= {"wraps"}:
        return False
    places, names = run.params.star_arg, run.params.star_kwarg
    if run.params.kwonly_params or not isinstance(places, cst.Param) or names is None:
        return False
    calls = [call for use in uses if isinstance(call := facts.source.parents.get(use), cst.Call) and call.func is use]
    if len(calls) != 1 or facts.source.parent(calls[0], cst.For, cst.While) is not None:
        return False
    given = [(arg.star, facts.source.code(arg.value)) for arg in calls[0].args]
    first = [("", each.name.value) for each in run.params.params]  # the object of a method
    if given != [*first, ("*", places.name.value), ("**", names.name.value)]:
        return False
    stars = [use for each in (places, names) for found in _bindings(facts, run, each) for use in found.uses]
    is_same = all(len(_bindings(facts, run, each)) == 1 for each in (*run.params.params, places, names))
    return is_same and len(stars) == len((places, names)) and _gives(facts, run, calls[0])


def _bindings(facts: Facts, function: cst.FunctionDef, param: cst.Param) -> list[Binding]:
    return facts.scopes.scope(function).bindings.get(param.name.value, [])


def _last_names(function: cst.FunctionDef) -> list[str]:
    """The last names of its decorators."""
    each = [d.decorator.func if isinstance(d.decorator, cst.Call) else d.decorator for d in function.decorators]
    return [e.attr.value if isinstance(e, cst.Attribute) else e.value if isinstance(e, cst.Name) else "" for e in each]


def _gives(facts: Facts, run: cst.FunctionDef, call: cst.Call) -> bool:
    """Whether all that it returns is what the call gives, and it returns in the end."""
    name = facts.assigned_name(call)
    bindings = facts.scopes.find(name) if name is not None else []
    found = facts.definitions.returned(run)  # nothing where one gives nothing
    is_it = [e is call or (isinstance(e, cst.Name) and len(bindings) == 1 and facts.scopes.find(e) == bindings)
             for e in found]
    return bool(found) and all(is_it) and _ends(run.body)


def _ends(suite: cst.BaseSuite) -> bool:
    """Whether its last statement returns, under a `with` or a `try`, too."""
    last = suite.body[-1]
    if isinstance(last, cst.With):
        return _ends(last.body)
    if isinstance(last, cst.Try):
        return _ends(last.body) and not last.handlers
    return isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[-1], cst.Return)
