"""Paddle 2.6.2 crashes when Python's zlib first works after Paddle was loaded: what makes it work is imported before.

NumPy's random numbers do since 2.3, and take effect when ``np.random`` is first used. A script that starts a program
whose other files draw them, and imports nothing of this itself, imports zlib.
"""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes import lines
from paddle_migrate.facts.scopes import dotted
from paddle_migrate.project.importers import others_draw
from paddle_migrate.script import Script

IN_PROGRAMS = True

_LOAD_ZLIB = {"gzip", "zlib", "zipfile", "tarfile"}
_NUMPY = {"numpy", "numpy.random"}
_FIRST = "before Paddle 2.6.2, which crashes where it comes later"


def rewrite(script: Script) -> None:
    if script.options.target != "2.6" or script.options.excerpts or not script.edits:
        return
    lines_of = [each for each in script.source.module.body
                if isinstance(each, cst.SimpleStatementLine) and not script.is_skipped(each)]
    imports = [(line, names) for line in lines_of if (names := _imported(line))]
    at = next((i for i, (_, names) in enumerate(imports) if any(n.partition(".")[0] == "paddle" for n in names)), None)
    if at is None:
        return
    paddle, draws = imports[at][0], _draws(script)
    early = _LOAD_ZLIB | _NUMPY if draws else _LOAD_ZLIB
    late = [line for line, names in imports[at + 1 :] if set(names) <= early and len(line.body) == 1]
    for line in late:
        _move(script, line, paddle)
    if draws and not late and _starts(script) and not any(_may_load(script, names) for _, names in imports[:at]):
        before = script.source.line_start(script.source.line(paddle))
        script.edits.insert(before, f"import zlib  # noqa: F401  {_FIRST}\n")
        script.say(paddle, "PM122", "import zlib", "put before paddle: Paddle 2.6.2 crashes when it is loaded after it")


def _may_load(script: Script, imported: list[str]) -> bool:
    """Whether one of these imports, or of a module of the project's, makes zlib or NumPy's random numbers ready."""
    others = script.others
    own = others is not None and any(others.project.modules(others.path, name) for name in imported)
    return own or any(name in _LOAD_ZLIB or name.partition(".")[0] == "numpy" for name in imported)


def _starts(script: Script) -> bool:
    """Whether it is no module that others import."""
    return script.others is not None and not script.others.importers


def _draws(script: Script) -> bool:
    """Whether the file uses NumPy's random numbers, or one of the project's modules that it imports."""
    others = script.others
    if others is not None and others_draw(others.path, script.source.text.encode(errors="ignore"), others.project):
        return True
    if "numpy" not in script.source.text:
        return False
    used = (a.value for a in script.source.attributes.get("random", ()))
    bound = (b.target for scope in script.scopes.everywhere() for bs in scope.bindings.values() for b in bs)
    return any(t.startswith("numpy.random") for t in bound) or any(script.names.resolve(v) == "numpy" for v in used)


def _imported(line: cst.SimpleStatementLine) -> list[str]:
    names: list[str] = []
    for statement in line.body:
        if isinstance(statement, cst.Import):
            names += [dotted(a.name) for a in statement.names]
        elif isinstance(statement, cst.ImportFrom) and not statement.relative:
            names.append(dotted(statement.module))
    return names


def _move(script: Script, statement: cst.SimpleStatementLine, before: cst.SimpleStatementLine) -> None:
    source = script.source
    last = source.line_at(source.core(statement.body[0])[1])
    lines.move(script, source.line(statement), last, before=source.line(before))
    name = _imported(statement)[0]
    why = f"moved before paddle: Paddle 2.6.2 crashes when {name} is loaded after it"
    script.say(statement, "PM122", f"import {name}", why)
