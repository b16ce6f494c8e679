"""What a program's runs are asked for by name, and Paddle 3 knows by the variables themselves alone: names are looked
up where they may be of parameters or of what is fed."""

from __future__ import annotations

import re
from collections.abc import Iterable

import libcst as cst

from paddle_migrate.changes.changed_gradients import CHANGED, changes_gradients
from paddle_migrate.changes.helpers import wrap_with_program
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.fetched import fetched_by, fetched_parts, mapped_by, named_in
from paddle_migrate.facts.gradient_pairs import is_gradient, names_gradient
from paddle_migrate.facts.handed_names import hands_on_names
from paddle_migrate.facts.lasting_names import lasting_names
from paddle_migrate.facts.rebound import rebound_names
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.containers import elements
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import origins_of, values_of
from paddle_migrate.facts.written_here import calls_helper, is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_TEXTS = (cst.SimpleString, cst.FormattedString, cst.ConcatenatedString)
_UNSEEN = (cst.Attribute, cst.Name, cst.Subscript)
_DEEPEST = 4  # texts made of texts
_READING = ("parse_args", "parse_known_args", "readlines", "split", "splitlines")
_OUTSIDE = ("json.load", "os.environ", "os.getenv", "pickle.load", "sys.argv", "yaml.")
_JOINING = (cst.BinaryOperation, cst.IfExp, cst.List, cst.ListComp, cst.Set, cst.Tuple)
_OF_GRADIENTS = re.compile(rb"\bgrad_var_(?:name|suffix)\b|@GRAD|\b_append_grad_suffix_\b")
_NAMES = "Paddle 3 fetches variables, not their names: give the variable itself"
_OTHERS = (
    "the name is of a variable of another program than the one that runs: Paddle 3 fetches variables, and nothing for "
    "this one: keep the variables of each program under names of their own"
)
_ORDER = (
    "names of what is computed are others today, and so is their order: list the variables in the order that you mean"
)
_ORDERS, _COPIES = ("sorted", "set", "frozenset"), ("list", "tuple")
_THEMSELVES = "→ the variables themselves, not their names"
_DATA = r"\bdata\(\s*(?:name\s*=\s*)?['\"]{}['\"]"  # of whichever file
_PROGRAM = re.compile(r"_?(main_)?prog(ram)?$")
_OF_NAMES = "of the names that it is given"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    seen: set[cst.CSTNode] = set()
    for call in script.source.all(cst.Call):
        fetched = fetched_by(script.facts, call)
        if fetched is None or calls_helper(script.facts, fetched):
            continue
        if _is_in_order_of_names(script, Spot(script.facts, fetched)):
            script.say(fetched, "PM333", "fetch_list", _ORDER)
        _say_changed(script, fetched)
        parts = [fetched] if _is_alone(script, fetched) else list(fetched_parts(script.facts, fetched))
        parts = [each for part in parts for each in _choices(part)]
        read = {each for each in parts if _is_taken(each) and _is_read(script, each)}
        _by_name(script, [each for each in parts if each not in seen and each not in read], fetched)
        seen.update(parts)
        names = [each for each in parts if _is_name(script, each)]
        looked_up = bool(read) or any(_is_known(script, each) for each in names)
        looked_up = looked_up or (not names and _may_be_names(script, parts, fetched))
        if looked_up and not is_written(script.facts, call):
            _look_up(script, call, fetched)
    _of_its_program(script)
    for assign in script.source.all(cst.Assign):
        if isinstance(assign.value, cst.List) and _is_unread(script, assign):
            named = [each.value for each in assign.value.elements if isinstance(each.value, cst.Attribute)]
            _by_name(script, [each for each in named if each not in seen], assign.value)


