"""Writing a call's expansion into the script: in place where it stays one call, as new text otherwise."""

from __future__ import annotations

import ast
import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Optional

import libcst as cst

from paddle_migrate.expand import Call, Default, Expansion, Given, Refused, dotted_name, expand, given, helper_mark
from paddle_migrate.helpers import write_helper
from paddle_migrate.names import Reference
from paddle_migrate.rules import Rule
from paddle_migrate.scopes import Binding

if TYPE_CHECKING:
    from paddle_migrate.script import Script

_MISSING = object()
_ATOMS = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.Integer, cst.Float, cst.SimpleString, cst.List, cst.Dict)
_LITERALS = (cst.Integer, cst.Float, cst.SimpleString, cst.Name, cst.UnaryOperation, cst.Tuple, cst.List, cst.Dict)
_CONSTANTS = {"None": None, "True": True, "False": False}


@lru_cache(maxsize=1)
def targets() -> dict[str, list[list[Any]]]:
    """Signatures of today's APIs that rules use: name → [[parameter, default's repr or null], …].

    What comes out has to run on every supported Paddle, so a signature ends where two of them part,
    and a default in which they differ is none to rely on.
    """
    text = files("paddle_migrate").joinpath("data/targets.json").read_text(encoding="utf-8")
    versions: list[dict[str, list[list[Any]]]] = list(json.loads(text).values())
    names = set.intersection(*(set(v) for v in versions)) if versions else set()
    return {name: _common([v[name] for v in versions]) for name in names}


def _common(signatures: list[list[list[Any]]]) -> list[list[Any]]:
    common: list[list[Any]] = []
    for params in zip(*signatures):
        if len({p[0] for p in params}) > 1:
            break
        common.append(params[0] if len({str(p[1]) for p in params}) == 1 else [params[0][0], "<differs>"])
    known = {p[0] for p in common}
    by_name = [{p[0]: p[1] for p in s} for s in signatures]
    for name, default in by_name[0].items():
        if name not in known and all(s.get(name, _MISSING) == default for s in by_name):
            common.append([None, None])
            common.append([name, default])
    return common


