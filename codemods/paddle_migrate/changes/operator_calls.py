"""`helper.append_op(type="relu", inputs={"X": x}, outputs={"Out": y})` → `y = F.relu(x)`: the function that does the
work, where its places and attributes are written out."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.changes.helpers import write_helper
from paddle_migrate.changes.leaving import check_mode, is_rewritten_program
from paddle_migrate.changes.spelling import fill, spell
from paddle_migrate.facts.constants import constants
from paddle_migrate.facts.lasting_names import is_global
from paddle_migrate.facts.nones import is_list, is_never_none
from paddle_migrate.facts.scopes import Binding
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Expansion, Refused, given, helper_mark
from paddle_migrate.rules.library import library, own_rule
from paddle_migrate.rules.operators import Operator, operator
from paddle_migrate.rules.rule import Rule
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

MAKING = ("create_variable_for_type_inference", "create_tmp_variable")
_NOT_WRITTEN = "its places and attributes are not all written out"
_HAS_NONE = "the function that does its work has no {}"
_NOT_SEEN = "not all that it sets is made for it alone"
_TOLD = ("in_dtype", "use_cudnn", "use_mkldnn", "use_quantizer")  # attributes that input or device decide today


@dataclass
class OperatorCall:
    """One call that can be written, and what is to go with it: what made its results."""

    call: cst.Call
    write: Callable[[], str]
    made: list[cst.Call] = field(default_factory=list)


def read(script: Script, call: cst.Call, binding: Binding | None) -> OperatorCall:
    """Raises Refused where something of it is not written out, or no rule says what the operator does."""
    if not script.is_whole_statement(call) or not all(arg.keyword for arg in call.args):
        raise Refused(_NOT_WRITTEN)
    found = _operator(script, _named(call, "type"))
    rule = _rule(script, found.rule)
    places = _dict(script, _named(call, "inputs"))
    attrs = _dict(script, _named(call, "attrs"))
    parts: list[cst.BaseExpression] = []
    keywords: dict[str, ast.expr] = {}
    for param, place in found.places.items():
        if place in found.inputs and place in places:
            keywords[param] = _given(parts, _input(script, found, place, places.pop(place)))
        elif place in attrs:
            keywords[param] = _attribute(script, parts, attrs.pop(place), found.defaults.get(place))
        elif found.defaults.get(place) is not None and place not in found.inputs:
            keywords[param] = ast.parse(repr(found.defaults[place]), mode="eval").body
    _check_others(script, places, attrs, found)
    expression = _expression(script, call, rule, keywords, binding)
    before, behind, made = _results(script, call, found)
    return OperatorCall(call, lambda: before + fill(script, expression, parts) + behind(), made)


def _named(call: cst.Call, keyword: str) -> cst.BaseExpression | None:
    return next((arg.value for arg in call.args if arg.keyword is not None and arg.keyword.value == keyword), None)


def _operator(script: Script, node: cst.BaseExpression | None) -> Operator:
    kinds = constants(script.facts, node) if node is not None else ()
    found = [operator(kind) if isinstance(kind, str) else None for kind in kinds]
    if not found or found[0] is None or any(each is None or each.rule is not found[0].rule for each in found):
        raise Refused("which operator it is, or what does its work today, is not known")
    return found[0]


def _rule(script: Script, rule: Rule) -> Rule:
    """The rule of this name for programs, where the script is one."""
    found = library().of_programs(rule.short) if is_rewritten_program(script) else None
    return found or rule


def _dict(script: Script, node: cst.BaseExpression | None) -> dict[str, cst.BaseExpression]:
    """What a dictionary that is written out holds, where the call has it or in a variable that nothing changes."""
    value = script.origins.only(node) if isinstance(node, cst.Name) else node
    if isinstance(node, cst.Name) and len([u for b in script.scopes.find(node) for u in b.uses]) != 1:
        raise Refused(_NOT_WRITTEN)
    if node is None:
        return {}
    if not isinstance(value, cst.Dict):
        raise Refused(_NOT_WRITTEN)
    found: dict[str, cst.BaseExpression] = {}
    for element in value.elements:
        key = element.key if isinstance(element, cst.DictElement) else None
        name = key.evaluated_value if isinstance(key, cst.SimpleString) else None
        if not isinstance(name, str):
            raise Refused(_NOT_WRITTEN)
        found[name] = element.value
    return found


def _input(script: Script, found: Operator, place: str, value: cst.BaseExpression) -> cst.BaseExpression:
    """The variable of a place that takes one, which may stand in a list of one."""
    if place in found.several:
        return value
    elements = value.elements if isinstance(value, (cst.List, cst.Tuple)) else None
    if elements is None:
        if is_list(script.facts, value):
            raise Refused(_NOT_WRITTEN)
        return value
    if len(elements) != 1 or isinstance(elements[0], cst.StarredElement):
        raise Refused(_NOT_WRITTEN)
    return elements[0].value


def _given(parts: list[cst.BaseExpression], value: cst.BaseExpression) -> ast.expr:
    parts.append(value)
    text = value.evaluated_value if isinstance(value, cst.SimpleString) else None
    literal = repr(text) if text is not None else cst.Module([]).code_for_node(value)
    try:
        ast.literal_eval(literal)
    except (ValueError, SyntaxError):
        literal = ""
    return given(len(parts) - 1, False, literal)


def _attribute(
    script: Script, parts: list[cst.BaseExpression], value: cst.BaseExpression, default: object
) -> ast.expr:
    """1.8.5 left out an attribute that is None."""
    is_none = isinstance(value, cst.Name) and value.value == "None"
    if default is not None and is_none:
        return ast.parse(repr(default), mode="eval").body
    written = _given(parts, value)
    if default is None or is_never_none(script.facts, value) or _is_plain(value):
        return written
    asked = ast.Compare(left=written, ops=[ast.Is()], comparators=[ast.Constant(value=None)])
    return ast.IfExp(test=asked, body=ast.parse(repr(default), mode="eval").body, orelse=written)


def _is_plain(value: cst.BaseExpression) -> bool:
    return isinstance(value, (cst.BaseNumber, cst.SimpleString, cst.List, cst.Tuple)) or (
        isinstance(value, cst.Name) and value.value in ("True", "False")
    )


def _check_others(
    script: Script, places: dict[str, cst.BaseExpression], attrs: dict[str, cst.BaseExpression], found: Operator
) -> None:
    """What no parameter takes: nothing, what the input or the device tells, or what is the default anyway."""
    for place, value in places.items():
        if script.source.code(value) not in ("None", "[]"):
            raise Refused(_HAS_NONE.format(place))
    for name, value in attrs.items():
        same = constants(script.facts, value) == (found.defaults.get(name),)
        if name not in _TOLD and not same:
            raise Refused(_HAS_NONE.format(name))


def _expression(
    script: Script, call: cst.Call, rule: Rule, keywords: dict[str, ast.expr], binding: Binding | None
) -> str:
    if rule.kind == "helper":
        check_mode(script, call, rule.why_dynamic([*keywords]))
        named = [ast.keyword(arg=name, value=value) for name, value in keywords.items()]
        value = ast.Call(func=ast.Name(id=helper_mark(rule.short), ctx=ast.Load()), args=[], keywords=named)
        return spell(script, binding, Expansion(value, helpers=[rule]), value)
    expansion = expand(rule, Call([], keywords), script.options.target)
    check_mode(script, call, *expansion.dynamic_only)
    if expansion.asks_training or expansion.called is not None:
        raise Refused("what does its work makes parameters, or asks whether the model is in training")
    return spell(script, binding, expansion, _Plain().visit(copy.deepcopy(expansion.value)))


class _Plain(ast.NodeTransformer):
    """`list([1, 1])` → `[1, 1]`."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        is_list = isinstance(node.func, ast.Name) and node.func.id == "list" and len(node.args) == 1
        return node.args[0] if is_list and isinstance(node.args[0], ast.List) else node


