"""What has a value, or holds it, and what a call that is given that makes of it: Python's own, parameters, fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.texts import Text, texts
from paddle_migrate.facts.values.containers import constant, index_of
from paddle_migrate.facts.values.objects import classes_of, line
from paddle_migrate.facts.values.spot import Function, Spot
from paddle_migrate.facts.values.values import Values
from paddle_migrate.text.arguments import argument

_DEEPEST = 3  # lists within lists
_DICTS = ("collections.OrderedDict", "dict")
_HOLDING = ("filter", "frozenset", "iter", "list", "reversed", "set", "sorted", "tuple")
_LIBRARIES = ("collections.", "itertools.")  # whose functions hold what they are given
_ONE_OF = ("max", "min", "next")
_TAKING = ("get", "pop", "setdefault")


@dataclass(frozen=True)
class Had:
    """An expression that has the value, or holds it: `places`, where in what holds it, from the outermost on; None may
    be any. `kind`: what it is to who asks, if not the value itself."""

    spot: Spot
    places: tuple[object, ...] = ()
    kind: object = None

    def at(self, node: cst.CSTNode) -> Had:
        return replace(self, spot=self.spot.at(node))

    def held(self, *places: object) -> Had:
        return replace(self, places=places[:_DEEPEST])

    def within(self, place: object = None) -> Had:
        """A list or the like that has it as an element."""
        return self.held(place, *self.places)

    @property
    def taken(self) -> Had:
        """An element of what holds it."""
        return self.held(*self.places[1:])

    @property
    def anywhere(self) -> Had:
        """The same elements at other places."""
        return self.held(None, *self.places[1:])

    def is_at(self, place: object) -> bool:
        """Whether it may be held there."""
        return place is None or self.places[0] in (None, place)


def place_of(index: cst.BaseExpression | None) -> object:
    """The text or the number from the beginning on that is written there."""
    known = (*constant(index), None)[0]
    return None if isinstance(known, int) and known < 0 else known


def place_in(holder: cst.CSTNode | None, element: cst.BaseElement | cst.BaseDictElement) -> object:
    """Where an element stands that is written in a list or a dictionary."""
    if isinstance(element, cst.DictElement):
        return place_of(element.key)
    each = list(holder.elements) if isinstance(holder, (cst.List, cst.Tuple)) else []
    place = next((place for place, other in enumerate(each) if other is element), None)
    return None if any(isinstance(other, cst.StarredElement) for other in each[:place]) else place


def name_of(facts: Facts, func: cst.BaseExpression) -> str:
    """That of one of Python's own functions, or of what is imported."""
    is_own = isinstance(func, cst.Name) and not facts.scopes.find(func)
    return func.value if is_own else facts.names.resolve(func)  # type: ignore[attr-defined]


def through(had: Had, arg: cst.Arg, call: cst.Call, name: str) -> list[Had] | None:
    """What a call of Python's own has, or holds, of what it is given; None where that is not known."""
    here, place = had.at(call), list(call.args).index(arg)
    if arg.keyword is not None:
        return [here.within(arg.keyword.value)] if name in _DICTS else None
    if arg.star:
        return _spread(here, name) if arg.star == "*" else [here] if name in _DICTS else None
    if not had.places:
        return [here] if name in _ONE_OF and len(call.args) > 1 else None
    if name in ("enumerate", "zip"):
        return [here.held(None, 1 if name == "enumerate" else place, *had.places[1:])]
    if name in _DICTS:  # of pairs, or of a dictionary
        are_pairs = had.places[:2] in ((None, 1), (None, None))
        return [here, here.held(None, *had.places[2:])] if are_pairs else [here]
    if name.endswith(".from_iterable"):
        return [here.taken.anywhere] if had.taken.places else None
    if name in _HOLDING or name.startswith(_LIBRARIES):
        return [here.anywhere]
    if name in _ONE_OF or name == "copy.copy":
        return [here.taken if name in _ONE_OF else here]
    return [] if name == "len" else None


def _spread(here: Had, name: str) -> list[Had] | None:
    """`zip(*rows)`, `chain(*lists)`."""
    if len(here.places) < len("of") or not (name == "zip" or name.startswith("itertools.chain")):
        return [here.taken] if name in _ONE_OF else None
    outer, inner, *rest = here.places
    return [here.held(inner, outer, *rest) if name == "zip" else here.taken.anywhere]