class Inliner:
    """Inlines one call. Raises Refused, having changed nothing, when it cannot be inlined."""

    def __init__(self, script: Script, reference: Reference) -> None:
        if reference.call is None or not isinstance(reference.rule, Rule):
            raise Refused("not a call of a known name")
        self.script, self.reference = script, reference
        self.call, self.rule = reference.call, reference.rule
        self.binding: Optional[Binding] = reference.binding
        self.args = list(self.call.args)
        self.parts: list[cst.BaseExpression] = [a.value for a in self.args]  # then the elements of lists written out
        self._check_stars()
        self.expansion: Expansion = expand(self.rule, self.as_call())

    def _check_stars(self) -> None:
        if self.rule.kind != "move" and any(a.star for a in self.args):
            raise Refused(f"called with {'**' if self.args[-1].star == '**' else '*'}; write the arguments out")

    def as_call(self) -> Call:
        plain = [(i, a) for i, a in enumerate(self.args) if not a.keyword]
        named = [(i, a) for i, a in enumerate(self.args) if a.keyword]
        if self.rule.kind == "move":
            return Call([], {})
        return Call(
            [self._given(i, a, True) for i, a in plain],
            {a.keyword.value: self._given(i, a, False) for i, a in named if a.keyword},
        )

    def _given(self, number: int, arg: cst.Arg, positional: bool) -> Given:
        node = self._read(number, positional)
        if isinstance(arg.value, (cst.List, cst.Tuple)):
            for element in arg.value.elements:
                if not isinstance(element, cst.Element):
                    node.elements = []
                    break
                self.parts.append(element.value)
                node.elements.append(self._read(len(self.parts) - 1, positional))
        return node

    def _read(self, number: int, positional: bool) -> Given:
        part = self.parts[number]
        if isinstance(part, cst.Name):
            known = part.value in _CONSTANTS
            return given(number, positional, known, _CONSTANTS.get(part.value))
        if not isinstance(part, _LITERALS):
            return given(number, positional)
        try:
            value = ast.literal_eval(self.script.source.code(part))
        except (ValueError, SyntaxError, MemoryError):
            return given(number, positional)
        return given(number, positional, True, value)

    # -- checks -----------------------------------------------------------------------------------------------

    def _used(self, node: ast.AST) -> list[int]:
        return [n.number for n in _in_order(node) if isinstance(n, Given)]

    def _has_effects(self, number: int) -> bool:
        return self.script.source.has_effects(self.parts[number])

    def _check_evaluation(self, value: ast.expr) -> None:
        """No argument with an effect may be evaluated twice, in another order, or not at all."""
        used = self._used(value)
        split = {a for a in range(len(self.args)) if a not in used and any(o == a for n in used for o in [self._owner(n)])}
        effects = [n for n in range(len(self.parts)) if n not in split and self._owner(n) not in used and self._has_effects(n)]
        effects += [n for n in range(len(self.args)) if n in used and self._has_effects(n)]
        effects = sorted(e for e in set(effects) if self._owner(e) is None or self._owner(e) in split)
        for number in effects:
            if used.count(number) > 1:
                raise Refused("an argument that calls something would be evaluated twice; give it a name first")
            if number not in used:
                raise Refused("an argument that is dropped today calls something; give it a name first")
        order = [n for n in used if n in effects]
        if order != sorted(order) and not self._fits_in_place(value):
            raise Refused("arguments that call something would be evaluated in another order; give them names first")

    def _owner(self, number: int) -> Optional[int]:
        """The argument that a list's element stands in; None for an argument."""
        if number < len(self.args):
            return None
        parent = self.script.source.parent(self.parts[number], cst.Arg)
        return next((i for i, a in enumerate(self.args) if a is parent), None)

    # -- writing -----------------------------------------------------------------------------------------------

    def write(self) -> str:
        """Make the edits; returns how the call reads now, for the report."""
        value = self.expansion.value
        if self.rule.kind == "move":
            return self._write_name(self.rule.target)
        self._check_evaluation(value)
        for name, reason in self.expansion.dropped.items():
            self.script.say(self.call, "note", self.reference.short, f"{name}= is dropped: {reason}")
        if self.rule.differs:
            self.script.say(self.call, "note", self.reference.short, self.rule.differs)
        if self._fits_in_place(value):
            assert isinstance(value, ast.Call)
            return self._write_in_place(value)
        start, end = self.script.source.core(self.call)
        self._check_comments()
        text = self.text(value)
        if not isinstance(value, (ast.Call, ast.Name, ast.Attribute, ast.Subscript)) and self._needs_parentheses():
            text = f"({text})"
        self.script.edits.replace(start, end, lambda: self._filled(text))
        return re.sub(r"__given_\d+__", "…", text)

    def write_arguments(self) -> None:
        """Rewrite only the arguments: for a `super().__init__(…)` whose base class is renamed elsewhere."""
        value = self.expansion.value
        self._check_evaluation(value)
        if not self._fits_in_place(value) or not isinstance(value, ast.Call):
            raise Refused("the base class's arguments have no form as one call today")
        self._layout(value, ast.unparse(value.func))

    def _check_comments(self) -> None:
        """Comments between the arguments would be lost when the call is written anew."""
        start, end = self.script.source.core(self.call)
        inside = [self.script.source.span(p) for p in self.parts[: len(self.args)]]
        for comment in self.script.source.all(cst.Comment):
            at = self.script.source.core(comment)[0]
            if start <= at < end and not any(a <= at < b for a, b in inside):
                raise Refused("it is written anew, and a comment stands between its arguments; move the comment first")

    def _needs_parentheses(self) -> bool:
        parent = self.script.source.parents.get(self.call)
        return not isinstance(
            parent, (cst.Arg, cst.Assign, cst.Return, cst.Expr, cst.Element, cst.AnnAssign, cst.AugAssign)
        ) and not self.call.lpar

    def _fits_in_place(self, value: ast.expr) -> bool:
        """One call, each of whose arguments is something the user wrote or holds nothing that the user wrote."""
        if not isinstance(value, ast.Call) or self._used(value.func):
            return False
        parts = [*value.args, *(k.value for k in value.keywords)]
        used = self._used(value)
        return (
            all(isinstance(p, Given) or not self._used(p) for p in parts)
            and len(set(used)) == len(used)
            and all(self._is_split_evenly(owner, used) for owner in {self._owner(n) for n in used})
        )

    def _is_split_evenly(self, owner: Optional[int], used: list[int]) -> bool:
        """Whether a list's elements are all used, next to one another and in their order."""
        if owner is None:
            return True
        mine = [n for n in range(len(self.args), len(self.parts)) if self._owner(n) == owner]
        at = used.index(mine[0]) if mine[0] in used else -1
        return at >= 0 and used[at : at + len(mine)] == mine

    def _write_in_place(self, value: ast.Call) -> str:
        name = ast.unparse(value.func)
        self._layout(value, name)
        return self._write_name(name)

    def _write_name(self, name: str) -> str:
        function = self.script.imports.spell(name, self.binding)
        self.script.edits.replace(*self.script.source.span(self.call.func), function)
        return function

    def _layout(self, value: ast.Call, name: str) -> None:
        """Keywords renamed, dropped arguments taken out, new ones put behind the user's own."""
        signature = targets().get(name)
        order = {p[0]: i for i, p in enumerate(signature)} if signature else {}
        keyword_of: dict[int, str] = {}
        extra: list[str] = []
        for place, arg in enumerate(value.args):
            if isinstance(arg, Given):
                keyword_of[arg.number] = ""
            elif not isinstance(arg, Default):
                extra.append(self.text(arg))
            del place
        for keyword in value.keywords:
            if isinstance(keyword.value, Given) and keyword.arg:
                keyword_of[keyword.value.number] = keyword.arg
            elif keyword.arg and not self._is_default(name, keyword.arg, keyword.value):
                extra.append(f"{keyword.arg}={self.text(keyword.value)}")
        in_order = True
        placed = 0
        kept = []
        split = {self._owner(n) for n in keyword_of if self._owner(n) is not None}
        for number, arg in enumerate(self.args):
            members = [number] if number in keyword_of else [n for n in keyword_of if self._owner(n) == number]
            if not members:
                continue
            keywords = []
            for member in members:
                wanted = keyword_of[member]
                if wanted and arg.keyword is None:
                    in_order = in_order and order.get(wanted, -1) == placed
                    placed += 1
                keywords.append(wanted if not (wanted and arg.keyword is None and in_order) else "")
            kept.append(number)
            if number in split:
                self._split(arg, [self.parts[m] for m in members], keywords)
            else:
                self._rename(arg, keywords[0])
        self._drop([n for n in range(len(self.args)) if n not in kept])
        self._append(kept, extra)

    def _split(self, arg: cst.Arg, elements: list[cst.BaseExpression], keywords: list[str]) -> None:
        """`size=[a, b]` → `first=a, second=b`."""
        source, edits = self.script.source, self.script.edits
        spans = [source.span(e) for e in elements]
        edits.delete(source.span(arg)[0], spans[0][0])
        edits.delete(spans[-1][1], source.span(arg.value)[1])
        for span, keyword in zip(spans, keywords):
            if keyword:
                edits.insert(span[0], f"{keyword}=")

    def _rename(self, arg: cst.Arg, keyword: str) -> None:
        edits, source = self.script.edits, self.script.source
        if arg.keyword is None:
            if keyword:
                edits.insert(source.span(arg.value)[0], f"{keyword}=")
        elif keyword:
            start, end = source.span(arg.keyword)
            if source.text[start:end] != keyword:
                edits.replace(start, end, keyword)
        else:
            edits.delete(source.span(arg.keyword)[0], source.span(arg.value)[0])

    def _is_default(self, target: str, keyword: str, value: ast.expr) -> bool:
        """Whether today's default of `keyword` is this constant."""
        signature = targets().get(target)
        if signature is None or not isinstance(value, ast.Constant):
            return False
        default = dict((p[0], p[1]) for p in signature).get(keyword, _MISSING)
        if default is _MISSING or default is None:
            return False
        try:
            known = ast.literal_eval(str(default))
        except (ValueError, SyntaxError):
            return False
        return type(known) is type(value.value) and bool(known == value.value)

    def _drop(self, numbers: list[int]) -> None:
        """Take arguments out, each with the comma behind it (the last one with the comma before it)."""
        source, edits, args = self.script.source, self.script.edits, self.args
        last_kept = max((n for n in range(len(args)) if n not in numbers), default=-1)
        for number in numbers:
            start = source.span(args[number])[0]
            if number < last_kept:
                end = source.span(args[number + 1])[0]
            else:
                start = source.span(args[number - 1].value)[1] if number else start
                end = source.span(args[number].value)[1]
            gap_start = source.span(args[number].value)[1] if number < last_kept else start
            gap_end = end if number < last_kept else source.span(args[number])[0]
            if "#" in source.text[gap_start:gap_end]:
                # a comment between arguments stays: take only the argument and one comma
                start, end = source.span(args[number])[0], source.span(args[number].value)[1]
                comma = source.text.find(",", end)
                if 0 <= comma < source.core(self.call)[1] and not source.text[end:comma].strip():
                    end = comma + 1
                start, end = self._whole_lines(start, end)
            edits.delete(start, end)

    def _whole_lines(self, start: int, end: int) -> tuple[int, int]:
        """[start, end), or the lines it stands on when nothing else stands there."""
        source = self.script.source
        first = source.line_start(source.line_at(start))
        last = source.line_start(source.line_at(end) + 1)
        alone = not source.text[first:start].strip() and not source.text[end:last].strip()
        return (first, last) if alone else (start, end)

    def _append(self, kept: list[int], extra: list[str]) -> None:
        if not extra:
            return
        source, edits = self.script.source, self.script.edits
        text = ", ".join(extra)
        if kept:
            edits.insert(source.span(self.args[kept[-1]].value)[1], ", " + text)
        elif self.args:
            edits.insert(source.span(self.args[0])[0], text)
        else:
            edits.insert(source.core(self.call)[1] - 1, text)

    # -- text --------------------------------------------------------------------------------------------------

    def text(self, node: ast.expr) -> str:
        """The expression as text; what the user wrote stands in it as a placeholder."""
        spelled = _Spelled(self).visit(_copy(node))
        text = self._quoted(ast.unparse(ast.fix_missing_locations(spelled)))
        for helper in self.expansion.helpers:
            mark = helper_mark(helper.short)
            if mark in text:
                text = text.replace(mark, write_helper(self.script, helper, self.binding))
        return text

    def _quoted(self, text: str) -> str:
        if self.script.quote == '"' and '"' not in text:
            return re.sub(r"'([^'\\]*)'", r'"\1"', text)
        return text

    def _filled(self, text: str) -> str:
        return re.sub(r"__given_(\d+)__", lambda m: self._argument_text(text, m), text)

    def _argument_text(self, text: str, match: re.Match[str]) -> str:
        value = self.parts[int(match[1])]
        rendered = self.script.render(value)
        before, after = text[: match.start()].rstrip()[-1:], text[match.end() :].lstrip()[:1]
        separate = before in "(,=[" and after in "),]" or not before and not after
        return rendered if separate or isinstance(value, _ATOMS) or value.lpar else f"({rendered})"