def _results(script: Script, call: cst.Call, found: Operator) -> tuple[str, Callable[[], str], list[cst.Call]]:
    """What stands around the value: `y = …`, or `paddle.assign(…, output=y)` of what the helper did not make."""
    outputs = _dict(script, _named(call, "outputs"))
    taken = [_variable(outputs.pop(place)) for place in found.results if place in outputs]
    others = [_variable(value) for value in outputs.values()]
    makers = [_maker(script, each, call) for each in taken]
    unread = [_maker(script, each, call) for each in others]
    if len(taken) != len(found.results) or not taken:
        raise Refused(_NOT_SEEN)
    for each, maker in zip(others, unread, strict=True):
        if maker is None or len(_uses(script, each)) != 1:
            raise Refused(_HAS_NONE.format(script.source.code(each)))
    made = [each for each in (*makers, *unread) if each is not None]
    if all(each is not None for each in makers):
        names = ", ".join(each.value for each in taken if isinstance(each, cst.Name))
        return f"{names} = ", lambda: "", made
    if len(taken) > 1 or is_local(script, taken[0]):
        raise Refused(_NOT_SEEN)
    if is_global(script.facts, taken[0]):
        assign = write_helper(script, own_rule("_today.assigned"))
    else:
        assign = script.imports.spell("paddle.assign", None)
    return f"{assign}(", lambda: f", output={script.render(taken[0])})", made


