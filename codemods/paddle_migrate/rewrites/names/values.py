"""Legacy names that are not called: base classes, isinstance, decorators, names given to other names."""

from __future__ import annotations

import ast
import re

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.changes.class_values import is_only_called, names_a_class, why_not_handed_on
from paddle_migrate.changes.helpers import copy_helper, write_helper, write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.rule_functions import function_of_module, write_function, write_function_of_module
from paddle_migrate.changes.subclasses import base_arguments
from paddle_migrate.changes.why import place_of_rule
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sequences import has_sequences
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.uses import reached
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.rules import sequences
from paddle_migrate.rules.expand import expand
from paddle_migrate.rules.expansion import Call, Given, Refused, given
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.rules.unrolled import Unrolled
from paddle_migrate.script import Script

IN_COMMENTS = True
IN_PROGRAMS = True
_WITH_OTHER_METHODS = ("BeamSearchDecoder",)  # than 1.8.5's class, which what derives from it may replace
_LAYERS = "paddle.fluid.layers"
_OPTION = (r"""(?s)\badd_arg\w*\((?:(?!add_arg).)*?['"]-*{}['"]"""
           r"""(?:(?!add_arg).)*?(?:default\s*=|\bstr\s*,)\s*['"](\w+)['"]""")
_SAID = (cst.BinaryOperation, cst.ConcatenatedString, cst.FormattedString)  # of which parts are known
_ACTIVATIONS = "→ {}, written into the script, for the names of activations; any other is an error"
_METHODS = "what derives from it replaces methods that today's form has not: write the whole search, or change the cell"


def rewrite(script: Script) -> None:
    for reference in script.open():
        if script.is_reported(reference):
            continue
        rule = script.rule(reference)
        if isinstance(rule, RuleModule):
            _attribute(script, reference, rule)
        if not isinstance(rule, Rule) or reference.call is not None:
            continue
        if not reference.beyond:
            _value(script, reference, rule)
        elif rule.kind == "helper" and rule.method(reference.beyond[0]) is not None:
            copy_helper(script, reference, rule)  # of a class that is written into the script, a static method
        elif rule.kind == "move" and reference.beyond in (["__init__"], ["__call__"]):
            _rename(script, reference, rule.target)  # `Layer.__init__(self)`


def _value(script: Script, reference: Reference, rule: Rule) -> None:
    parent = script.source.parents.get(reference.node)
    if rule.kind == "helper":
        if rule.short in _WITH_OTHER_METHODS and isinstance(script.taker(reference.node), cst.ClassDef):
            script.leave(reference, "PM303", _METHODS)
        else:
            copy_helper(script, reference, rule)
        return
    if isinstance(parent, cst.Decorator) and _gives_it_back(rule) and _is_alone(script, parent):
        _take_out(script, reference, parent)
        return
    target = (_called_bare(rule) if isinstance(parent, cst.Decorator) else "") or _plain_target(rule)
    if not target:
        _write_out(script, reference, rule)
        return
    if rule.kind in ("class", "wrapper") and not _may_be_named(script, reference, rule, target):
        return
    if rule.kind == "function" and not isinstance(parent, cst.Decorator) and not _takes_one(script, reference):
        if not write_function(script, reference):
            script.leave(reference, "PM305", "is used as a value here; write a call, or today's name")
        return
    own = None if names_a_class(script, reference.node) else rule.written_base
    if own is not None:
        copy_helper(script, reference, own)
        return
    _rename(script, reference, target, "()" if isinstance(parent, cst.Decorator) else "")


def _takes_one(script: Script, reference: Reference) -> bool:
    """Whether every call of the function is seen, and gives it one thing, by its place."""
    found = reached(script.facts, reference.node)
    return found.are_all and not found.holders and all(map(_gives_one, found.spots))


