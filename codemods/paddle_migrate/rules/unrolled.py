"""A rule as a function of its own, with the legacy signature: for calls whose arguments no text shows, and for values.

What the rule's conditions ask is asked when the function runs; where an argument has no form, it is refused there.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache

from paddle_migrate.outcome import Way
from paddle_migrate.rules.expand import Body, expand
from paddle_migrate.rules.expansion import (
    TRAINING,
    Call,
    Default,
    Expansion,
    Naming,
    Refused,
    Undecided,
    bind,
    given,
    helper_mark,
    literal,
)
from paddle_migrate.rules.folding import UNKNOWN
from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.parameters import MAKE_THEMSELVES
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.targets import is_default, targets
from paddle_migrate.text.pytree import dotted, dotted_name

COUNTED, KIND, NAMED = "counted", "kind_of_convolution", "named"  # functions of `written/`
_LAYER = "layer"
_HOMES = tuple(f"{LEGACY}.{each}." for each in ("layers", "nets", "initializer", "regularizer", "dygraph", "optimizer"))
_ALONE = (f"{LEGACY}.embedding", f"{LEGACY}.one_hot")
_NO_FORM = "NotImplementedError"  # today; 1.8.5 itself raised the others
_REFUSED_THEN = ("TypeError", "ValueError")
_WITH_WORDS = 3  # statements, one of them a docstring
_OF_LAYERS = re.compile(rf"paddle\.nn\.[A-Z]\w*$|(?:{'|'.join(map(helper_mark, MAKE_THEMSELVES))})$")


@dataclass(frozen=True)
class Unrolled:
    """The function, with `Given` for its parameters; `pinned`: those that it refuses; `functions`: rules that it calls
    as functions of their own, by `function_mark`; `written`: what it needs of `written/`, by `written_mark`."""

    rule: Rule
    node: ast.FunctionDef
    pinned: tuple[str, ...]
    helpers: tuple[Rule, ...]
    functions: tuple[Rule, ...]
    rules: tuple[Rule, ...]
    written: tuple[str, ...]
    differs: tuple[str, ...]
    asks_target: bool
    way: Way
    given: tuple[ast.expr, ...]  # what stands for the parameters

    @property
    def refused(self) -> list[str]:
        """The parameters of which some values raise, other than the default."""
        found = []
        for statement in ast.walk(self.node):
            first = statement.body[0] if isinstance(statement, ast.If) else None
            if isinstance(statement, ast.If) and isinstance(first, ast.Raise) and _error(first) == _NO_FORM:
                asked = {id(node) for node in ast.walk(statement.test)}
                found += [p.name for value, p in zip(self.given, self.rule.params, strict=True) if id(value) in asked]
        return list(dict.fromkeys(found))

    def raises(self, name: str, text: str) -> bool:
        """Whether it does where the parameter is given what is written there; it may, if that is no constant."""
        needed = [given(n, True) for n, param in enumerate(self.rule.params) if param.default is None]
        told, _ = literal(text)
        try:
            expand(self.rule, Call([*needed], {name: given(len(self.given), False, text)}), self.way.target)
        except Undecided:
            return not told
        except Refused:
            return True
        return not told


def may_be_function(name: str) -> bool:
    """Whether the legacy name is one of those whose rules are functions of what they are given alone."""
    return name.startswith(_HOMES) or name in _ALONE


def same_today(function: Unrolled) -> str:
    """Today's name, where that takes the same arguments under the same names, and gives the same."""
    last = function.node.body[-1]
    called = last.value if isinstance(last, ast.Return) and len(function.node.body) < _WITH_WORDS else None
    today = dotted(called.func) if isinstance(called, ast.Call) else ""
    signature = targets().get(today)
    if signature is None or not isinstance(called, ast.Call):
        return ""
    names = {id(given): param.name for given, param in zip(function.given, function.rule.params, strict=True)}
    places = [p[0] for p in signature]
    passed = {**dict(zip(places, called.args, strict=False)), **{k.arg: k.value for k in called.keywords}}
    if any(names.get(id(value)) != name for name, value in passed.items()):
        return ""
    for number, param in enumerate(function.rule.params):
        if places[number : number + 1] != [param.name] or (param.name not in passed and param.name != "name"):
            return ""
        default = signature[number][1]
        if (param.default is None) != (default is None) or (
            param.default is not None and param.name in passed and not is_default(today, param.name, param.default)
        ):
            return ""
    return today