def _variable(value: cst.BaseExpression) -> cst.BaseExpression:
    elements = value.elements if isinstance(value, (cst.List, cst.Tuple)) else ()
    return elements[0].value if len(elements) == 1 else value


def _uses(script: Script, name: cst.BaseExpression) -> list[cst.Name]:
    bindings = script.scopes.find(name) if isinstance(name, cst.Name) else []
    return [use for binding in bindings for use in binding.uses]


def _maker(script: Script, name: cst.BaseExpression, call: cst.Call) -> cst.Call | None:
    """The call that made the variable for a result, where it is read nowhere before."""
    bindings = script.origins.bindings(name) if isinstance(name, cst.Name) else []
    value = bindings[0].value if len(bindings) == 1 else None
    if not is_making(value) or bindings[0].scope is not script.scopes.of(call):
        return None
    assert isinstance(value, cst.Call)
    uses = [use for use in bindings[0].uses if bindings[0] in script.origins.bindings(use)]
    first = all(script.source.order(use) > script.source.order(call) or _is_result(script, use) for use in uses)
    return value if first and argument(value, 1, "stop_gradient") is None and len(value.args) <= 1 else None


def _is_result(script: Script, use: cst.Name) -> bool:
    """Whether it stands among the outputs of an operator."""
    arg = script.source.parent(use, cst.Arg)
    return isinstance(arg, cst.Arg) and arg.keyword is not None and arg.keyword.value == "outputs"


def write(script: Script, made: list[OperatorCall]) -> None:
    """The calls, and without what made their results."""
    for each in made:
        script.edits.replace(*script.source.core(each.call), each.write)
        script.say(each.call, "PM103", "append_op", "→ the function that does the work")
    for making in {id(making): making for each in made for making in each.made}.values():
        statement = script.statement(making)
        assert statement is not None
        script.beside.delete(statement)


def is_making(value: object) -> bool:
    func = value.func if isinstance(value, cst.Call) else None
    return isinstance(func, cst.Attribute) and func.attr.value in MAKING


def is_local(script: Script, name: cst.BaseExpression) -> bool:
    """Whether it is a variable that a helper made for results, which nothing but an operator sets."""
    bindings = script.scopes.find(name) if isinstance(name, cst.Name) else []
    return any(is_making(each.value) for each in bindings)
