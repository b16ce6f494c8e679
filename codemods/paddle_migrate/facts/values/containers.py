"""What lists, tuples and dictionaries hold: their elements, what a loop goes over, what several names are given."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.facts.values.generators import generators, yielded
from paddle_migrate.facts.values.spot import Following, Part, Rest, Spot

ADDING = ("add", "append", "appendleft", "extend", "insert", "setdefault", "update")
_TAKING = ("clear", "pop", "popitem", "remove", "reverse", "sort")
_DEFINED = r"\b(?:def|class)[ \t]+(\w+)"
_LISTS = (cst.List, cst.Tuple)
_MADE = (cst.ListComp, cst.SetComp, cst.GeneratorExp)
_HOLDING = (*_LISTS, *_MADE, cst.Dict, cst.DictComp)
_GIVEN = (*_HOLDING, Rest)
Place = int | slice  # of an element, of those that a star takes
_POPS = ("pop", "popleft")
_FILTERS = {"filter": 1}  # hold some of what they are given there
_QUEUES = ("collections.deque",)
_ALIKE = ("iter", "list", "reversed", "set", "sorted", "tuple")  # hold what they are given


def elements(values: Following, container: Spot, index: cst.BaseExpression | None = None) -> list[Spot] | None:
    """What the index takes of the container, or all that it holds; None where nothing shows what it is."""
    ends = values.ends(container)
    if not any(isinstance(each.node, _GIVEN) or is_dict_of_keywords(each) or _copied(each) or _viewed(each, "values")
               or _paired(each) or written_pairs(each) or generators(values, each) for each in ends):
        return None
    key = _key(values, container, index)
    return list(dict.fromkeys(found for each in ends for found in _held(values, each, key)))


def written_out(values: Following, container: Spot) -> list[Spot] | None:
    """The elements of the one list or tuple that it is, as they stand there, without stars; None for anything else."""
    ends = values.ends(container)
    node = ends[0].node if len(ends) == 1 else None
    if not isinstance(node, _LISTS) or not all(type(each) is cst.Element for each in node.elements):
        return None
    return [ends[0].at(each.value) for each in node.elements]


def index_of(node: cst.Subscript) -> cst.BaseExpression | None:
    """`i` of `xs[i]`; None where it is no single one."""
    at = node.slice[0].slice if len(node.slice) == 1 else None
    return at.value if isinstance(at, cst.Index) else None


def gotten(values: Following, call: Spot) -> list[Spot] | None:
    """What `held.get(key)`, `held.get(key, default)`, `held.pop(0)` and `next(held)`, which are any of a list's, give;
    None where nothing shows what that is."""
    node = call.node
    func = node.func if isinstance(node, cst.Call) else None
    if isinstance(node, cst.Call) and _is_next(call):
        found = _shown(values, call.at(node.args[0].value))
        return found if found is None else [*found, *(call.at(arg.value) for arg in node.args[1:])]
    if not isinstance(node, cst.Call) or not isinstance(func, cst.Attribute) or func.attr.value not in ("get", *_POPS):
        return None
    given = [arg.value for arg in node.args if not arg.star and arg.keyword is None]
    is_pop = func.attr.value in _POPS
    if len(given) < len(node.args) or not int(not is_pop) <= len(given) <= len(("key", "default")):
        return None
    key = given[0] if given and not (is_pop and isinstance(given[0], cst.Integer)) else None
    found = elements(values, call.at(func.value), key)
    return found if found is None else [*found, *map(call.at, given[1:])]


def _is_next(spot: Spot) -> bool:
    """`next(held)`, `next(held, default)`."""
    args, func = spot.node.args, spot.node.func  # type: ignore[union-attr]
    plain = not any(arg.star or arg.keyword for arg in args) and 1 <= len(args) <= len(("held", "default"))
    return plain and isinstance(func, cst.Name) and func.value == "next" and not spot.facts.scopes.find(func)


def makes_dict(spot: Spot) -> bool:
    """`dict(…)`, Python's own, and `OrderedDict(…)`."""
    func = spot.node.func if isinstance(spot.node, cst.Call) else None
    own = isinstance(func, cst.Name) and func.value == "dict" and not spot.facts.scopes.find(func)
    return own or spot.facts.names.resolve(func) == "collections.OrderedDict"


def is_dict_of_keywords(spot: Spot) -> bool:
    """`dict(a=x, b=y)`."""
    return makes_dict(spot) and all(arg.keyword is not None for arg in spot.node.args)  # type: ignore[union-attr]


