"""`save_dygraph` / `load_dygraph` → `paddle.save` / `paddle.load` with the same file names; in the dynamic graph, a
function that reads what programs saved."""

from __future__ import annotations

from functools import partial

import libcst as cst

from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import leave_unclear
from paddle_migrate.facts.endings import MODEL, OPTIMIZER, ending, in_place_of, is_written_in
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.pure import is_pure
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.script import Script

IN_PROGRAMS = False  # save_dygraph() and load_dygraph(); variables of programs have rules
IN_COMMENTS = True
_SUFFIX = {"layer": MODEL, "parallel": MODEL, "optimizer": OPTIMIZER}
_ARRAYS = ", return_numpy=True"
_SETTERS = ("set_dict", "load_dict", "set_state_dict")
_ASKS = (cst.Comparison, cst.ComparisonTarget, cst.If, cst.UnaryOperation, cst.BooleanOperation)
_HIDDEN = "called with * or **; write the arguments out"
# Methods that only a model, or only an optimizer, has.
_TELLS = {
    **dict.fromkeys(("parameters", "named_parameters", "sublayers", "train", "eval", "scale_loss"), MODEL),
    **dict.fromkeys(("minimize", "current_step_lr", "apply_gradients"), OPTIMIZER),
}


def rewrite(script: Script) -> None:
    for reference in script.open("save_dygraph"):
        _save(script, reference)
    for reference in script.open("load_dygraph"):
        _load(script, reference)
    for reference in script.open("load_program_state"):
        call = reference.call
        if call is None or leave_unclear(script, reference):
            continue
        if len(call.args) == 1 and not call.args[0].star:
            _by_helper(script, reference, "load_program_state")


def _save(script: Script, reference: Reference) -> None:
    call = reference.call
    state = reference.argument("state_dict")
    path = reference.argument("model_path")
    if call is None or state is None or path is None or len(call.args) != 2:
        if call is not None and any(a.star for a in call.args):
            script.leave(reference, "PM306", _HIDDEN)
        return
    suffix = _suffix_of(script, state)
    if suffix is None:
        _by_helper(script, reference, "save_state")
        return
    spelled = script.imports.spell("paddle.save", reference.binding)
    start, end = script.source.core(call)
    script.edits.replace(start, end, lambda: f"{spelled}({script.render(state)}, {_with_suffix(script, path, suffix)})")
    script.settle(reference)
    script.say(reference.node, "PM107", reference.short, f"→ {spelled}, file name with {suffix}")


def _by_helper(script: Script, reference: Reference, name: str) -> None:
    """The call stays a call, of a small function that finds out when it runs what the script does not tell."""
    assert reference.call is not None
    written = write_written(script, name)
    script.edits.replace(*script.source.span(reference.call.func), written)
    script.settle(reference)
    script.say(reference.node, "PM107", reference.short, f"→ {written}(), written into the script")


def _suffix_of(script: Script, state: cst.BaseExpression) -> str | None:
    made = script.origins.only(state)
    if isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and made.func.attr.value == "state_dict":
        owner = made.func.value
        return _SUFFIX.get(script.kinds.what(owner)) or _suffix_by_use(script, owner)
    return None


def _suffix_by_use(script: Script, owner: cst.BaseExpression) -> str | None:
    """What else the script does with the variable: what it is put in, and which of its methods are called."""
    if not isinstance(owner, cst.Name):
        return None
    bindings = script.scopes.find(owner)
    found = {_SUFFIX.get(script.kinds.what(b.value)) for b in bindings}
    for use in (u for b in bindings for u in b.uses):
        attribute = script.source.parents.get(use)
        call = script.source.parents.get(attribute)
        if isinstance(attribute, cst.Call) and attribute.func is use:
            found.add(MODEL)  # no optimizer is called
        if isinstance(attribute, cst.Attribute) and isinstance(call, cst.Call) and call.func is attribute:
            found.add(_TELLS.get(attribute.attr.value))
    told = found - {None}
    return told.pop() if len(told) == 1 else None


def _with_suffix(script: Script, path: cst.BaseExpression, suffix: str) -> str:
    """The path expression with the ending that 1.8 added by itself."""
    text, behind = script.render(path), _behind_literal(script, path)
    if behind and text.endswith(behind) and (not isinstance(path, cst.SimpleString) or path.raw_value):
        return f"{text[: -len(behind)]}{suffix}{behind}"
    if isinstance(path, (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.SimpleString)) or path.lpar:
        return f"{text} + {script.string(suffix)}"
    if isinstance(path, cst.BinaryOperation) and isinstance(path.operator, cst.Add):
        return f"{text} + {script.string(suffix)}"
    return f"({text}) + {script.string(suffix)}"


def _behind_literal(script: Script, path: cst.BaseExpression) -> str:
    """What stands behind the last character of the path's last literal, its quotation mark first; empty where the path
    does not end in one."""
    literal: cst.BaseExpression | None = path
    while literal is not None and not isinstance(literal, (cst.SimpleString, cst.FormattedString)):
        literal = _last_part(literal)
    if literal is None:
        return ""
    quote = literal.end if isinstance(literal, cst.FormattedString) else literal.quote
    return script.source.text[script.source.core(literal)[1] - len(quote) : script.source.span(path)[1]]


def _last_part(path: cst.BaseExpression) -> cst.BaseExpression | None:
    """What the end of a path comes from: `a + "b"`, `"b-{}".format(i)`, `"b-%d" % i`, `os.path.join(a, "b")`."""
    if isinstance(path, cst.BinaryOperation):
        return path.right if isinstance(path.operator, cst.Add) else _formatted(path)
    if not isinstance(path, cst.Call) or not isinstance(path.func, cst.Attribute):
        return None
    if path.func.attr.value == "format":
        return path.func.value if isinstance(path.func.value, cst.SimpleString) else None
    is_joined = dotted(path.func).endswith("path.join") and path.args and not path.args[-1].star
    return path.args[-1].value if is_joined else None


