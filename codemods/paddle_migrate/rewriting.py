"""One text through all rewrites."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

from paddle_migrate.changes import leaving
from paddle_migrate.changes.long_lines import has_long_lines, wrap_long_lines
from paddle_migrate.changes.named_layers import asked_by_counted_names
from paddle_migrate.changes.todos import write_todos
from paddle_migrate.changes.units import units_of
from paddle_migrate.changes.why import origins_of
from paddle_migrate.choosing import ALL, Part, hold, mark, met, part_of, said_of
from paddle_migrate.dynamic.lines import lines_before, origins_before, origins_through
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.variable_rates import may_be_schedules
from paddle_migrate.findings import Finding
from paddle_migrate.options import Options
from paddle_migrate.outcome import Result
from paddle_migrate.project import files
from paddle_migrate.project.borrowed import OwnImports, with_own_imports
from paddle_migrate.project.helper_modules import is_helper_text
from paddle_migrate.project.importers import direct_importers
from paddle_migrate.project.interest import works_with_fluid
from paddle_migrate.project.project import Module, Project
from paddle_migrate.project.statements import bindings
from paddle_migrate.project.taken import taken_of
from paddle_migrate.project.with_helpers import WithHelpers, with_helpers
from paddle_migrate.reasons import By, Origins
from paddle_migrate.rewrites import Function, rewrites, run, run_others
from paddle_migrate.rules.modes import of_text
from paddle_migrate.script import Script
from paddle_migrate.text.ignoring import heard, may_ignore
from paddle_migrate.text.limits import LARGEST
from paddle_migrate.text.origins import TODOS
from paddle_migrate.text.parsing import SourceError, compiles, expand_tabs, python_error
from paddle_migrate.text.pytree import python_tree
from paddle_migrate.text.skipping import SKIP_FILE
from paddle_migrate.text.source import Source


def migrate_source(
    text: str,
    filename: str = "<stdin>",
    options: Options | None = None,
    project: Project | None = None,
    also: tuple[Function, ...] = (),
) -> Result:
    """As in `api.py`; `also`: rewrites that know other formats of files, which stand above this."""
    works = project is not None and works_with_fluid(Path(filename), text.encode(errors="replace"), project)
    speaks = works or "paddle" in text
    if not speaks or ("skip-file" in text and SKIP_FILE.search(text)) or _is_ours(text):
        return Result(text)
    if not works and not may_be_old(text) and (len(text) > LARGEST or python_error(text) is None):
        return Result(text)
    with _collector_paused():
        result = _migrate(text, filename, options or Options(), project, also)
        return replace(result, findings=heard(text, result.findings))


def migrate_module(
    text: str, path: Path, options: Options, project: Project, also: tuple[Function, ...] = ()
) -> Result:
    """As in `api.py`."""
    inside = with_helpers(text, partial(project.helper_module, path)) if may_be_old(text) else None
    if inside is None:
        return _migrate_module(text, path, options, project, also)
    result = _migrate_module(inside.text, path, _in_line(options, inside), project, also)
    new = inside.without(result.text)
    if new is None:
        return _migrate_module(text, path, options, project, also)
    findings = [f._replace(line=inside.old_line(f.line)) for f in result.findings]
    origins = result.origins
    if origins is not None:
        moved = origins_through((inside.text, result.text, new), origins, Origins())
        old = {inside.old_line(line): by for line, by in moved.old.items()}
        origins = replace(origins, new=moved.new, old=old)
    return Result(new, findings, new != text, origins, result.given)


def _migrate_module(
    text: str, path: Path, options: Options, project: Project, also: tuple[Function, ...]
) -> Result:
    own = with_own_imports(text, path, project)
    if own is None:
        return migrate_source(text, str(path), options, project, also)
    result = migrate_source(own.text, str(path), _in_line(options, own), project, also)
    findings = [f._replace(line=own.old_line(f.line)) for f in result.findings]
    if result.failed:
        return Result(text, findings)
    origins = _seen_from(own, result.origins) if result.origins is not None else None
    return Result(result.text, sorted([*own.findings, *findings]), result.text != text, origins, result.given)


def _in_line(options: Options, moved: WithHelpers | OwnImports) -> Options:
    """The options for a text in which the line stands elsewhere."""
    last = moved.text.count("\n") + (not moved.text.endswith("\n"))
    lines = (n for n in range(last, 0, -1) if moved.old_line(n) == options.line)
    return replace(options, line=next(lines, options.line)) if options.line else options


def _seen_from(own: OwnImports, origins: Origins) -> Origins:
    """By the lines of the file as it was without imports of its own; what nobody else changed are these imports."""
    old: dict[int, list[By]] = {}
    for line, by in origins.old.items():
        old.setdefault(own.old_line(line), []).extend(by)
    return Origins(origins.new, old, By("imports of its own"), origins.units, origins.met)


def _is_ours(text: str) -> bool:
    return is_helper_text(text[:1000].encode(errors="replace"))


def may_be_old(text: str) -> bool:
    """Whether there may be something to do in text that speaks of Paddle: asked of every file, so it is quick."""
    words = any(word in text for word in ("fluid", "complex"))
    return words or may_ignore(text) or any(rewrite.may_be_in(text) for rewrite in rewrites())


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Syntax trees are many objects that all live until the end: the cyclic collector walks them for nothing."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _migrate(
    text: str, filename: str, options: Options, project: Project | None, also: tuple[Function, ...]
) -> Result:
    options = replace(options, programs=options.programs or options.dygraph)
    if not options.only and not options.leave_out:
        return _migrate_part(text, filename, options, project, also)
    every = replace(options, only=(), leave_out=(), why=True)
    whole = _migrate_part(text, filename, every, project, also)
    if whole.failed or whole.origins is None:
        return whole
    part, units = part_of(options, whole.origins.units), whole.origins.units
    if part.is_all:
        made = whole
    elif part.rest or not part.left.issuperset(units.functions):
        made = _migrate_part(text, filename, every, project, also, part)
    else:
        made = Result(text)
    made = replace(made, origins=replace(made.origins or Origins(), met=met(options, units)))
    return replace(made, findings=sorted([*said_of(part, units), *made.findings]))


def _migrate_part(
    text: str, filename: str, options: Options, project: Project | None, also: tuple[Function, ...], part: Part = ALL,
    is_unfolded: bool = False
) -> Result:
    try:
        script = rewrite_script(_source(text, filename), options, project, Path(filename), also, part)
    except SourceError as error:
        return Result(text, [Finding(error.line, error.code, "", str(error))])
    except RecursionError:
        return Result(text, [Finding(0, "PM902", "", "nested too deeply for this tool")])
    new = script.edits.result() if script.edits else text
    if has_long_lines(text, new):
        wrap_long_lines(script)
        new = script.edits.result()
    findings = sorted(script.findings)
    why = origins_of(script, new) if options.why else None
    if why is not None:
        why.units = units_of(script)
        why.otherwise = By("plain attributes") if script.source.text != text else None
    is_program = leaving.is_rewritten_program(script)
    given = tuple(script.given)
    names = asked_by_counted_names(script) if options.dygraph and is_program else ""
    has_rates = options.dygraph and is_program and not options.loop and may_be_schedules(script.facts)
    has_both = part.is_all and not options.half and leaving.leaves_programs(script)
    script.close()
    if has_both and (whole := _half_by_half(text, filename, options, project, also)) is not None:
        return whole
    if new != text and not compiles(new) and (python_error(new) is not None or compiles(text)):
        wrong = python_error(text)
        if wrong is not None:
            return Result(text, [Finding(wrong.line, wrong.code, "", str(wrong))])
        return Result(text, [Finding(0, "PM903", "", "the result would not be Python; the file is left as it was")])
    result = Result(new, findings, new != text, why, given)
    if not options.dygraph or not is_program or options.half:
        return result
    from paddle_migrate import as_layers  # few ask for that, and it takes its time to import

    others = None
    if project is not None and part.is_all:
        plain = replace(options, loop=False)
        others = as_layers.neighbours(Path(filename), project, partial(_text_of, plain, project, also))
    made = as_layers.with_loop(text, result, others)
    if isinstance(made, Finding) and has_rates:
        looped = replace(options, loop=True)
        again = _migrate_part(text, filename, looped, project, also, part, is_unfolded=True)
        made = again if again.changed else next(iter(again.findings), made)
    if isinstance(made, Result) or is_unfolded:
        return made if isinstance(made, Result) else Result(text, [made])
    if part.is_all and (in_one := _unfolded(text, filename, options, project, also)) is not None:
        found, unfolded = in_one
        if as_layers.are_apart(text, result) or not as_layers.are_apart(unfolded, _migrate_part(
                unfolded, filename, replace(options, dygraph=False), project, also)):
            return found
        shorter = as_layers.with_loop(text, result, others, apart=True)
        return shorter if isinstance(shorter, Result) else found
    stays = _migrate_part(text, filename, replace(options, dygraph=False), project, also, part)
    return as_layers.with_classes(text, result, stays, names, made, others)


def _unfolded(
    text: str, filename: str, options: Options, project: Project | None, also: tuple[Function, ...]
) -> tuple[Result, str] | None:
    """Layers and a loop of a program that is built in other ways than in one piece, and the text that it is built by in
    one, where all names of parameters are written out; None where none come out."""
    from paddle_migrate.unfolded.unfold import unfolded

    def find(name: str) -> str | None:
        found = project.modules(Path(filename), name) if project is not None else []
        folder = Path(filename).absolute().parent
        is_script = "sys.path" not in text and not (folder / "__init__.py").exists()
        if len(found) > 1 and is_script:  # Python asks its own folder first
            found = [each for each in found if each.path.is_relative_to(folder)]
        return found[0].raw.decode(errors="replace") if len(found) == 1 else None

    taken = taken_of(Path(filename), project)
    tree = python_tree(text) if taken.set else None
    inside = [line for each in tree.body for line in (each, *getattr(each, "body", ()))] if tree is not None else []
    if taken.set & {name for line in inside for name in bindings(line)}:
        return None  # what it has may be another one when others run it
    plain = unfolded(text, find, taken)
    found = _migrate_part(plain, filename, options, project, also, is_unfolded=True) if plain != text else None
    if found is None or found.failed or not found.changed:
        return None
    before = lines_before(text, plain)
    findings = sorted(each._replace(line=before.get(each.line, each.line)) for each in found.findings)
    why = origins_before(text, plain, Origins()) if found.origins is not None else None
    if why is not None and found.origins is not None:
        why = origins_through((text, plain, found.text), why, found.origins)
    return replace(found, findings=findings, origins=why), plain


def _text_of(options: Options, project: Project, also: tuple[Function, ...], module: Module) -> str:
    """What another file of the run becomes."""
    try:
        return migrate_module(files.decode(module.raw).text, module.path, options, project, also).text
    except SourceError:
        return ""


def _half_by_half(
    text: str, filename: str, options: Options, project: Project | None, also: tuple[Function, ...]
) -> Result | None:
    """A file of both modes, its programs first, which its guards tell from the dynamic graph; None where anything of
    1.8 would stay: the rest of that runs under the compat layer, where Paddle itself has no static mode."""
    first = _migrate_part(text, filename, replace(options, half="static"), project, also)
    begins = "enable_static" in first.text and "enable_static" not in text
    if first.failed or (begins and _is_imported_by_dynamic(filename, project)):
        return None
    second = _migrate_part(first.text, filename, replace(options, half="dynamic"), project, also)
    if second.failed or Facts.find(_source(second.text, filename), project, Path(filename)).references:
        return None
    before = lines_before(text, first.text)
    moved = [f._replace(line=before.get(f.line, f.line)) for f in second.findings]
    texts, why = (text, first.text, second.text), None
    if first.origins is not None and second.origins is not None:
        why = origins_through(texts, first.origins, second.origins)
    given = (*first.given, *second.given)
    return Result(second.text, sorted({*first.findings, *moved}), second.text != text, why, given)


def _is_imported_by_dynamic(filename: str, project: Project | None) -> bool:
    """Whether a file in dynamic mode imports this one, whose enable_static() it would run."""
    importing = direct_importers(Path(filename), project) if project is not None else []
    return any(of_text(module.raw) == "dynamic" for module in importing)


def rewrite_script(
    source: Source,
    options: Options,
    project: Project | None = None,
    path: Path | None = None,
    also: tuple[Function, ...] = (),
    part: Part = ALL,
) -> Script:
    """Run every rewrite over a parsed file; the script that comes back holds the edits and the findings."""
    script = Script.of(source, options, project, path)
    if leaving.is_rewritten_program(script):
        script.leave_lines(script.facts.left_lines)
        run(script, (rewrite for rewrite in rewrites() if rewrite.in_programs))
        run_others(script, also)
        script.write()
    elif leaving.leave(script):
        run(script, (rewrite for rewrite in rewrites() if rewrite.of_every_mode))
    else:
        if not part.is_all:
            hold(script, part)
        run(script, (rewrite for rewrite in rewrites() if part.rest or rewrite.phase == "names"))
        if part.rest:
            run_others(script, also)
            leaving.say_unclear(script)
        else:
            mark(script)
        script.write()
    if options.annotate:
        with script.edits.by(TODOS):
            write_todos(script)
    return script


def _source(text: str, filename: str) -> Source:
    try:
        return Source(text, filename)
    except SourceError:
        spaced = expand_tabs(text)
        if spaced == text:
            raise
        return Source(spaced, filename)