def _is_read(script: Script, name: cst.BaseExpression) -> bool:
    """Whether something else than runs has `loss.name` as well, as a name: `dict(zip(names, values))[loss.name]`."""
    mapping = script.source.parent(name, cst.Call) if isinstance(script.source.parents.get(name), cst.Lambda) else None
    mapped = mapped_by(mapping) is not None
    found = reached(script.facts, mapping if mapped and mapping is not None else name, many=mapped)
    spots = [*found.spots, *found.holders, *found.compared]
    return not found.are_all or not all(map(_is_given_to_run, spots))


def _is_given_to_run(spot: Spot) -> bool:
    facts, node = spot.facts, spot.node
    above = spot.above
    while isinstance(above, (*_JOINING, cst.BaseElement)):
        node, above = above, facts.source.parents.get(above)
    taker = facts.source.parents.get(above) if isinstance(above, cst.Arg) else None
    if not isinstance(taker, cst.Call):
        return False
    copies = isinstance(taker.func, cst.Name) and taker.func.value in (*_ORDERS, *_COPIES)
    return _is_given_to_run(spot.at(taker)) if copies else fetched_by(facts, taker) is node


def _choices(part: cst.BaseExpression) -> list[cst.BaseExpression]:
    """`a` and `b` of `a if c else b`."""
    return [*_choices(part.body), *_choices(part.orelse)] if isinstance(part, cst.IfExp) else [part]


def _say_changed(script: Script, fetched: cst.BaseExpression) -> None:
    """Say of gradients that are fetched what decay and clips of the program do to them."""
    for each in fetched_parts(script.facts, fetched):
        value = each.value if _is_alone(script, each) else each  # type: ignore[attr-defined]
        if is_gradient(script.facts, value, of_pairs=True) and changes_gradients(script):
            script.say(each, "PM350", "fetch_list", CHANGED)


def _is_in_order_of_names(script: Script, fetched: Spot) -> bool:
    """Whether it is sorted, or a set, of names that become the variables themselves."""
    values = values_of(script.facts)
    for end in values.ends(fetched):
        call = end.node
        if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or not call.args:
            continue
        if call.func.value in _COPIES and _is_in_order_of_names(script, end.at(call.args[0].value)):
            return True
        held = elements(values, end) or [] if call.func.value in _ORDERS else []
        if any(_is_taken(each.expression) for spot in held for each in values.ends(spot)):
            return True
    return False


def _is_alone(script: Script, fetched: cst.BaseExpression) -> bool:
    """`fetch_list=loss.name`, in no list."""
    named = isinstance(fetched, cst.Attribute) and fetched.attr.value == "name"
    return named and script.definitions.own_class(fetched.value) is None  # type: ignore[attr-defined]


def _is_unread(script: Script, assign: cst.Assign) -> bool:
    """`fetch_list = [loss.name]` in a function that runs without it: Paddle 3 has no names of what is computed."""
    targets = [target.target for target in assign.targets]
    names = [target for target in targets if isinstance(target, cst.Name)]
    is_local = script.source.parent(assign, cst.FunctionDef) is not None and not script.scopes.stars
    return is_local and len(names) == len(targets) and all(_is_fetched(script, name) for name in names)


def _is_fetched(script: Script, name: cst.Name) -> bool:
    """Whether nobody reads it."""
    return not any(binding.uses for binding in script.scopes.find(name))


def _by_name(script: Script, listed: Iterable[cst.BaseExpression], fetched: cst.BaseExpression) -> None:
    for each in listed:
        if isinstance(each, cst.Attribute) and each.attr.value == "name":
            if _of_all(script, each, fetched):
                continue
            script.edits.delete(script.source.span(each.value)[1], script.source.span(each)[1])
            script.say(each, "PM119", "fetch_list", "→ the variable itself, not its name")
        elif _is_name(script, each) and not _is_known(script, each):
            script.say(each, "PM333", "fetch_list", _NAMES)