def _gives_one(spot: Spot) -> bool:
    """`f(x)`, `map(f, xs)`; what is compared alone is called nowhere."""
    above, taker = spot.above, spot.taker
    if isinstance(above, (cst.Comparison, cst.ComparisonTarget)):
        return True
    if isinstance(taker, cst.Call):
        is_map = isinstance(taker.func, cst.Name) and taker.func.value == "map" and len(taker.args) == 2
        return is_map and not spot.facts.scopes.find(taker.func)  # type: ignore[arg-type]
    return isinstance(above, cst.Call) and len(above.args) == 1 and not (above.args[0].star or above.args[0].keyword)


def _attribute(script: Script, reference: Reference, module: RuleModule) -> None:
    """`getattr(fluid.layers, act)` → `F.relu`, or `{"relu": F.relu, "tanh": paddle.tanh}[act]`, where the files show
    all names that it may be, and each is of a function."""
    call = script.taker(reference.node)
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name) or call.func.value != "getattr":
        return
    if script.scopes.find(call.func) or len(call.args) > 2 or any(arg.star or arg.keyword for arg in call.args):
        return
    asked = call.args[-1].value
    ends = values_of(script.facts).ends(Spot(script.facts, asked))
    texts = [str(each.evaluated_value) for end in ends if isinstance(each := end.node, cst.SimpleString)]
    if not texts or any(not isinstance(end.node, cst.SimpleString) and not _is_none(end) for end in ends):
        _activation(script, reference, module, call, ends)
        return
    takes_one = _gives_one(Spot(script.facts, call))
    try:
        found = {text: _in_program(script, reference, text) or module.find(text) for text in texts}
        rules = {text: rule for text, rule in found.items() if isinstance(rule, Rule) and rule.kind != "class"}
        if len(rules) < len(found):
            return
        forms = {text: _form_of(script, reference, text, rule, takes_one) for text, rule in rules.items()}
    except Refused:
        return
    names = {text: _name_of(script, reference, text, form) for text, form in forms.items()}
    shown = ", ".join(f"{script.string(text)}: {name}" for text, name in names.items())
    one = names[texts[0]] if len(names) == 1 and not script.source.has_effects(asked) else ""
    first = f"{reference.short}.{texts[0]}"
    with script.edits.by(script.edits.origin._replace(name=first, place=place_of_rule(rules[texts[0]]))):
        script.edits.replace(
            *script.source.span(call), (lambda: one) if one else lambda: f"{{{shown}}}[{script.render(asked)}]"
        )
    script.settle(reference)


def _in_program(script: Script, module: Reference, text: str) -> Rule | None:
    """What stands in programs for the function of this name, where that is another form. Raises Refused where it is one
    of sequences, which is read by its call."""
    if not is_rewritten_program(script) or script.mode.of(module.node) == "dynamic":
        return None
    if has_sequences(script.facts) and sequences.rule_of(f"{module.name}.{text}") is not None:
        raise Refused("")
    return library().of_programs(text)


def _activation(script: Script, reference: Reference, layers: RuleModule, call: cst.Call, ends: list[Spot]) -> None:
    """`getattr(fluid.layers, act)(x)` of a name that may be any: an activation, as far as files show it, or an error
    says so."""
    rule = library().lookup(f"{PACKAGE}._today.activation_named")
    if reference.name != _LAYERS or not isinstance(rule, Rule) or any(isinstance(end.node, _SAID) for end in ends):
        return
    known = next(each.value for each in ast.walk(rule.node) if isinstance(each, ast.Assign))  # type: ignore[arg-type]
    texts = {str(each.evaluated_value) for end in ends if isinstance(each := end.node, cst.SimpleString)}
    activations = {*str(ast.literal_eval(known)).split()}
    texts |= _defaults(script, call.args[1].value)
    if not texts <= activations or (not texts and _names_others(script, layers, activations)):
        return
    found = reached(script.facts, call)
    if not (found.are_all and not found.holders and found.spots and all(map(_gives_one, found.spots))):
        return
    name, asked = write_helper(script, rule), call.args[1].value
    with script.edits.by(script.edits.origin._replace(name=rule.short, place=place_of_rule(rule))):
        script.edits.replace(*script.source.core(call), lambda: f"{name}({script.render(asked)})")
    script.settle(reference)
    script.say(call, "PM202", reference.short, _ACTIVATIONS.format(name))


