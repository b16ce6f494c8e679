"""`isinstance(x, fluid.framework.Parameter)`, which chooses what is loaded, saved or frozen: parameters of programs
have a class before Paddle 3 and none of their own since; both say `is_parameter`."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.type_questions import Question, compared
from paddle_migrate.script import Script

IN_PROGRAMS = True
_PARAMETERS = ("Parameter", "ParamBase")
_VARIABLE = "Variable"
_ASKED = 2  # what isinstance() is given
_MAKE = "a program makes parameters by paddle.static.create_parameter; of a layer's, ask isinstance() alone"


def rewrite(script: Script) -> None:
    for reference in script.open(*_PARAMETERS):
        if reference.beyond or script.mode.is_dynamic(reference.node) or not script.options.programs:
            continue
        question = None if reference.call is not None else _question(script, reference.node)
        if question is not None:
            _write(script, reference, question)
        elif _of_variables(script, reference.node):
            script.settle(reference)
        else:
            script.leave(reference, "PM333", _MAKE)


def _write(script: Script, reference: Reference, question: Question) -> None:
    program = script.mode.of(reference.node) == "static" and not script.source.has_effects(question.variable)
    name = "" if program else write_written(script, "is_parameter")
    no = "not " if question.negated else ""

    def text() -> str:
        of = script.render(question.variable)
        return f'{no}getattr({of}, {script.string("is_parameter")}, False)' if program else f"{no}{name}({of})"

    script.edits.replace(*script.source.core(question.whole), text)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, "→ is_parameter, which the parameters of programs say")


def _question(script: Script, node: cst.BaseExpression) -> Question | None:
    """What it is asked for alone, or beside what is one as well."""
    parents = script.source.parents
    above = parents.get(node)
    if isinstance(above, cst.ComparisonTarget):
        return compared(parents.get(above), above)
    among = parents.get(above) if isinstance(above, cst.Element) else None
    alike = isinstance(among, cst.Tuple) and all(_is(script, each.value, _PARAMETERS) for each in among.elements)
    arg = parents.get(among) if alike and among is not None else above
    call = parents.get(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or not _is_called(script, call, "isinstance") or len(call.args) != _ASKED:
        return None
    return Question(call, call.args[0].value)


def _is_called(script: Script, call: cst.Call, name: str) -> bool:
    return isinstance(call.func, cst.Name) and call.func.value == name and not script.scopes.find(call.func)


def _is(script: Script, node: cst.BaseExpression, short: tuple[str, ...]) -> bool:
    name = script.names.resolve(node)
    return name.startswith("paddle.fluid.") and name.rpartition(".")[2] in short


def _of_variables(script: Script, node: cst.BaseExpression) -> bool:
    """Beside `Variable`, of which a program's parameters are, it is taken out."""
    element = script.source.parents.get(node)
    among = script.source.parents.get(element) if isinstance(element, cst.Element) else None
    if not isinstance(among, cst.Tuple) or not any(_is(script, e.value, (_VARIABLE,)) for e in among.elements):
        return False
    start, end = script.source.span(node)
    comma = element.comma if isinstance(element, cst.Element) else cst.MaybeSentinel.DEFAULT
    if isinstance(comma, cst.Comma):
        end = script.source.text.index(",", end) + 1
        end += len(script.source.text[end:]) - len(script.source.text[end:].lstrip(" "))
    else:
        start = script.source.text.rindex(",", 0, start)
    script.edits.delete(start, end)
    return True