def put(had: Had, arg: cst.Arg, call: cst.Call) -> list[Had]:
    """What the method's object holds of what it is given, `xs.append(x)`, and what the call has, `d.get(key, x)`;
    nothing where it takes nothing in."""
    name, place = call.func.attr.value, list(call.args).index(arg)  # type: ignore[attr-defined]
    if name in _TAKING and place:
        return [had.at(call), *([had.within(place_of(call.args[0].value))] if name == "setdefault" else [])]
    if name in ("add", "append", "appendleft", "insert", "put"):
        return [had.within()]
    if name == "update" and arg.keyword is not None:
        return [had.within(arg.keyword.value)]
    is_more = name in ("extend", "extendleft", "update") and had.places
    return [had if name == "update" else had.anywhere] if is_more else []


def holder_of(had: Had, element: cst.BaseExpression) -> tuple[Had, cst.BaseExpression] | None:
    """What holds the value where it is had by `xs[0]`, `d.get("a")` or `d.setdefault("a", [])`, and how."""
    if isinstance(element, cst.Subscript):
        return had.within(place_of(index_of(element))), element.value
    func = element.func if isinstance(element, cst.Call) and element.args else None
    if not isinstance(func, cst.Attribute) or func.attr.value not in _TAKING:
        return None
    return had.within(place_of(element.args[0].value)), func.value  # type: ignore[attr-defined]


Taking = list[tuple[cst.Param, Had]]


def params_of(had: Had, arg: cst.Arg, call: cst.Call, function: Function, unnamed: int) -> Taking:
    """The parameters that may take the argument, each with what it is given: of what a star hands on, its parts."""
    own, given = function.params, had.taken if arg.star else had
    if arg.keyword is not None or arg.star == "**":
        key = arg.keyword.value if arg.keyword is not None else had.places[0]
        taking = [each for each in (*own.params, *own.kwonly_params) if key in (None, each.name.value)]
        return _with_rest(taking, given, own.star_kwarg, key)
    before = [each.star for each in call.args[: list(call.args).index(arg)] if each.keyword is None]
    params, first = [*own.posonly_params, *own.params], before.count("") + unnamed
    offset = had.places[0] if arg.star else 0
    if "*" in before or not isinstance(offset, int):
        return _with_rest(params[first:], given, own.star_arg, None)
    place = first + offset
    return _with_rest(params[place : place + 1], given, own.star_arg, place - len(params))


def _with_rest(taking: list[cst.Param], given: Had, rest: object, place: object) -> Taking:
    """And the parameter with a star, where it may take it, too."""
    over = [rest] if isinstance(rest, cst.Param) and (place is None or not taking) else []
    return [*((each, given) for each in taking), *((each, given.within(place)) for each in over)]


def fields_of(made: Spot) -> tuple[str, ...]:
    """Of a class that `namedtuple("Out", "loss accuracy")` makes; none of any other."""
    if not isinstance(made.node, cst.Call) or made.facts.names.resolve(made.node.func) != "collections.namedtuple":
        return ()
    given = argument(made.node, 1, "field_names")
    each = given.elements if isinstance(given, (cst.List, cst.Tuple)) else ()
    names = [e.value.evaluated_value for e in each if isinstance(e.value, cst.SimpleString)]
    whole = given.evaluated_value if isinstance(given, cst.SimpleString) else ""
    return tuple(str(name) for name in names or str(whole).replace(",", " ").split())


def methods_looked_up(values: Values, call: Spot) -> list[Spot]:
    """What `getattr(callback, "on_" + event)(logs)` may call."""
    ends = values.ends(call.at(call.node.func)) if isinstance(call.node, cst.Call) else []
    return [method for end in ends for method in _methods(values, end)]


def _methods(values: Values, looked_up: Spot) -> Iterator[Spot]:
    """Of the classes that the object may be of, where they are seen, or else of the file's."""
    asked = looked_up.node
    if not isinstance(asked, cst.Call) or len(asked.args) < 2 or looked_up.facts.source.code(asked.func) != "getattr":
        return
    known = [each for _, made in classes_of(values, looked_up.at(asked.args[0].value)) for each in line(values, made)]
    named = texts(looked_up.at(asked.args[1].value))
    for each in known or [looked_up.at(each) for each in looked_up.facts.source.all(cst.ClassDef)]:
        for method in each.node.body.body if isinstance(each.node, cst.ClassDef) else ():
            own = Text(method.name.value) if isinstance(method, cst.FunctionDef) else None
            if own is not None and not all(name.is_other(own) for name in named):
                yield each.at(method)