def function_mark(rule: Rule) -> str:
    """Stands for the name that another rule's function gets in the script."""
    return f"__function_{rule.name.replace('.', '_')}__"


def written_mark(name: str) -> str:
    """Stands for the name that a function of `written/` gets in the script."""
    return f"__written_{name}__"


@cache
def unrolled(rule: Rule, way: Way) -> Unrolled:
    """Raises Refused where the rule has no form as a function."""
    if rule.node is None or rule.kind not in ("function", "class", "wrapper"):
        raise Refused("")
    _check_plain_call(rule, way.target)
    optional = [param.name for param in rule.params if param.default is not None]
    told = [name for name in rule.dynamic_only[1:] if way.in_program]
    reason: Refused | None = None
    for pinned in (told, *([*told, name] for name in optional if name not in told)):
        try:
            return _Unroller(rule, way, tuple(pinned)).made()
        except Refused as refused:
            reason = reason or refused
    assert reason is not None
    raise reason


def _check_plain_call(rule: Rule, target: str) -> None:
    """Raises Refused where a call of what must be given wants the offsets of sequences, which nothing has today."""
    needed = [given(n, True) for n, param in enumerate(rule.params) if param.default is None]
    try:
        expand(rule, Call([*needed], {}), target)
    except Refused as refused:
        if "LoD" in str(refused):
            raise