class _Spelled(ast.NodeTransformer):
    """Puts the script's own spelling for names of Paddle, and leaves out what is a default."""

    def __init__(self, inliner: Inliner) -> None:
        self.inliner = inliner

    def visit_Given(self, node: Given) -> ast.expr:
        return ast.Name(id=f"__given_{node.number}__", ctx=ast.Load())

    def visit_Default(self, node: Default) -> ast.expr:
        return ast.Constant(value=node.value)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        dotted = ast.unparse(node)
        if dotted.startswith("paddle.") and re.fullmatch(r"[\w.]+", dotted):
            return dotted_name(self.inliner.script.imports.spell(dotted, self.inliner.binding))
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = ast.unparse(node.func) if not any(isinstance(n, Given) for n in ast.walk(node.func)) else ""
        signature = targets().get(name)
        keywords = [k for k in node.keywords if not (k.arg and self.inliner._is_default(name, k.arg, k.value))]
        positional: list[ast.expr] = list(node.args)
        if signature and not positional:
            names = [p[0] for p in signature]
            while keywords and len(positional) < 2 and len(names) > len(positional):
                first = keywords[0]
                if first.arg != names[len(positional)] or not _reads_well_alone(first.value):
                    break
                positional.append(first.value)
                keywords = keywords[1:]
        call = ast.Call(func=node.func, args=positional, keywords=keywords)
        self.generic_visit(call)
        return call


def _reads_well_alone(node: ast.expr) -> bool:
    """A leading argument that the user wrote without its name, or that is itself a call, needs no name."""
    return node.positional if isinstance(node, Given) else isinstance(node, ast.Call)


def _in_order(node: ast.AST) -> list[ast.AST]:
    found = [node]
    for child in ast.iter_child_nodes(node):
        found += _in_order(child)
    return found


def _copy(node: Any) -> Any:
    """A copy that shares nothing that a transformer changes, and keeps our own node types."""
    if isinstance(node, (Given, Default)):
        return node
    if isinstance(node, ast.AST):
        return type(node)(**{name: _copy(value) for name, value in ast.iter_fields(node)})
    if isinstance(node, list):
        return [_copy(e) for e in node]
    return node