def _formatted(path: cst.BinaryOperation) -> cst.BaseExpression | None:
    is_text = isinstance(path.operator, cst.Modulo) and isinstance(path.left, cst.SimpleString)
    return path.left if is_text else None


def _file(script: Script, path: cst.BaseExpression, suffix: str) -> str:
    """The file that load_dygraph read for a path: an ending that it has already stood for none."""
    known, text = ending(script.facts, path), script.render(path)
    if known is not None:
        return in_place_of(text, known, suffix) if known else _with_suffix(script, path, suffix)
    added = script.string(suffix)
    return f"{text} if {text}.endswith({added}) else {text} + {added}"


def _is_found_when_it_runs(script: Script, path: cst.BaseExpression, suffix: str) -> bool:
    """Whether it takes a function to find the file: one that may be missing, a path that is no mere name."""
    is_mere_name = isinstance(path, (cst.Name, cst.Attribute)) and is_pure(script.facts, path)
    return ending(script.facts, path) is None and (suffix == OPTIMIZER or not is_mere_name)


def _load(script: Script, reference: Reference) -> None:
    """`params, opt = load_dygraph(p)` → one `paddle.load` for each of the two that is used."""
    call = reference.call
    path = reference.argument("model_path")
    assign = script.source.parents.get(call) if call else None
    if call is None or path is None:
        return
    if any(a.star for a in call.args):
        script.leave(reference, "PM306", _HIDDEN)
        return
    if len(call.args) != 1 or (ending(script.facts, path) and not is_written_in(path)):
        _by_helper(script, reference, "load_states")
        return
    if isinstance(assign, cst.Assign) and len(assign.targets) == 1:
        target = assign.targets[0].target
        if isinstance(target, cst.Tuple) and len(target.elements) == 2:
            _load_pair(script, reference, assign, target, path)
            return
    if isinstance(assign, cst.Subscript) and script.source.code(assign.slice[0]).strip() in ("0", "1"):
        suffix = (MODEL, OPTIMIZER)[int(script.source.code(assign.slice[0]))]
        if _is_found_when_it_runs(script, path, suffix):
            _by_helper(script, reference, "load_states")
            return
        spelled = script.imports.spell("paddle.load", reference.binding)
        start, end = script.source.core(assign)
        taken = script.source.parents.get(assign)
        name = script.assigned_name(assign)
        only_set = _sets(script, taken) or (name is not None and _is_only_set(script, name))
        arrays = "" if only_set else _ARRAYS
        script.edits.replace(start, end, lambda: f"{spelled}({_file(script, path, suffix)}{arrays})")
        script.settle(reference)
        script.say(reference.node, "PM107", reference.short, f"→ {spelled}")
        return
    _by_helper(script, reference, "load_states")


def _load_pair(
    script: Script,
    reference: Reference,
    assign: cst.Assign,
    target: cst.Tuple,
    path: cst.BaseExpression,
) -> None:
    pairs = [
        (script.source.code(element.value), suffix, element.value)
        for element, suffix in zip(target.elements, (MODEL, OPTIMIZER), strict=False)
    ]
    used = [(name, suffix) for name, suffix, node in pairs if _is_used(script, node)]
    used = used or next(([pair[:2]] for pair in pairs if pair[0] != "_"), [pairs[0][:2]])
    optional = len(used) == 2  # 1.8 gave None for a file that was missing beside the model's
    if any(_is_found_when_it_runs(script, path, suffix) for _, suffix in used):
        _by_helper(script, reference, "load_states")
        return
    statement = script.statement(assign)
    assert statement is not None
    spelled = script.imports.spell("paddle.load", reference.binding)
    arrays = {suffix: "" if _is_only_set(script, node) else _ARRAYS for _, suffix, node in pairs}
    if optional:
        script.imports.add_standard("os")

    def line(name: str, suffix: str) -> str:
        file = _file(script, path, suffix)
        given = f" if os.path.exists({file}) else None" if optional and suffix == OPTIMIZER else ""
        return f"{name} = {spelled}({file}{arrays[suffix]}){given}"

    script.beside.replace(statement, [partial(line, *each) for each in used])
    script.settle(reference)
    script.say(reference.node, "PM107", reference.short, f"→ {spelled}")


def _uses(script: Script, target: cst.BaseExpression) -> list[cst.Name] | None:
    """Every place that reads what the target is given; None where that is not seen."""
    if not isinstance(target, cst.Name):
        return None
    return [use for binding in script.scopes.find(target) for use in binding.uses]


def _is_only_set(script: Script, target: cst.BaseExpression) -> bool:
    """Whether it is handed to models and optimizers alone, or asked whether it is there: these take tensors, too."""
    uses = _uses(script, target)
    return uses is not None and all(
        isinstance(script.source.parents.get(use), _ASKS) or _sets(script, script.source.parents.get(use))
        for use in uses
    )


def _sets(script: Script, arg: cst.CSTNode | None) -> bool:
    call = script.source.parents.get(arg)
    func = call.func if isinstance(arg, cst.Arg) and isinstance(call, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in _SETTERS


def _is_used(script: Script, target: cst.BaseExpression) -> bool:
    if not isinstance(target, cst.Name):
        return True
    if script.facts.is_fragment:
        return target.value != "_"
    return any(b.uses for b in script.scopes.find(target))