def _of_its_program(script: Script) -> None:
    """What is fetched of names that hold, by then, variables of another program than the one that runs: these get names
    of their own behind their assignment."""
    kept: dict[cst.Assign, dict[str, str]] = {}
    for name, found in rebound_names(script.facts).items():
        if found.own is None or not isinstance(found.program, cst.Name):
            script.say(name, "PM333", "fetch_list", _OTHERS)
            continue
        names = kept.setdefault(found.own, {})
        if name.value not in names:
            names[name.value] = script.scopes.free(f"{_PROGRAM.sub('', found.program.value) or 'own'}_{name.value}")
        script.edits.replace(*script.source.span(name), names[name.value])
        script.say(name, "PM119", "fetch_list", f"→ {names[name.value]}: {name.value} is of another program by then")
    for own, names in kept.items():
        script.beside.behind(own, [f"{', '.join(names.values())} = {', '.join(names)}"])


def _may_be_names(script: Script, parts: list[cst.BaseExpression], fetched: cst.BaseExpression) -> bool:
    """Whether what is fetched comes from where nobody sees it, in a program that hands on names of variables."""
    ends = [end for each in parts for end in script.origins.ends(each) or [None]]
    if any(isinstance(end, cst.Attribute) and end.attr.value == "name" and end not in parts for end in ends):
        return True
    if any(each.node not in parts for each in named_in(script.facts, fetched)):
        return True
    spot = Spot(script.facts, fetched)
    if any(map(_is_text, elements(values_of(script.facts), spot) or [])) or _is_read_in(spot):
        return True
    unseen = any(end is None or isinstance(end, _UNSEEN) for end in ends if not _is_taken(end))
    hidden = not parts or unseen or _is_unpacked(script, fetched)
    return hidden and not _is_empty(fetched) and script.facts.once(hands_on_names)


def _is_read_in(spot: Spot, depth: int = 0) -> bool:
    """Whether it may be of texts from outside: `"w,b".split(",")`, `args.fetch`, `json.load(file)["fetch"]`."""
    for end in values_of(spot.facts).ends(spot) if depth < _DEEPEST else ():
        node, inner = end.node, list[cst.BaseExpression]()
        if isinstance(node, cst.BinaryOperation):
            inner = [node.left, node.right]
        elif isinstance(node, (cst.Attribute, cst.Subscript)):
            inner = [node.value]
        elif isinstance(node, cst.Call) and node not in end.facts.by_call:
            method = node.func.attr.value if isinstance(node.func, cst.Attribute) else ""
            if method in _READING or end.facts.names.resolve(node.func).startswith(_OUTSIDE):
                return True
            copied = isinstance(node.func, cst.Name) and node.func.value in (*_ORDERS, *_COPIES)
            inner = [arg.value for arg in node.args] if copied else []
        if any(_is_read_in(end.at(each), depth + 1) for each in inner):
            return True
    return False


def _is_unpacked(script: Script, fetched: cst.BaseExpression) -> bool:
    """`names, values = …`, of which nobody sees what is in it."""
    bindings = script.scopes.find(fetched) if isinstance(fetched, cst.Name) else []
    return any(isinstance(each.node, cst.Assign) and each.value is None for each in bindings)


def _is_taken(end: cst.BaseExpression | None) -> bool:
    """`h.name`, which becomes the variable itself."""
    return isinstance(end, cst.Attribute) and end.attr.value == "name"


def _is_empty(fetched: cst.BaseExpression) -> bool:
    return isinstance(fetched, (cst.List, cst.Tuple)) and not fetched.elements


def _is_name(script: Script, each: cst.BaseExpression) -> bool:
    """Whether it is a text, or made of one."""
    found = script.origins.only(each)
    named = Spot(script.facts, each)
    return names_gradient(named) or (found not in script.by_call and _is_text(named))


def _is_text(spot: Spot, depth: int = 0) -> bool:
    """In some way: `"w"`, `"w%d" % i`, `"w{}".format(i)`, `prefix + "w"`."""
    for end in values_of(spot.facts).ends(spot) if depth < _DEEPEST else ():
        node, made = end.node, list[cst.BaseExpression]()
        if isinstance(node, cst.BinaryOperation):
            made = [node.left, node.right]
        elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and node.func.attr.value == "format":
            made = [node.func.value]
        if isinstance(node, _TEXTS) or any(_is_text(end.at(each), depth + 1) for each in made):
            return True
    return False