def _names_others(script: Script, layers: RuleModule, activations: set[str]) -> bool:
    """Whether a text of the file names a function of one argument that is no activation, which may be meant."""
    texts = {str(each.evaluated_value) for each in script.source.all(cst.SimpleString)} - activations
    rules = [rule for each in texts if each.isidentifier() and isinstance(rule := layers.find(each), Rule)]
    return any(sum(param.default is None for param in each.params) == 1 for each in rules)


def _defaults(script: Script, asked: cst.BaseExpression) -> set[str]:
    """The strings that an option of that name has by default: `parser.add_argument("--act", default="relu")`, in
    whatever file."""
    if not isinstance(asked, cst.Attribute):
        return set()
    option = _OPTION.format("(?:" + "[-_]".join(map(re.escape, asked.attr.value.split("_"))) + ")")
    elsewhere = script.others.find(option) if script.others is not None else set()
    return {*re.findall(option, script.source.text), *elsewhere}


def _form_of(script: Script, module: Reference, text: str, rule: Rule, takes_one: bool) -> str | Rule | Unrolled:
    """What stands for the function of the module that has this name: today's, or one that is written into the script.
    Raises Refused where nothing does."""
    if rule.kind == "helper":
        return rule
    target = _plain_target(rule) or _same_of_one(rule) if takes_one and not rule.differs else ""
    return target or function_of_module(script, module, text, rule)


def _name_of(script: Script, module: Reference, text: str, form: str | Rule | Unrolled) -> str:
    joins = text == "concat" and script.mode.of(module.node) != "static"  # what may have no dimension today
    if isinstance(form, Unrolled) and not joins:
        return write_function_of_module(script, module, text, form)
    if isinstance(form, Rule):
        name = write_helper(script, form)
    else:
        name = write_written(script, "concat_vectors") if joins else script.imports.spell(str(form), module.binding)
    script.say(module.node, "PM102", f"{module.short}.{text}", f"→ {name}")
    return name


def _is_none(end: Spot) -> bool:
    """`None`, which `getattr()` refuses as well."""
    return isinstance(end.node, cst.Name) and end.node.value == "None"


def _write_out(script: Script, reference: Reference, rule: Rule) -> None:
    """`is_parameter` → `lambda var: var.is_parameter`, of a function that asks one thing of its argument."""
    value = rule.node.body[-1] if isinstance(rule.node, ast.FunctionDef) else None
    asked = value.value if isinstance(value, ast.Return) else None
    if len(rule.params) != 1 or not isinstance(asked, ast.Attribute) or not isinstance(asked.value, ast.Name):
        return
    text = f"lambda {rule.params[0].name}: {ast.unparse(asked)}"
    alone = isinstance(reference.node, cst.BaseExpression) and script.source.stands_alone(reference.node)
    script.edits.replace(*script.source.span(reference.node), text if alone else f"({text})")
    script.settle(reference)
    script.say(reference.node, "PM102", reference.short, f"→ {text}")


def _rename(script: Script, reference: Reference, target: str, behind: str = "") -> None:
    name = script.imports.spell(target, reference.binding)
    kinds, same = _kinds_beside(script, reference, target)
    script.edits.replace(*script.source.span(kinds), name + behind)
    for each in same:
        script.settle(each)
        script.say(each.node, "PM102", each.short, f"→ {name}")


def _kinds_beside(script: Script, reference: Reference, target: str) -> tuple[cst.CSTNode, list[Reference]]:
    """`isinstance(x, (Variable, VarBase))` of what is one class today: all kinds, and their references."""
    alone, kinds = (reference.node, [reference]), script.source.parents.get(script.source.parents.get(reference.node))
    call = script.source.parents.get(script.source.parents.get(kinds))
    if not isinstance(kinds, cst.Tuple) or not isinstance(call, cst.Call) or len(call.args) != 2 or (
            call.args[1].value is not kinds or script.source.code(call.func) not in ("isinstance", "issubclass")):
        return alone
    nodes = [element.value for element in kinds.elements]
    same = [each for each in script.open() if each.node in nodes and not each.beyond
            and isinstance(rule := script.rule(each), Rule) and _plain_target(rule) == target]
    return (kinds, same) if len(same) == len(nodes) else alone


