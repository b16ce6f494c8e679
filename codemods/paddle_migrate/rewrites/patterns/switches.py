"""`with Switch() as switch:` whose blocks all assign to one variable → `static.nn.case` of a function for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import dropwhile

import libcst as cst

from paddle_migrate.changes.blocks import unwrap
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.lines import HELPERS
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.values.values import origins_of
from paddle_migrate.facts.variable_rates import counts
from paddle_migrate.facts.without_gradient import has_no_gradient
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_CASE, _DEFAULT = "case", "default"
_AS_IT_WAS, _RETURN = "lambda: ", "return "
_BUILTINS = ("enumerate", "float", "int", "len", "list", "range", "reversed", "sorted", "zip")
_WHY = (
    "only a switch is known whose blocks compute, in variables of their own, what their last line assigns to one "
    "variable, or which assigns to what has no gradient alone: write paddle.static.nn.case()"
)
_COUNTS = "a block asks for the number of the run, which nothing before the switch does: ask for it there"
_SAID = "→ paddle.static.nn.case(), with a function for each block"


_BEGINS = re.compile(r"^\s*$|:\s*(#.*)?$")


@dataclass(frozen=True)
class _Block:
    """One `with switch.case(condition):` or `with switch.default():`, and what assigns at its end."""

    node: cst.With
    condition: cst.BaseExpression | None
    assign: Reference
    value: cst.BaseExpression
    output: cst.BaseExpression

    @property
    def statements(self) -> list[cst.CSTNode]:
        lines = self.node.body.body
        return [s for line in lines for s in (line.body if isinstance(line, cst.SimpleStatementLine) else [line])]


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for reference in script.open("Switch"):
        if reference.call is None or reference.beyond:
            continue
        statement = script.source.parent(reference.call, cst.With)
        blocks = _blocks(script, reference.call, statement) if isinstance(statement, cst.With) else None
        if not isinstance(statement, cst.With) or (blocks is None and _may_train(script, statement)):
            script.leave(reference, "PM303", _WHY)
        elif blocks is None:
            continue  # by a class of the script's own
        elif any(counts(script.facts, block.node) for block in blocks) and not _is_counted(script, statement):
            script.leave(reference, "PM303", _COUNTS)
        else:
            _write(script, reference, statement, blocks)


def _may_train(script: Script, switch: cst.With) -> bool:
    """Whether something in the blocks may assign to what gradients come back through."""
    for call in script.source.inside(switch.body, cst.Call):
        reference = script.by_call.get(call)
        if reference is None and not _is_condition(call):
            return True
        output = reference.argument("output") if reference is not None else None
        if output is not None and not has_no_gradient(script.facts, output):
            return True
    return counts(script.facts, switch.body)


def _is_condition(call: cst.CSTNode) -> bool:
    func = call.func if isinstance(call, cst.Call) else None
    return (isinstance(func, cst.Attribute) and func.attr.value in (_CASE, _DEFAULT)) or (
        isinstance(func, cst.Name) and func.value in _BUILTINS)


def _blocks(script: Script, made: cst.Call, statement: cst.With) -> list[_Block] | None:
    """The blocks of the switch, when behind its first statements it is nothing but such, and all assign to the same
    variable."""
    name = statement.items[0].asname.name if len(statement.items) == 1 and statement.items[0].asname else None
    if not isinstance(name, cst.Name) or statement.items[0].item is not made or statement.asynchronous:
        return None
    lines = dropwhile(lambda line: isinstance(line, cst.SimpleStatementLine), statement.body.body)
    found = [_block(script, name.value, each) for each in lines]  # those above the first go before the functions
    blocks = [block for block in found if block is not None]
    outputs = {script.source.code(block.output) for block in blocks}
    defaults = [block for block in blocks if block.condition is None]
    alike = len(blocks) == len(found) and len(outputs) == 1 and defaults in ([], blocks[-1:])
    alone = all(_is_alone(script, statement, block) for block in blocks)
    return blocks if alike and alone and len(defaults) < len(blocks) else None


def _block(script: Script, switch: str, node: cst.CSTNode) -> _Block | None:
    item = node.items[0] if isinstance(node, cst.With) and len(node.items) == 1 else None
    call = item.item if item is not None and item.asname is None else None
    if not isinstance(node, cst.With) or not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute):
        return None
    kind, of = call.func.attr.value, script.source.code(call.func.value)
    condition = argument(call, 0, "condition") if kind == _CASE else None
    if of != switch or (kind, len(call.args)) not in ((_CASE, 1), (_DEFAULT, 0)) or (kind == _CASE and not condition):
        return None
    line = node.body.body[-1]
    last = line.body[-1] if isinstance(line, cst.SimpleStatementLine) else line
    assign = script.by_call.get(last.value) if isinstance(last, cst.Expr) and isinstance(last.value, cst.Call) else None
    if assign is None or not assign.name.endswith(".assign") or assign.call is None or len(assign.call.args) != 2:
        return None
    value, output = argument(assign.call, 0, "input"), argument(assign.call, 1, "output")
    if value is None or output is None or script.source.has_effects(output):
        return None
    return _Block(node, condition, assign, value, output)


def _is_alone(script: Script, switch: cst.With, block: _Block) -> bool:
    """Whether the block only sets variables, each before it is used, that nothing outside of such blocks has."""
    *before, _ = block.statements
    computing = [each for each in before if isinstance(each, cst.Assign) and _sets_names(each)]
    if len(computing) < len(before):
        return False
    own = {target.target.value: each for each in reversed(computing) for target in each.targets}  # type: ignore[attr-defined]
    if script.source.code(block.output) in own:
        return False
    return all(_is_local(script, switch, block, name, first) for name, first in own.items())


def _sets_names(statement: cst.Assign) -> bool:
    return all(isinstance(target.target, cst.Name) for target in statement.targets)


def _is_local(script: Script, switch: cst.With, block: _Block, name: str, first: cst.Assign) -> bool:
    bindings = script.scopes.of(block.node).bindings.get(name, [])
    places = [use for binding in bindings for use in binding.uses] + [binding.node for binding in bindings]
    for each in places:
        if not script.source.lies_in(each, switch):
            return False
        early = script.source.lies_in(each, block.node) and script.source.order(each) < script.source.order(first)
        if early or script.source.lies_in(each, first.value):
            return False
    return True


def _is_counted(script: Script, switch: cst.With) -> bool:
    """Whether something before the switch, in the same function, asks for the number of the run."""
    around = script.source.parent(switch, cst.FunctionDef, cst.Module)
    suite = around.body if isinstance(around, cst.FunctionDef) else around
    return suite is not None and counts(script.facts, suite, before=switch)


def _write(script: Script, reference: Reference, statement: cst.With, blocks: list[_Block]) -> None:
    taken = script.scopes.bound()
    names, pairs, default = iter(_names(taken)), [], ""
    for block in blocks:
        name = next(names) if block.condition is not None else _free("otherwise", taken)
        script.edits.replace(script.source.start(block.node), script.source.outer(block.node.body)[0], f"def {name}():")
        _give_back(script, block)
        if block.condition is None:
            default = name
        else:
            pairs.append((block.condition, name))
    output = blocks[0].output
    spelled = script.imports.spell("paddle.assign", None), script.imports.spell("paddle.static.nn.case", None)

    def text() -> list[str]:
        cases = ", ".join(f"({script.render(condition)}, {name})" for condition, name in pairs)
        to = script.render(output)
        otherwise = default or _AS_IT_WAS + to
        return ["", f"{spelled[0]}({spelled[1]}([{cases}], {otherwise}), {to})"]

    _part(script, statement, blocks)
    script.beside.under(blocks[-1].node, statement, text)
    unwrap(script, statement, [])
    script.settle(reference)
    script.say(reference.node, "PM105", reference.short, _SAID)


def _part(script: Script, statement: cst.With, blocks: list[_Block]) -> None:
    """A blank line above each function, but where a suite begins."""
    source = script.source
    for node in (block.node for block in blocks):
        line = _above(script, node)
        if node is statement.body.body[0] and line + 1 == source.line(node):
            line = _above(script, statement)
        if line > 0 and not _BEGINS.search(source.line_text(line)):
            script.edits.insert(source.line_start(line + 1), source.newline, HELPERS)


def _above(script: Script, node: cst.CSTNode) -> int:
    """The line above a statement and its comments."""
    line = script.source.line(node) - 1
    while script.source.line_text(line).lstrip().startswith("#"):
        line -= 1
    return line


def _give_back(script: Script, block: _Block) -> None:
    """`assign(value, lr)` → `return value`, as a variable where it may be an array, or [1] of a full reduction."""
    assert block.assign.call is not None
    start, end = script.source.core(block.assign.call)
    ends = origins_of(script.facts, block.value)
    before, behind = "", ""
    if any(isinstance(each, cst.Call) and each not in script.by_call for each in ends):
        before, behind = script.imports.spell("paddle.assign", None) + "(", ")"
    elif script.kinds.what(block.value) == "scalar":
        before, behind = script.imports.spell("paddle.reshape", None) + "(", ", [1])"
    script.edits.replace(start, end, lambda: _RETURN + before + script.render(block.value) + behind)
    script.settle(block.assign)


def _names(taken: set[str]) -> list[str]:
    return [_free(f"in_case_{number}", taken) for number in range(1, 100)]


def _free(name: str, taken: set[str]) -> str:
    return name if name not in taken else f"{name}_"