def _paired(spot: Spot) -> tuple[Spot, Spot] | None:
    """`ks` and `xs` of `dict(zip(ks, xs))`."""
    args = spot.node.args if isinstance(spot.node, cst.Call) and makes_dict(spot) else ()
    pairs = args[0].value if len(args) == 1 and args[0].keyword is None else None
    if not isinstance(pairs, cst.Call) or dotted(pairs.func) != "zip" or spot.facts.scopes.find(pairs.func):  # type: ignore[arg-type]
        return None
    if len(pairs.args) != 2 or any(arg.star or arg.keyword for arg in pairs.args):
        return None
    return spot.at(pairs.args[0].value), spot.at(pairs.args[1].value)


def written_pairs(spot: Spot) -> tuple[tuple[cst.BaseExpression, cst.BaseExpression], ...]:
    """The keys of `OrderedDict([("a", x), ("b", y)])` with what they have; none of anything else."""
    args = spot.node.args if isinstance(spot.node, cst.Call) and makes_dict(spot) else ()
    listed = args[0].value if len(args) == 1 and args[0].keyword is None and not args[0].star else None
    pairs = [each.value for each in listed.elements] if isinstance(listed, _LISTS) else []
    halves = [tuple(each.value for each in pair.elements) for pair in pairs if isinstance(pair, _LISTS)]
    plain = len(halves) == len(pairs) and all(len(each) == len(("key", "value")) for each in halves)
    return tuple(halves) if plain else ()  # type: ignore[arg-type]


def _parts(values: Following, container: Spot) -> list[Spot]:
    """Of what no file shows the elements of."""
    ends = values.ends(container)
    return [each.at(Part(each.node, None) if each.node is not None else None) for each in ends]


def unpacked(
    values: Following, value: Spot, target: cst.BaseExpression, name: str, looped: bool = False
) -> list[Spot]:
    """What the name gets of `a, (b, c) = value`, or of `for a, b in value`."""
    places = _places(target, name)
    unseen = [value.at(None)]
    if places is None:
        return unseen
    found = [value]
    if looped:
        looped_over = _zipped(values, value, places)
        if looped_over is not None:
            value, places = looped_over
        found = _rounds(values, value)
    for place in places:
        found = [part for each in found for part in _part(values, each, place)]
    return list(dict.fromkeys(found))


def _rounds(values: Following, looped: Spot) -> list[Spot]:
    """What a loop goes over: the keys of a dictionary, what anything else holds."""
    return _shown(values, looped) or _parts(values, looped)


def _shown(values: Following, looped: Spot) -> list[Spot] | None:
    """The same; None where nothing shows what that is."""
    ends = values.ends(looped)
    if not any(_is_dict(each) for each in ends):
        return elements(values, looped)
    return list(dict.fromkeys(found for each in ends for found in (
        _keys(values, each) if _is_dict(each) else elements(values, each) or _parts(values, each))))


def _keys(values: Following, container: Spot) -> list[Spot]:
    """The keys of a dictionary, and one that is not seen where it may have others."""
    node = container.node
    plain = isinstance(node, cst.Dict) and all(isinstance(each, cst.DictElement) for each in node.elements)
    if not (plain or written_pairs(container)) or None in container.facts.once(_Stores).of(values, container):
        return [container.at(Part(node, None) if node is not None else None)]
    return keys(values, container)


def _is_dict(spot: Spot) -> bool:
    by_names = isinstance(spot.node, Rest) and isinstance(spot.node.of, cst.Param) and spot.node.of.star == "**"
    is_call = is_dict_of_keywords(spot) or _paired(spot) is not None or bool(written_pairs(spot))
    return by_names or is_call or isinstance(spot.node, (cst.Dict, cst.DictComp))


def _viewed(container: Spot, name: str) -> Spot | None:
    """`held` of `held.values()`."""
    call = container.node.of if isinstance(container.node, Part) else container.node
    if not isinstance(call, cst.Call) or call.args or not isinstance(call.func, cst.Attribute):
        return None
    return container.at(call.func.value) if call.func.attr.value == name else None


def _of_pair(values: Following, pair: Spot, place: object) -> list[Spot] | None:
    """`k` or `v` of a pair that `held.items()` gives; None where it is no such pair."""
    held = _viewed(pair, "items") if isinstance(pair.node, Part) and pair.node.place is None else None
    ends = values.ends(held) if held is not None else []
    if held is None or place not in (0, 1) or not any(_is_dict(each) for each in ends):
        return None
    return _rounds(values, held) if place == 0 else elements(values, held)


