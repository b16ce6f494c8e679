"""What variables of programs had and have not in Paddle 3, where no rewrite does without: `loss.name`, `lod_level`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.program_variables import is_made_by_layer
from paddle_migrate.facts.blocks import is_block
from paddle_migrate.facts.called_values import legacy_called
from paddle_migrate.facts.fetched import fetched_names
from paddle_migrate.facts.gradient_pairs import is_gradient
from paddle_migrate.facts.handed_names import is_all_of_program
from paddle_migrate.facts.schedules import is_schedule
from paddle_migrate.facts.texts import texts
from paddle_migrate.facts.values.spot import Part, Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.facts.written_here import is_written
from paddle_migrate.script import Script

IN_PROGRAMS = True
_LOOKING_UP = ("var", "_get_var")
_RESULTS = ("target_vars", "fetch_list")
_NAMED = ("data", "create_parameter", "create_global_var", "autoincreased_step_counter")
_CALCULATED = (cst.BinaryOperation, cst.Comparison, cst.Call, cst.Subscript, cst.UnaryOperation)
_ASKED = 2  # what hasattr() is given
_BY_NAME = ("getattr", "hasattr", "setattr")
_GRADIENTS = "Paddle 3 has no names of gradients: keep them by those of their parameters"
_IN_SCOPE = "Paddle 3's scope has nothing of what a program computes, persistable or not: fetch it"
_LAYERS = ("paddle.fluid.layers.", "paddle.fluid.data")
_ANOTHER = "Paddle 3 has names of parameters and of what is fed alone: give the variable itself"
_GONE = {
    "lod_level": "Paddle 3's variables have none: say whether it is a sequence where it is made",
    "grad_name": "Paddle 3's variables have none: fetch what paddle.static.gradients gives",
    "error_clip": "Paddle 3's variables have none: give the optimizer a grad_clip",
}


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for attribute in _open(script, "name"):
        computed = _is_computed(script, attribute.value, _NAMED) or _is_of_targets(script, attribute)
        if computed or _is_fetched(script, attribute):
            _name(script, attribute)
        elif is_gradient(script.facts, attribute.value):
            script.say(attribute, "PM333", "Variable.name", _GRADIENTS)
    for call in script.source.all(cst.Call):
        _ask(script, call)
    for name, why in _GONE.items():
        for attribute in _read(script, name):  # also inside of what is written anew, which keeps it
            if _is_variable(script, attribute.value):
                script.say(attribute, "PM333", f"Variable.{name}", why)


def _open(script: Script, name: str) -> list[cst.Attribute]:
    """Where an attribute of that name is read, and nobody has taken it yet."""
    return [each for each in _read(script, name) if not _is_taken(script, each)]


def _read(script: Script, name: str) -> list[cst.Attribute]:
    every = script.source.attributes.get(name, ())
    return [each for each in every if not (script.is_skipped(each) or is_written(script.facts, each))]


def _is_taken(script: Script, attribute: cst.Attribute) -> bool:
    covered = script.edits.covered([script.source.core(attribute.attr)[0]])
    return bool(covered) and not _is_looked_up(script, attribute)


def _is_looked_up(script: Script, attribute: cst.Attribute) -> bool:
    """`block.var(loss.name)`, whose argument the call that stands there today is given."""
    call = Spot(script.facts, attribute).taker
    func = call.func if isinstance(call, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in _LOOKING_UP


def _name(script: Script, attribute: cst.Attribute) -> None:
    """`loss.name` → `name_of(loss)`, by which runs and blocks find it; `loss.name + "@GRAD"` names something else."""
    above = script.source.parents.get(attribute)
    if isinstance(above, cst.BinaryOperation) and "@" in script.source.code(above):
        script.say(attribute, "PM333", "Variable.name", _ANOTHER)
        return
    found = any(map(_finds, reached(script.facts, attribute).spots))
    if found and not any(map(_is_schedule, values_of(script.facts).ends(Spot(script.facts, attribute.value)))):
        script.say(attribute, "PM333", "Variable.name", _IN_SCOPE)
    name = write_written(script, "name_of")
    script.edits.replace(*script.source.core(attribute), lambda: f"{name}({script.render(attribute.value)})")
    said = f"→ {name}, written into the script: a name for what Paddle 3 has none for"
    script.say(attribute, "PM119", "Variable.name", said)


def _is_schedule(end: Spot) -> bool:
    """Whose rate is in the scope."""
    return isinstance(end.node, cst.Call) and is_schedule(end.facts.by_call.get(end.node))


def _finds(spot: Spot) -> bool:
    """`scope.find_var(name)`."""
    func = spot.taker.func if isinstance(spot.taker, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value == "find_var"


def _ask(script: Script, call: cst.Call) -> None:
    """`hasattr(v, "name")` of what may be computed, where Paddle 3 raises a ValueError; `getattr` raises, too."""
    asks, given = script.source.code(call.func), [arg.value for arg in call.args]
    if asks not in _BY_NAME or len(given) < _ASKED or script.is_skipped(call) or is_written(script.facts, call):
        return
    value, name = given[:_ASKED]
    for text in texts(Spot(script.facts, name)):
        if text.end is None and text.start in _GONE and _is_variable(script, value):
            script.say(call, "PM333", f"Variable.{text.start}", _GONE[text.start])
    named = isinstance(name, cst.SimpleString) and name.evaluated_value == "name" and isinstance(value, cst.Name)
    if not named or asks == "setattr" or _is_asked_already(script, call):
        return
    ends = values_of(script.facts).ends(Spot(script.facts, value))
    unseen = any(end.node is None or isinstance(end.node, Part) for end in ends)
    is_computed = _is_computed(script, value, _NAMED)
    if asks == "getattr" and is_computed:
        script.say(call, "PM333", "Variable.name", _ANOTHER)
    elif asks == "hasattr" and (unseen or is_computed):
        script.edits.wrap(*script.source.core(call), f'(hasattr({script.source.code(value)}, "is_same") or ', ")")
        script.say(call, "PM119", "Variable.name", "→ is_same, too, which Paddle 3's variables have without a name")


def _is_asked_already(script: Script, call: cst.Call) -> bool:
    """Whether an earlier run has written it."""
    above = script.source.parents.get(call)
    return isinstance(above, cst.BooleanOperation) and '"is_same"' in script.source.code(above.left)


def _is_fetched(script: Script, attribute: cst.Attribute) -> bool:
    """Whether a run fetches by it, or by the same name elsewhere, what is not seen here, and may be computed as well as
    it may have a name."""
    names = script.facts.once(fetched_names)
    if attribute not in names and not any(_is_the_same(script, attribute.value, each.value)  # type: ignore[attr-defined]
                                          for each in names):
        return False
    ends = values_of(script.facts).ends(Spot(script.facts, attribute.value))
    return any(map(_is_unseen, ends))


def _is_unseen(end: Spot) -> bool:
    """Whether nothing shows what made it: `kept["a"][0]`, `queue.popleft()`."""
    node = end.node
    is_found = isinstance(node, cst.Call) and not end.facts.names.resolve(node.func)
    return node is None or isinstance(node, (Part, cst.Subscript)) or is_found


def _is_of_targets(script: Script, attribute: cst.Attribute) -> bool:
    """`v.name for v in results`, where a model is saved with these results, or a run fetches them."""
    source, value = script.source, attribute.value
    loops = (source.parent(attribute, kind) for kind in (cst.For, cst.ListComp, cst.GeneratorExp, cst.SetComp))
    for loop in loops:
        head = loop.for_in if isinstance(loop, cst.BaseSimpleComp) else loop
        if not isinstance(head, (cst.For, cst.CompFor)):
            continue
        named = isinstance(value, cst.Name) and isinstance(head.target, cst.Name) and head.target.value == value.value
        bindings = script.scopes.find(head.iter) if named and isinstance(head.iter, cst.Name) else []
        above = [source.parents.get(use) for binding in bindings for use in binding.uses]
        if any(isinstance(each, cst.Arg) and each.keyword and each.keyword.value in _RESULTS for each in above):
            return True
    return False


def _is_the_same(script: Script, one: cst.BaseExpression, other: cst.BaseExpression) -> bool:
    """Whether both are one name, which means the same in both places."""
    found = [script.scopes.find(each) if isinstance(each, cst.Name) else [] for each in (one, other)]
    return bool(found[0]) and found[0] is found[1]


def _is_computed(script: Script, node: cst.BaseExpression, beside: tuple[str, ...] = ()) -> bool:
    """Whether it may be the result of a layer, of another one than these."""
    if script.kinds.what(node) in ("scalar", "maybe scalar"):
        return True
    ends = values_of(script.facts).ends(Spot(script.facts, node))
    return any(_is_result(end, beside) or _is_found(end) or _is_calculated(end) for end in ends)


def _is_variable(script: Script, node: cst.BaseExpression) -> bool:
    """Or one of those that a program has."""
    ends = values_of(script.facts).ends(Spot(script.facts, node))
    parts = (end.node.whole for end in ends if isinstance(end.node, Part))
    return _is_computed(script, node) or any(map(is_all_of_program, parts))


def _is_result(end: Spot, beside: tuple[str, ...]) -> bool:
    """Of one that gives several it is one of these."""
    made = end.node.of if isinstance(end.node, Part) else end.node
    called = legacy_called(end.facts, made) if isinstance(made, cst.Call) else []
    return any(name.startswith(_LAYERS) and name.rpartition(".")[2] not in beside for name in called)


def _is_calculated(end: Spot) -> bool:
    """With variables: `loss + penalty`."""
    calculated = isinstance(end.node, _CALCULATED) and end.node not in end.facts.by_call
    return calculated and is_made_by_layer(end.facts, end.node)  # type: ignore[arg-type]


def _is_found(end: Spot) -> bool:
    """Whether it is looked up by a name that `name_of` may have given: by none that is written out."""
    node, asked = end.node, None
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute) and len(node.slice) == 1:
        place, owner = node.slice[0].slice, node.value
        asked = place.value if isinstance(place, cst.Index) and owner.attr.value == "vars" else None
    elif isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute) and len(node.args) == 1:
        owner = node.func
        asked = node.args[0].value if owner.attr.value == "var" else None
    if asked is None or not is_block(end.facts, owner.value):
        return False
    return any(text.end is not None for text in texts(end.at(asked)))