def _may_be_named(script: Script, reference: Reference, rule: Rule, target: str) -> bool:
    """Whether today's class can stand in the place of a legacy one that is named, and takes what it is called with."""
    if names_a_class(script, reference.node):
        return True
    owner = script.taker(reference.node)
    if isinstance(owner, cst.ClassDef):
        return base_arguments(script, owner, reference, rule)
    reason = why_not_handed_on(script, reference, rule, target)
    if reason and not (is_only_called(script, reference.node) and write_function(script, reference)):
        script.leave(reference, "PM305", f"is used as a value here, and {reason}; write a call, or today's name")
    elif rule.differs and not reason:
        script.say(reference.node, rule.code_of_difference, reference.short, rule.differs)
    return not reason


def _gives_it_back(rule: Rule) -> bool:
    """Whether the rule is a function whose result is its one argument."""
    if rule.kind != "function" or len(rule.params) != 1:
        return False
    try:
        return isinstance(expand(rule, Call([given(0, True)], {})).value, Given)
    except Refused:
        return False


def _is_alone(script: Script, decorator: cst.Decorator) -> bool:
    """Whether nothing else, such as a comment, stands on its line."""
    text = script.source.line_text(script.source.line(decorator.decorator)).strip()
    return text == f"@{script.source.code(decorator.decorator)}"


def _take_out(script: Script, reference: Reference, decorator: cst.Decorator) -> None:
    line = script.source.line(decorator.decorator)
    lines.delete(script, line, line)
    script.settle(reference)
    script.say(decorator, "PM102", reference.short, "taken out: it did nothing in dygraph mode")


def _plain_target(rule: Rule) -> str:
    """Today's name for the thing itself, when it is used without being called; empty when there is none."""
    if rule.kind == "move":
        return rule.target
    own = rule.written_base
    return _same_call(rule) if rule.kind == "function" else rule.base or (own.name if own is not None else "")


def _called_bare(rule: Rule) -> str:
    """What a decorator written without parentheses is with them: `@no_grad` is `@paddle.no_grad()`."""
    try:
        value = expand(rule, Call([], {})).value
    except Refused:
        return ""
    return ast.unparse(value.func) if isinstance(value, ast.Call) and not value.args and not value.keywords else ""


def _same_call(rule: Rule) -> str:
    """The target of a function that hands its arguments on as they are, in the same order."""
    called = _called_with_one(rule)
    passed = [*called.args, *(each.value for each in called.keywords)] if called is not None else []
    one = len(passed) == 1 and isinstance(passed[0], Given)
    return ast.unparse(called.func) if one and called is not None else ""


def _same_of_one(rule: Rule) -> str:
    """The target of a function that today's does for what it does with one argument."""
    called = _called_with_one(rule) if rule.kind == "function" else None
    if called is None:
        return ""
    today = ast.unparse(called.func)
    names = [name for name, *_ in targets().get(today, ())] + [""] * len(called.args)
    passed = [*zip(names, called.args, strict=False), *((each.arg or "", each.value) for each in called.keywords)]
    told = [given for name, given in passed if not is_default(today, name, given)]
    return today if len(told) == 1 and isinstance(told[0], Given) else ""


def _called_with_one(rule: Rule) -> ast.Call | None:
    """What a call with one argument becomes, where that is a call of Paddle's and gives the same shape."""
    try:
        value = expand(rule, Call([given(0, True)], {})).value
    except Refused:
        return None
    is_paddles = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)  # no layer that is called
    return value if is_paddles and isinstance(value, ast.Call) and not rule.vector_result else None