def _part(values: Following, value: Spot, place: Place) -> list[Spot]:
    """The element there, or the list of those."""
    ends = values.ends(value)
    if isinstance(place, slice):
        return [end.at(_rest(values, end, place) if end.node is not None else None) for end in ends]
    return [found for end in ends for found in _held(values, end, (place,))]


def _rest(values: Following, container: Spot, taken: slice) -> Part:
    node, place = container.node, (taken.start, taken.stop)
    assert node is not None
    if not isinstance(node, _LISTS) or not all(type(each) is cst.Element for each in node.elements):
        return Part(node, place)
    held = enumerate(container.at(each.value) for each in node.elements[taken])
    return Rest(node, place, (*held, *((None, each) for each in added(values, container))))


def _zipped(values: Following, looped: Spot, places: list[Place]) -> tuple[Spot, list[Place]] | None:
    """The list that `for i, x in enumerate(xs)`, `for x, y in zip(xs, ys)` take the name's value from."""
    call = looped.node
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or looped.facts.scopes.find(call.func):
        return None
    if any(arg.star or arg.keyword for arg in call.args) or not places:
        return None
    first = places[0]
    if call.func.value == "enumerate" and call.args and first == 1:
        return looped.at(call.args[0].value), places[1:]
    if call.func.value == "zip" and isinstance(first, int) and -len(call.args) <= first < len(call.args):
        return looped.at(call.args[first].value), places[1:]
    return None


def _places(target: cst.BaseExpression, name: str) -> list[Place] | None:
    """Which element of which the name is, or which of them, `a, *name, b = xs`; None where it stands there twice."""
    if not isinstance(target, _LISTS):
        return [] if dotted(target) == name else None
    found = [
        [place, *inner]
        for place, each in zip(_numbered(target), target.elements, strict=True)
        if (inner := _places(each.value, name)) is not None
    ]
    return found[0] if len(found) == 1 else None


def _numbered(target: cst.List | cst.Tuple) -> list[Place]:
    """The places of what is unpacked; from the end where a star is before."""
    count = len(target.elements)
    star = next((i for i, each in enumerate(target.elements) if isinstance(each, cst.StarredElement)), count)
    behind = count - star - 1
    return [i if i < star else slice(star, -behind or None) if i == star else i - count for i in range(count)]


def _key(values: Following, container: Spot, index: cst.BaseExpression | None) -> tuple[object, ...]:
    """The index, where it is one constant; nothing where it may be any."""
    ends = values.ends(container.at(index)) if index is not None else []
    known = [constant(each.node) for each in ends]
    return known[0] if len(known) == 1 else ()


def constant(node: cst.CSTNode | Part | None) -> tuple[object, ...]:
    """The number or text that is written there, alone in a tuple; an empty one where it is none."""
    if isinstance(node, (cst.Integer, cst.SimpleString)):
        return (node.evaluated_value,)
    minus = isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus)
    if minus and isinstance(node.expression, cst.Integer):  # type: ignore[union-attr]
        return (-node.expression.evaluated_value,)  # type: ignore[union-attr]
    return ()


def _held(values: Following, container: Spot, key: tuple[object, ...]) -> list[Spot]:
    sources = _sources(values, container)
    if len(sources) == 1:
        return _of_itself(values, container, key)
    return [found for each in sources for found in _of_copied(values, each)]


def _of_copied(values: Following, container: Spot) -> list[Spot]:
    """What a copy of the container, or of one that is a copy itself, holds of it."""
    if _copied(container):
        return added(values, container)
    return _keys(values, container) if _is_dict(container) else _of_itself(values, container, ())


def _sources(values: Following, container: Spot) -> list[Spot]:
    """The container, what it is a copy of, what that is a copy of: each once, `xs = sorted(xs)` too."""
    found: dict[Spot, None] = {}
    waiting = [container]
    while waiting:
        at = waiting.pop()
        copied = None if at in found else _copied(at)
        found[at] = None
        if copied is not None:
            waiting += reversed(values.ends(copied))
    return list(found)