class _Unroller(Body):
    """Follows a rule's body with nothing known but what is pinned to its default."""

    def __init__(self, rule: Rule, way: Way, pinned: tuple[str, ...]) -> None:
        self.given_of = {param.name: given(n, True) for n, param in enumerate(rule.params)}
        free = {param.name: self.given_of[param.name] for param in rule.params if param.name not in pinned}
        super().__init__(rule, bind(rule, Call([], dict(free))), way.target)
        self.way, self.pinned = way, pinned
        self.functions: dict[Rule, None] = {}
        self.written: dict[str, None] = {}
        self.note_mode(rule, self.names)

    def made(self) -> Unrolled:
        assert self.rule.node is not None
        if isinstance(self.rule.node, ast.FunctionDef):
            body = self._statements(self.rule.node.body)
        else:
            body = self._constructed(self.rule.node)
        if self.dynamic_only and self.way.in_program:
            raise Refused(self.dynamic_only[0])
        self._check_lambdas(body)
        words = ast.get_docstring(self.rule.node)
        first = [ast.Expr(ast.Constant(words.split("\n")[0].replace("``", "`")))] if words else []
        (node,) = ast.parse("def __name__(): pass").body
        assert isinstance(node, ast.FunctionDef)
        node.args, node.body = self._parameters(), [*first, *self._refusals(), *body]
        return Unrolled(self.rule, node, self.pinned, tuple(self.helpers), tuple(self.functions),
                        tuple(dict.fromkeys(self.rules)), tuple(self.written), tuple(dict.fromkeys(self.differs)),
                        self.asks_target, self.way,
                        tuple(self.given_of.values()))

    def _parameters(self) -> ast.arguments:
        plain = [p for p in self.rule.params if not p.keyword_only]
        named = [p for p in self.rule.params if p.keyword_only]
        for param in self.rule.params:
            if param.default is not None and not isinstance(_constant(param.default), ast.expr):
                raise Refused("")
        return ast.arguments(
            posonlyargs=[], args=[ast.arg(p.name) for p in plain],
            defaults=[p.default for p in plain if p.default is not None],
            kwonlyargs=[ast.arg(p.name) for p in named], kw_defaults=[p.default for p in named])

    def _refusals(self) -> list[ast.stmt]:
        """What is no form today fails when it is given."""
        made: list[ast.stmt] = []
        for param in self.rule.params:
            if param.name in self.pinned:
                assert param.default is not None
                asked: ast.cmpop = ast.IsNot() if _is_name_constant(param.default) else ast.NotEq()
                test = ast.Compare(self.given_of[param.name], [asked], [param.default])
                made.append(ast.If(test, [_raised(f"{param.name}= has no form in today's Paddle")], []))
        return made

    def _check_lambdas(self, body: list[ast.stmt]) -> None:
        """A name that is bound inside of an expression may hide none of the parameters."""
        inner = [node for s in body for node in ast.walk(s) if isinstance(node, (ast.Lambda, ast.comprehension))]
        own = {n.arg for node in inner for n in ast.walk(node) if isinstance(n, ast.arg)}
        own |= {n for node in inner if isinstance(node, ast.comprehension) for n in _stored(node.target)}
        if not own.isdisjoint(self.given_of):
            raise Refused("")

    # -- statements ------------------------------------------------------------------------------------------

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in body:
            made += self._statement(statement)
            if made and _ends(made[-1]):
                break
        return made

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if isinstance(statement, ast.Return):
            return self._returned(self._valued(statement.value or ast.Constant(value=None)))
        if isinstance(statement, ast.Raise):
            error = _error(statement) if _error(statement) in _REFUSED_THEN else _NO_FORM
            return [ast.Raise(ast.Call(ast.Name(error, ast.Load()), [self._words(statement)], []))]
        if isinstance(statement, ast.If):
            return self._chosen(statement)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            return self._named(target, self._valued(statement.value))
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            return []
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            word = self.rule.module.word(statement.value.func)
            if word is not None:
                self._check_mark(word, statement.value)
                return []
        raise Refused("")

    def _words(self, statement: ast.Raise) -> ast.expr:
        error = statement.exc
        words = error.args[0] if isinstance(error, ast.Call) and error.args else None
        return self.fold(words) if words is not None else ast.Constant(value="has no form in today's Paddle")

    def _chosen(self, statement: ast.If) -> list[ast.stmt]:
        test = self.fold(statement.test)
        decided = self._truth(statement.test)
        if decided is not UNKNOWN:
            return self._statements(statement.body if decided else statement.orelse)
        if self._is_known(statement.test) and isinstance(statement.body[0], ast.Raise):
            return self._statements(statement.orelse)  # 1.8.5 refused it, too
        before = dict(self.names)
        body = self._statements(statement.body)
        self.names = dict(before)
        orelse = self._statements(statement.orelse)
        changed = {name for name in (*self.names, *before) if self.names.get(name) is not before.get(name)}
        self.names = {**before, **{name: ast.Name(name, ast.Load()) for name in changed}}
        return [ast.If(test, body or [ast.Pass()], orelse)]

    def _named(self, target: ast.expr, value: ast.expr) -> list[ast.stmt]:
        for name in _stored(target):
            self.names[name] = ast.Name(name, ast.Load())
        return [ast.Assign([target], value, lineno=0)]

    def _returned(self, value: ast.expr) -> list[ast.stmt]:
        if self.rule.same_dtype:
            dtype = ast.Attribute(ast.Name(self.rule.params[0].name, ast.Load()), "dtype", ast.Load())
            value = ast.Call(dotted_name("paddle.cast"), [value, dtype], [])
        if self.rule.vector_result:
            out = ast.Name("out", ast.Load())
            one = ast.Call(dotted_name("paddle.reshape"), [out, ast.List([ast.Constant(value=1)], ast.Load())], [])
            shaped = ast.IfExp(ast.Attribute(out, "ndim", ast.Load()), out, one)
            return [ast.Assign([ast.Name("out", ast.Store())], value, lineno=0), ast.Return(shaped)]
        return [ast.Return(value)]

    def _constructed(self, node: ast.ClassDef) -> list[ast.stmt]:
        """A function that makes today's layer or optimizer; an activation is called behind the layer."""
        layer, activation = self.constructor(node, wrapper=self.rule.kind == "wrapper")
        if activation is None:
            return [ast.Return(layer)]
        made = ast.Name(_LAYER, ast.Load())
        output = ast.Name("output", ast.Load())
        args = ast.arguments(posonlyargs=[], args=[ast.arg(n) for n in (_LAYER, "inputs", "output")],
                             kwonlyargs=[], kw_defaults=[], defaults=[])
        hook = ast.Lambda(args, self.activated(output, activation))
        hooked = ast.Expr(ast.Call(ast.Attribute(made, "register_forward_post_hook", ast.Load()), [hook], []))
        return [ast.Assign([ast.Name(_LAYER, ast.Store())], layer, lineno=0),
                ast.If(activation, [hooked], []), ast.Return(made)]

    # -- expressions -----------------------------------------------------------------------------------------

    def expand(self, rule: Rule, call: Call) -> Expansion:
        """What a call of another rule means: one expression, or a call of that rule's function."""
        try:
            return super().expand(rule, call)
        except Undecided:
            unrolled(rule, self.way)
            self.functions[rule] = None
            names = [param.name for param in rule.params]
            arguments = {**dict(zip(names, call.args, strict=False)), **call.keywords}
            keywords = [ast.keyword(k, v) for k, v in arguments.items() if not isinstance(v, Default)]
            return Expansion(ast.Call(ast.Name(function_mark(rule), ast.Load()), [], keywords))

    def _valued(self, node: ast.expr) -> ast.expr:
        """The value, its layer told its name where anything goes by names, and the question about training answered."""
        self.naming = None
        value = self._answered(self.fold(node))
        naming: Naming | None = self.naming
        if naming is None or not self.way.names_layers:
            return value
        calls = [each for each in ast.walk(value) if isinstance(each, ast.Call)]
        maker = next((each for each in calls if _OF_LAYERS.match(dotted(each.func))), None)
        if maker is None:
            raise Refused("")
        today = dotted(maker.func)
        maker.keywords = [k for k in maker.keywords if not (k.arg and is_default(today, k.arg, k.value))]
        maker.args = [self._name_of(naming), maker.func, *maker.args]
        maker.func = self._of_written(NAMED)
        return value

    def _name_of(self, naming: Naming) -> ast.expr:
        kind = naming.kind
        if isinstance(kind, ast.Call):
            kind = ast.Call(self._of_written(KIND), kind.args, kind.keywords)
        counted = ast.Call(self._of_written(COUNTED), [kind], [])
        return counted if naming.is_none else ast.BoolOp(ast.Or(), [naming.name, counted])

    def _of_written(self, name: str) -> ast.expr:
        self.written[name] = None
        return ast.Name(written_mark(name), ast.Load())

    def _answered(self, value: ast.expr) -> ast.expr:
        """In a program `is_test` says whether it trains; in dynamic mode a function does not know."""
        if not any(isinstance(n, ast.Name) and n.id == TRAINING for n in ast.walk(value)):
            return value
        if not self.way.in_program:
            raise Refused("")
        answered: ast.expr = _Answered().visit(value)
        return answered


class _Answered(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return ast.UnaryOp(ast.Not(), node.args[0]) if dotted(node.func) == TRAINING else node


def _stored(target: ast.expr) -> list[str]:
    return [n.id for n in ast.walk(target) if isinstance(n, ast.Name)]


def _constant(default: ast.expr) -> ast.expr | None:
    try:
        ast.literal_eval(default)
    except ValueError:
        return None
    return default


def _is_name_constant(default: ast.expr) -> bool:
    return isinstance(default, ast.Constant) and (default.value is None or isinstance(default.value, bool))


def _raised(words: str) -> ast.stmt:
    return ast.Raise(ast.Call(ast.Name(_NO_FORM, ast.Load()), [ast.Constant(value=words)], []))


def _error(statement: ast.Raise) -> str:
    return dotted(statement.exc.func) if isinstance(statement.exc, ast.Call) else ""


def _ends(statement: ast.stmt) -> bool:
    """Whether nothing behind it runs."""
    if isinstance(statement, ast.If):
        return bool(statement.orelse) and _ends(statement.body[-1]) and _ends(statement.orelse[-1])
    return isinstance(statement, (ast.Return, ast.Raise))
