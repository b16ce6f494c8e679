"""`isinstance(x, fluid.Variable)` of a program: `paddle.Tensor` is what dynamic mode has, and a program has variables
of one class before Paddle 3 and of another one since. `isinstance(place, fluid.CUDAPlace)` asks for a class, too, as
`type(program) is fluid.CompiledProgram` does, and `isinstance(x.dtype, fluid.core.VarDesc.VarType)` for `paddle.dtype`,
in either mode."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.class_values import names_a_class
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.type_questions import Question, compared
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.script import Script

IN_PROGRAMS = True
_VARIABLES = ("paddle.static.Variable", "paddle.pir.Value")
_HOMES = ("framework.", "layers.tensor.", "layers.nn.", "layers.control_flow.", "layers.io.", "")
_CLASSES = {
    **{f"paddle.fluid.{home}Variable": _VARIABLES for home in _HOMES},
    **{f"paddle.fluid.{home}{name}": (f"paddle.{name}",)
       for name in ("CUDAPlace", "CUDAPinnedPlace") for home in ("core.", "framework.", "")},
    **{f"paddle.fluid.{home}CompiledProgram": ("paddle.static.CompiledProgram",) for home in ("compiler.", "")},
}
_DTYPES = ("paddle.fluid.core.VarDesc.VarType", "paddle.fluid.core_avx.VarDesc.VarType")
_ARRAYS = ("paddle.fluid.LoDTensorArray", "paddle.fluid.core.LoDTensorArray")
_SEVERAL = (
    "a program's variables are of two classes today, and where this goes is not seen: write "
    "(paddle.static.Variable, paddle.pir.Value), which isinstance() takes"
)
_TAKES = ("isinstance", "issubclass", "check_type")


def rewrite(script: Script) -> None:
    classes_of = _CLASSES if is_rewritten_program(script) else {}
    for reference in script.open():
        classes = ("paddle.dtype",) if reference.name in _DTYPES else classes_of.get(reference.name)
        if classes is not None and not reference.beyond and reference.call is None:
            _write(script, reference, classes)
        elif classes_of and reference.name in _ARRAYS and _is_asked(Spot(script.facts, reference.node)) is not None:
            _write_array(script, reference)


def _write(script: Script, reference: Reference, classes: tuple[str, ...]) -> None:
    question = _compared(script, reference.node) if classes == _VARIABLES else None
    whole = _asked_for(script, reference.node)
    if question is not None:
        _write_compared(script, reference, question)
    if whole is None and classes == _VARIABLES and not names_a_class(script, reference.node):
        whole = _handed_on(script, reference)
    if whole is None:
        return
    spelled = ", ".join(script.imports.spell(name, reference.binding) for name in classes)
    alone = whole or len(classes) == 1
    script.edits.replace(*script.source.span(reference.node), spelled if alone else f"({spelled})")
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {spelled}")


def _write_array(script: Script, reference: Reference) -> None:
    """The class of arrays of tensors, which Paddle 3 calls otherwise."""
    core = script.imports.spell("paddle.base.core", reference.binding)
    known = f"getattr({core}, {script.string('DenseTensorArray')}, None) or {core}.LoDTensorArray"
    element = script.source.parents.get(reference.node)
    script.edits.replace(*script.source.span(reference.node), known if isinstance(element, cst.Arg) else f"({known})")
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {core}.LoDTensorArray, DenseTensorArray in Paddle 3")


def _handed_on(script: Script, reference: Reference) -> bool | None:
    """False where all that has the class asks isinstance(), which takes several; a person is told otherwise."""
    found = reached(script.facts, reference.node)
    spots = [*found.spots, *found.holders]
    if not found.are_all or not spots or any(_is_asked(each) is None for each in spots):
        script.leave(reference, "PM333", _SEVERAL)
        return None
    return False


def _compared(script: Script, node: cst.BaseExpression) -> Question | None:
    """`type(x) == Variable`, which no parameter is."""
    target = script.source.parents.get(node)
    question = compared(script.source.parents.get(target), target) if isinstance(target, cst.ComparisonTarget) else None
    return None if question is None or script.source.has_effects(question.variable) else question


def _write_compared(script: Script, reference: Reference, question: Question) -> None:
    classes = ", ".join(script.imports.spell(name, reference.binding) for name in _VARIABLES)

    def text() -> str:
        of = script.render(question.variable)
        asked = f"isinstance({of}, ({classes}))"
        parameter = f"getattr({of}, {script.string('is_parameter')}, False)"
        made = f"not {asked} or {parameter}" if question.negated else f"{asked} and not {parameter}"
        return made if script.source.stands_alone(question.whole) else f"({made})"

    script.edits.replace(*script.source.core(question.whole), text)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {classes}, less parameters")


def _asked_for(script: Script, node: cst.CSTNode) -> bool | None:
    """Whether it stands in a tuple of classes that something is asked for; None where it is used otherwise."""
    element = script.source.parents.get(node)
    if isinstance(element, cst.ComparisonTarget):
        return None if compared(script.source.parents.get(element), element) is None else False
    return _is_asked(Spot(script.facts, node))


def _is_asked(spot: Spot) -> bool | None:
    parents, element = spot.facts.source.parents, spot.above
    among = parents.get(element) if isinstance(element, cst.Element) else None
    arg = parents.get(among) if isinstance(among, cst.Tuple) else element
    call = parents.get(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or spot.facts.source.code(call.func).rpartition(".")[2] not in _TAKES:
        return None
    return isinstance(among, cst.Tuple)