def _of_itself(values: Following, container: Spot, key: tuple[object, ...]) -> list[Spot]:
    node = container.node
    found: list[Spot] = []
    of_view = _of_view(values, container, key)
    if of_view is not None:
        return of_view
    if isinstance(node, _LISTS):
        whole = all(type(each) is cst.Element for each in node.elements)
        place = key[0] if key and whole else None
        if isinstance(place, int) and -len(node.elements) <= place < len(node.elements):
            found = [container.at(node.elements[place].value)]
        else:
            found = [container.at(each.value if type(each) is cst.Element else None) for each in node.elements]
    elif isinstance(node, cst.Dict):
        found = _of_dict(values, container, node, key)
    elif isinstance(node, cst.Call) and is_dict_of_keywords(container):
        found = [container.at(arg.value) for arg in node.args if not key or key == (_keyword(arg),)]
    elif isinstance(node, _MADE):
        found = [container.at(node.elt)]
    elif isinstance(node, cst.DictComp):
        found = [container.at(node.value)]
    elif (pairs := _paired(container)) is not None:
        found = _rounds(values, pairs[1])
    elif listed := written_pairs(container):
        found = [container.at(held) for own, held in listed if not key or constant(own) in ((), key)]
    elif running := generators(values, container):
        return list(dict.fromkeys(value for each in running for value in yielded(each)))
    elif isinstance(node, Rest):
        found = [held for place, held in node.held if not key or place is None or key == (place,)]
    else:
        return [container.at(Part(node, key[0] if key else None) if node is not None else None)]
    return [*found, *added(values, container, key)] or [container.at(None)]


def _of_view(values: Following, container: Spot, key: tuple[object, ...]) -> list[Spot] | None:
    """What `held.values()` holds, and what a pair of `held.items()`; None where it is neither."""
    held = _viewed(container, "values") if isinstance(container.node, cst.Call) else None
    if held is not None:
        return elements(values, held)
    return _of_pair(values, container, key[0]) if key else None


def _of_dict(values: Following, container: Spot, node: cst.Dict, key: tuple[object, ...]) -> list[Spot]:
    found: list[Spot] = []
    for each in node.elements:
        if not isinstance(each, cst.DictElement):
            return [container.at(None)]
        own = constant(each.key)
        if not key or not own or own == key:
            found.append(container.at(each.value))
    return found


def _keyword(arg: cst.Arg) -> str:
    return arg.keyword.value if arg.keyword is not None else ""


def _copied(container: Spot) -> Spot | None:
    """`xs` of `list(xs)`, `sorted(xs, key=f)` and `filter(f, xs)`."""
    call = container.node
    if isinstance(call, cst.Call) and len(call.args) == 1 and container.facts.names.resolve(call.func) in _QUEUES:
        return container.at(call.args[0].value)
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name):
        return None
    by_place = [arg for arg in call.args if arg.keyword is None]
    place = _FILTERS.get(call.func.value, 0)
    plain = call.func.value in (*_ALIKE, *_FILTERS) and len(by_place) == place + 1
    if not plain or any(arg.star for arg in call.args) or container.facts.scopes.find(call.func):
        return None
    return container.at(by_place[place].value)


def added(values: Following, container: Spot, key: tuple[object, ...] = ()) -> list[Spot]:
    """What is put into it later in its file, or where that hands it to; what is not seen, where it is changed
    otherwise. `key`: but for what is put under other texts."""
    if isinstance(container.node, cst.Tuple):
        return []
    own = container.facts.once(_Stores)
    files = [container.facts, *own.handed_to(values, container)]
    return [Spot(each, value) for each in files for value in each.once(_Stores).of(values, container)
            if not each.once(_Stores).is_under_another(value, key)]


def keys(values: Following, container: Spot) -> list[Spot]:
    """The keys of a dictionary, as far as its file shows them; none of anything else."""
    found = _made_with(values, container)
    return [] if found is None else [*found, *container.facts.once(_Stores).keys_of(values, container.node)]


def _made_with(values: Following, container: Spot) -> list[Spot] | None:
    """The keys that a dictionary is made with; None where it is none."""
    node = container.node
    if isinstance(node, cst.Dict):
        return [container.at(each.key) for each in node.elements if isinstance(each, cst.DictElement)]
    if isinstance(node, cst.DictComp):
        return [container.at(node.key)]
    if not isinstance(node, cst.Call) or not makes_dict(container):
        return None
    if is_dict_of_keywords(container):
        return [container.at(cst.SimpleString(repr(_keyword(arg)))) for arg in node.args]
    if listed := written_pairs(container):
        return [container.at(own) for own, _ in listed]
    zipped = _paired(container)
    return (elements(values, zipped[0]) if zipped is not None else None) or []