def _is_known(script: Script, each: cst.BaseExpression) -> bool:
    """Whether it may be the name of a parameter or of what is fed: not that of a gradient, or one that none has."""
    found, known = script.origins.only(each), texts(Spot(script.facts, each))
    if any(text.end is not None for text in known):
        return not names_gradient(Spot(script.facts, each)) and "@GRAD" not in script.source.code(found or each)
    fed = (each.argument("name") for each in script.references if each.name.endswith(".data"))
    names = {name.evaluated_value for name in fed if isinstance(name, cst.SimpleString)}
    lasting = script.facts.once(lasting_names)
    others = {text.start for text in known if all(map(text.is_other, lasting))} - names
    return all(script.facts.says(re.compile(_DATA.format(re.escape(each)).encode())) for each in others)


def _look_up(script: Script, call: cst.Call, fetched: cst.BaseExpression) -> None:
    """The variables of the names that a run is given."""
    held = elements(values_of(script.facts), Spot(script.facts, fetched)) or [Spot(script.facts, None)]
    hidden = _OF_GRADIENTS.search(script.source.raw) and any(each.node is None for each in held)
    if hidden or any(map(names_gradient, held)):
        script.say(fetched, "PM333", "fetch_list", _NAMES)
    name = wrap_with_program(script, fetched, "variables", call)
    script.say(fetched, "PM119", "fetch_list", f"→ {name}, written into the script: {_OF_NAMES}")


def _of_all(script: Script, each: cst.Attribute, fetched: cst.BaseExpression) -> bool:
    """`[each.name for each in those]` → `list(those)`; `those` itself where a run is given a list of them at once."""
    named = script.source.parents.get(each)
    if isinstance(named, cst.Lambda):
        return _of_mapped(script, each, named)
    if not isinstance(named, cst.ListComp) or named.elt is not each:
        return False
    loop = named.for_in
    alone = not loop.ifs and loop.inner_for_in is None and loop.asynchronous is None
    if not alone or not isinstance(loop.target, cst.Name) or not isinstance(each.value, cst.Name):
        return False
    if each.value.value != loop.target.value or script.scopes.stars or script.scopes.of(named).find("list"):
        return False
    itself = named is fetched and all(map(_makes_list, origins_of(script.facts, loop.iter) or [None]))
    before, after = ("", "") if itself else ("list(", ")")
    script.edits.replace(*script.source.span(named), lambda: f"{before}{script.render(loop.iter)}{after}")
    script.say(each, "PM119", "fetch_list", _THEMSELVES)
    return True


def _of_mapped(script: Script, each: cst.Attribute, named: cst.Lambda) -> bool:
    """`map(lambda each: each.name, those)` → `those`, in a list."""
    mapping = script.source.parent(named, cst.Call)
    its = named.params.params[0].name.value if mapped_by(mapping) is named else None
    if not isinstance(each.value, cst.Name) or each.value.value != its or script.scopes.stars:
        return False
    assert isinstance(mapping, cst.Call)
    those, taker = mapping.args[1].value, script.taker(mapping)
    is_in_list = isinstance(taker, cst.Call) and script.source.code(taker.func) in _COPIES
    before, after = ("", "") if is_in_list else ("list(", ")")
    script.edits.replace(*script.source.span(mapping), lambda: f"{before}{script.render(those)}{after}")
    script.say(each, "PM119", "fetch_list", _THEMSELVES)
    return True


def _makes_list(value: cst.BaseExpression | None) -> bool:
    """`[a, b]`, and `those + [a]`, to which nothing but a list can be added."""
    sides = [value.left, value.right] if isinstance(value, cst.BinaryOperation) else []
    added = isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Add)
    return isinstance(value, (cst.List, cst.ListComp)) or (added and any(isinstance(s, cst.List) for s in sides))
