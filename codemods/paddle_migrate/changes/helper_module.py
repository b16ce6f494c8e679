"""The text of the module in which helpers of several files stand."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from paddle_migrate.changes.folded_parameters import joined_headers
from paddle_migrate.changes.imports import ALIASES
from paddle_migrate.changes.templates import Definition, definition_in, known_name, template
from paddle_migrate.changes.trimming import trimmed
from paddle_migrate.changes.unset_attributes import Given
from paddle_migrate.changes.written_imports import names, ordered
from paddle_migrate.outcome import Helper, Way
from paddle_migrate.project.helper_modules import DOCSTRING, definitions
from paddle_migrate.project.helper_modules import imports as imports_of

Texts = dict[str, str]
_Key = tuple[str, str, Way | None]  # the module, the name in it, and how a rule became a function


def module_text(
    helpers: Iterable[Helper], programs: str, others: Callable[[str], set[str]] | None, before: str = "",
    given: Given | None = None,
) -> str:
    """Its new text. `programs`: the texts of all that use it; `others`: what other files have of a pattern's group;
    `given`: whether they have one of two; `before`: its text so far, of which all stays that is not among the helpers.
    """
    texts: Texts = {}
    imports: dict[str, str] = {}  # lines, and the name that each binds
    known = _united(helpers)
    for key in sorted(known, key=_by_home):
        _add(definition_in(*key, without=known[key]), known, texts, imports)
    old = definitions(before)
    kept = [text for name, text in old.items() if name not in texts]
    new = trimmed(texts, "\n".join([programs, *kept]), others, given)
    lines = {line for line, name in imports.items() if any(names(text, name) for text in new.values())}
    if before:
        return _with_more(before, old, new, lines)
    standard = sorted(line for line in lines if _is_standard(line))
    rest = ordered(lines.difference(standard))
    head = "\n\n".join("\n".join(part) for part in (standard, rest) if part)
    body = "".join(f"\n\n{text}" for _, text in _in_order(new))
    return f'"""{DOCSTRING}"""\n\n{head}\n{body}'


def _by_home(key: _Key) -> tuple[bool, str, str, str]:
    """Those of `written/` first."""
    module, name, way = key
    return module.rpartition(".")[0] != "paddle_migrate.written", module, name, str(way)


def _with_more(before: str, old: Texts, new: Texts, lines: set[str]) -> str:
    """The module with new definitions, and others in place of those that it has; all else in it stays."""
    text = before
    for name in old.keys() & new.keys():
        text = text.replace(old[name], new[name], 1)
    more = {name: each for name, each in _in_order({**old, **new}) if name not in old}
    asked = {each for name, made in {**old, **new}.items() if name in old for each in _at_once(ast.parse(made).body[0])}
    tree = ast.parse(text)
    nodes = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    at = max((node.end_lineno or node.lineno for node in nodes), default=tree.body[0].end_lineno or 1)
    rows = text.splitlines(keepends=True)
    first = "".join(f"\n\n{each}" for name, each in more.items() if name in asked)
    rows[at:at] = [f"{line}\n" for line in ordered(lines - imports_of(text).keys())] + ([first] if first else [])
    last = "".join(f"\n\n{each}" for name, each in more.items() if name not in asked)
    return "".join(rows).rstrip("\n") + "\n" + last


def _united(helpers: Iterable[Helper]) -> dict[_Key, tuple[str, ...]]:
    """Each once, without what none of the files needs of it."""
    found: dict[_Key, tuple[str, ...]] = {}
    for each in helpers:
        key = each.module, each.known, each.way
        found[key] = tuple(name for name in found.get(key, each.without) if name in each.without)
    return found


def _add(
    definition: Definition,
    known: Mapping[_Key, tuple[str, ...]],
    texts: Texts,
    imports: dict[str, str],
) -> None:
    """It and what it needs, each behind what it needs itself."""
    if definition.name in texts:
        return
    made = template(definition)
    texts[definition.name] = ""  # they may need one another
    spelled = []
    for use in made.uses:
        if isinstance(use, str):
            spelled.append(_spelled(use, imports))
        else:
            whole = known.get((use.module.name, known_name(use), use.way), ())
            _add(replace(use, without=whole), known, texts, imports)
            spelled.append(use.name)
    for module in made.standard:
        imports[f"import {module}"] = module
    del texts[definition.name]
    texts[definition.name] = joined_headers(made.text.format(*spelled, name=definition.name))


def _spelled(name: str, imports: dict[str, str]) -> str:
    """Today's name as documents of Paddle write it."""
    root, _, rest = name.partition(".")
    if root == "builtins":
        return rest
    for module, alias in ALIASES.items():
        if name.startswith(f"{module}.") or name == module:
            imports[f"import {module} as {alias}"] = alias
            return alias + name[len(module) :]
    imports[f"import {root}"] = root
    return name


def _is_standard(line: str) -> bool:
    return line.split()[1].partition(".")[0] not in ("numpy", "paddle")


def _in_order(texts: Texts) -> Iterator[tuple[str, str]]:
    """What is asked for while the module is loaded (bases, defaults, decorators, constants) before those who ask."""
    done: set[str] = set()

    def visit(name: str) -> Iterator[tuple[str, str]]:
        if name in done:
            return
        done.add(name)
        for each in sorted(_at_once(ast.parse(texts[name]).body[0])):
            if each in texts:
                yield from visit(each)
        yield name, texts[name]

    for name in texts:
        yield from visit(name)


def _at_once(node: ast.stmt) -> set[str]:
    """The names that running the statement reads, but for what stands in functions."""
    parts: list[ast.AST] = [node]
    if isinstance(node, ast.FunctionDef):
        parts = [*node.decorator_list, node.args]
    elif isinstance(node, ast.ClassDef):
        parts = [*node.decorator_list, *node.bases]
        return {n for each in node.body for n in _at_once(each)} | _names(parts)
    return _names(parts)


def _names(parts: Iterable[ast.AST]) -> set[str]:
    found = {n.id for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)}
    return found - set(dir(builtins))