_Store = tuple[cst.BaseExpression, cst.BaseExpression | None]


class _Stores:
    """Where a file changes containers: what is changed, and what it gets (None: more than one value, or none)."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.found = facts, list[_Store]()
        self._by_container: dict[object, list[cst.BaseExpression | None]] | None = None
        self._handed: dict[object, dict[Facts, None]] | None = None
        self._is_asking = False
        self._keys: list[_Store] = []
        self._places: dict[cst.BaseExpression, set[tuple[object, ...]]] = {}
        self._updates: list[tuple[cst.BaseExpression, cst.BaseExpression]] = []
        source = facts.source
        for subscript in source.all(cst.Subscript):
            above = source.parents.get(subscript)
            assign = source.parents.get(above) if isinstance(above, cst.AssignTarget) else None
            if isinstance(assign, cst.Assign):
                self.found.append((subscript.value, assign.value))
                self._keys.append((subscript.value, index_of(subscript)))
                self._places.setdefault(assign.value, set()).add(constant(index_of(subscript)))
            elif isinstance(above, (cst.AugAssign, cst.Del)):
                self.found.append((subscript.value, None))
        for receiver, call in source.method_calls(*ADDING, *_TAKING):
            if facts.names.resolve(call.func):
                continue
            name = call.func.attr.value  # type: ignore[attr-defined]
            if name == "update" and call.args:
                self._updates.append((receiver, call.args[0].value))
            place = {"append": 0, "add": 0, "appendleft": 0, "insert": 1}.get(name)
            plain = not any(arg.star or arg.keyword for arg in call.args)
            alone = place is not None and plain and len(call.args) == place + 1
            self.found.append((receiver, call.args[-1].value if alone else None))
        self.found += [(each.target, None) for each in source.all(cst.AugAssign) if isinstance(each.target, cst.Name)]

    def of(self, values: Following, container: Spot) -> list[cst.BaseExpression | None]:
        """What is put into the container; who asks while that is worked out is told of nothing yet."""
        if self._by_container is None and self._is_asking:
            values.cut_short()
            return []
        if self._by_container is None:
            self._is_asking = True
            found: dict[object, list[cst.BaseExpression | None]] = {}
            for receiver, added in self.found:
                for end in values.ends(Spot(self.facts, receiver)):
                    found.setdefault(end.place, []).append(added)
            self._by_container = found
        return self._by_container.get(container.place, [])

    def is_under_another(self, value: cst.BaseExpression | None, key: tuple[object, ...]) -> bool:
        """Whether it is put under texts alone that are not this one."""
        places = self._places.get(value, set()) if value is not None and isinstance((*key, None)[0], str) else set()
        return bool(places) and key not in places and all(isinstance((*each, None)[0], str) for each in places)

    def handed_to(self, values: Following, container: Spot) -> list[Facts]:
        """The other files whose functions are given the container."""
        if self._handed is None:
            self._handed = {}  # to who asks meanwhile
            found: dict[object, dict[Facts, None]] = {}
            for given, there in self._handed_over(values):
                for end in values.ends(given):
                    found.setdefault(end.place, {})[there] = None
            self._handed = found
        return list(self._handed.get(container.place, ()))

    def _handed_over(self, values: Following) -> Iterator[tuple[Spot, Facts]]:
        """Arguments of functions that other files define, which may change what they are given."""
        names = self.facts.others.find(_DEFINED) if self.facts.others is not None else set()
        for call in self.facts.source.all(cst.Call) if names else ():
            func = call.func
            short = func.attr if isinstance(func, cst.Attribute) else func
            if not isinstance(short, cst.Name) or short.value not in names:
                continue
            for each in values.called(Spot(self.facts, call), constructors=True):
                if each.node is not None and each.facts.path != self.facts.path:
                    yield from ((Spot(self.facts, arg.value), each.facts) for arg in call.args)

    def keys_of(self, values: Following, container: object) -> list[Spot]:
        """The keys under which something is put into the container."""
        def takes(receiver: cst.BaseExpression) -> bool:
            return any(end.node is container for end in values.ends(Spot(self.facts, receiver)))

        more = [given for receiver, given in self._updates if takes(receiver)]
        return [*(Spot(self.facts, key) for receiver, key in self._keys if key is not None and takes(receiver)),
                *(key for given in more for end in values.ends(Spot(self.facts, given))
                  for key in _made_with(values, end) or ())]
