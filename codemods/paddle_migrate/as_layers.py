"""A program in today's names as layers: and a loop that trains them, or as classes where functions built networks."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import libcst as cst

from paddle_migrate.changes.long_lines import with_short_lines
from paddle_migrate.dynamic.bodies import BRANCH
from paddle_migrate.dynamic.brought import Find, Foreign, with_brought
from paddle_migrate.dynamic.checks import without_checks
from paddle_migrate.dynamic.choices import with_plain_choices
from paddle_migrate.dynamic.classes import MADE_WITH
from paddle_migrate.dynamic.convert import Converted, convert
from paddle_migrate.dynamic.counted_ends import with_counted_ends
from paddle_migrate.dynamic.draft import LOST, lost_comment
from paddle_migrate.dynamic.executors import with_one_executor
from paddle_migrate.dynamic.fixed import with_fixed_functions
from paddle_migrate.dynamic.gathered import with_gathered
from paddle_migrate.dynamic.guards import (
    with_programs_apart,
    without_copied,
    without_guards,
    without_name_scopes,
    without_scopes,
)
from paddle_migrate.dynamic.helper_layers import with_helper_layers
from paddle_migrate.dynamic.helpers import HELPER_LAYERS, NO_LOOP, SHARES
from paddle_migrate.dynamic.homes import as_function
from paddle_migrate.dynamic.housed import as_class
from paddle_migrate.dynamic.inlined import with_inlined
from paddle_migrate.dynamic.inner_runs import with_named_runs
from paddle_migrate.dynamic.kept import with_kept
from paddle_migrate.dynamic.lifted import Lifted, with_lifted
from paddle_migrate.dynamic.lines import first_line, lines_before, origins_before
from paddle_migrate.dynamic.listed import with_counted, with_fed_names, without_unread
from paddle_migrate.dynamic.opened import with_opened_objects
from paddle_migrate.dynamic.over_files import with_loops_over_files
from paddle_migrate.dynamic.parted import with_parted_sums
from paddle_migrate.dynamic.program_executors import with_plain_executors
from paddle_migrate.dynamic.rates import with_computed_rates
from paddle_migrate.dynamic.readers import with_declared_data
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.dynamic.resets import with_resets
from paddle_migrate.dynamic.sequences import with_sequences
from paddle_migrate.dynamic.told_apart import with_told_apart
from paddle_migrate.dynamic.twins import without_twins
from paddle_migrate.facts.other_modules import OtherModules
from paddle_migrate.findings import Finding
from paddle_migrate.layers.convert import BY_NAME, Conversion, Layered, layered
from paddle_migrate.layers.elsewhere import Built, Elsewhere, Neighbours
from paddle_migrate.outcome import Result
from paddle_migrate.project.importers import importers
from paddle_migrate.project.importers import program as together_with
from paddle_migrate.project.project import Module, Project
from paddle_migrate.project.taken import taken_of
from paddle_migrate.rules.parameters import LOADS_VARIABLES
from paddle_migrate.rules.schedules import RUNS_PROGRAMS
from paddle_migrate.text.parsing import python_error

_OF_PROGRAMS = ("PM119", "PM235", "PM333")  # what is said of them, and does not hold of layers
_NAMED = "its parameters are found by the names that 1.8 counted; name them with paddle.ParamAttr(name=…) first"
_LOADED = ("parameters without a name are called otherwise in classes: what earlier runs saved does not load; name "
           "them with paddle.ParamAttr(name=…)")
_OLD_STATE = ("what the program saved before does not load into layers, whose parameters have other names: train anew, "
              "or set net.state_dict() from the old arrays once")
_BROUGHT = ("what is loaded here another program saved, under names that layers do not have: have net.set_state_dict() "
            "load it, by the keys of net.state_dict(); paddle-migrate checkpoint makes arrays of old files")
_NEW_STATE = ("what is saved here has the names of layers now, which a program that loads it does not have, as a file "
              "beside this one may: have net.set_state_dict() of the same layers load it there")
_ANNOTATED = "an assignment with an annotation is not followed into layers; write it without"
_MODULES, _HAS = re.compile(r"^\s*import .*$", re.MULTILINE), r"(?<!\w){0}\b(?!\s*(?:\.|import\b))"
_IN_STATIC = ("a file that imports this one runs programs of its own and has {}(), which would train in dynamic mode: "
              "write that file's programs as layers first, or keep the two apart")
_MADE_WITH = MADE_WITH.partition("{}")[2]
_TAKEN = "{} is taken by a file that imports this one, and would be gone: keep what others take in a file of its own"
_HELPER = re.compile(r"→ (\w+), written into the script")
_HOLDS = re.compile(r"(?:self\.\w+ = |\.append\()(?:{})\(".format("|".join(
    name.partition(".")[2] for name in HELPER_LAYERS)))
_LAYERS, _TEXT = "layers", "layered"  # under which a module of the project keeps what becomes of it
Migrate = Callable[[Module], str]


def neighbours(path: Path, project: Project, migrate: Migrate) -> Neighbours:
    """The other files of the run; `migrate` gives a module's new text."""
    path = path.absolute()

    def text_of(module: Module) -> str:
        if module.path not in project.paths:
            return module.raw.decode(errors="replace")
        if _TEXT not in module.kept:
            module.kept[_TEXT] = module.raw.decode(errors="replace")  # for one that imports it again
            module.kept[_TEXT] = migrate(module)
        return str(module.kept[_TEXT])

    def layers_of(other: Path) -> Conversion | None:
        if other not in project.paths:
            return None
        module = project.file(other)
        if _LAYERS not in module.kept:
            module.kept[_LAYERS] = None  # for one that imports it again
            text_of(module)
        found = module.kept[_LAYERS]
        return found if isinstance(found, Conversion) else None

    def elsewhere(reading: Reading, is_for_loop: bool, apart: bool) -> Elsewhere:
        return Elsewhere(reading, project, path, layers_of, is_for_loop, apart)

    def mention(name: str) -> bool:
        before = "" if name.startswith(".") else r"(?<!\w)"
        wanted = re.compile(rf"{before}{re.escape(name)}\b")

        def has(text: str) -> bool:
            return bool(wanted.search(text) or BY_NAME.search(text))

        # an object's methods are called by files that were handed it, too
        others = importers(path, project)
        if name.startswith("."):
            others = [project.file(each) for each in together_with(path, project.file(path).raw, project)]
        told = (each for each in others if has(each.raw.decode(errors="replace")))
        return any(has(text_of(each)) for each in told)

    def keep(conversion: Built | None) -> None:
        project.file(path).kept[_LAYERS] = conversion

    def foreign(reading: Reading) -> Find:
        modules = OtherModules(project, path, reading.facts)

        def find(node: cst.BaseExpression) -> Foreign | None:
            there = modules.bound(node)
            named = there[1][0].node if there is not None and len(there[1]) == 1 else None
            other = there[0].path.absolute() if there is not None else path
            if other == path or not isinstance(named, (cst.FunctionDef, cst.ClassDef)):
                return None
            return Foreign(text_of(project.file(other)), named.name.value, other.parent == path.parent)

        return find

    def texts() -> list[str]:
        return [module.raw.decode(errors="replace") for module in importers(path, project)]

    return Neighbours(elsewhere, mention, keep, bool(importers(path, project)), foreign, (texts, path.stem),
                      project.beside(path, LOADS_VARIABLES), lambda: taken_of(path, project))


def with_loop(text: str, program: Result, others: Neighbours | None, apart: bool = False) -> Result | Finding:
    """The program as layers and a loop, where that is known for certain; else why it is not. `apart`: it is known that
    no two layers share a parameter by its name."""
    if annotated := _annotated(program.text):
        return Finding(first_line(text, annotated), "PM340", "", _ANNOTATED)
    plain = without_name_scopes(with_helper_layers(without_checks(program.text)))
    made = _with_loop(plain, others, apart or are_apart(text, program))
    lost = ""
    if not made.why and others is not None and others.is_imported:
        kept, lost = with_kept(made.text, program.text, others.taken().has)
        made = made._replace(text=kept)
    made = made._replace(text=with_short_lines(text, made.text))
    before = lines_before(text, plain)
    line = first_line(text, before.get(made.line, 0))
    why = made.why or (_TAKEN.format(lost) if lost else "") or (
        _why_static(made.text, others) if others is not None else "")
    if why:
        return Finding(line, "PM340", "", why)
    findings = [each for each in program.findings if not _is_gone(each, made.text, _OF_PROGRAMS)]
    findings.append(Finding(line, "PM236", "", "the program is a class of layers now, and a loop that trains them"))
    if made.saved and others is not None and others.is_loaded:
        findings.append(Finding(before.get(made.saved, line), "PM340", "", _NEW_STATE))
    if made.loaded:
        findings.append(Finding(before.get(made.loaded, line), "PM340", "", _OLD_STATE))
    findings += [Finding(before.get(each, line), "PM340", "", _BROUGHT) for each in made.brought]
    origins = origins_before(program.text, made.text, program.origins) if program.origins is not None else None
    return replace(program, text=made.text, findings=sorted(findings), changed=made.text != text, origins=origins)


def _annotated(text: str) -> int:
    """The line of `x: Tensor = layer(x)` in a function, whose value is not followed here; 0 for none."""
    functions = [each for each in ast.walk(ast.parse(text)) if isinstance(each, ast.FunctionDef)]
    inside = (node for each in functions for node in ast.walk(each) if isinstance(node, ast.AnnAssign) and node.value)
    return next((node.lineno for node in inside), 0)


def _why_static(loop: str, others: Neighbours) -> str:
    """Why a function that trains may be called in static mode: by a file that has programs beside it."""
    functions = [each for each in ast.walk(ast.parse(loop)) if isinstance(each, ast.FunctionDef)]
    training = [each.name for each in functions if any(
        isinstance(node, ast.Attribute) and node.attr == "clear_grad" for node in ast.walk(each))]
    importing = [_MODULES.sub("", text) for text in others.importers[0]() if RUNS_PROGRAMS.search(text)]
    called = [name for name in training if others.taken().has(name) and any(
        re.search(_HAS.format(name), text) for text in importing)]
    return _IN_STATIC.format(called[0]) if called else ""


def are_apart(text: str, program: Result) -> bool:
    """Whether it is known that no two layers share a parameter by its name, as an old program may have them do."""
    asked = "fluid" in text and text != program.text
    return asked and SHARES.partition(".")[2] not in program.text


def _with_loop(text: str, others: Neighbours | None, apart: bool) -> Converted:
    """Of a program in today's names; it stays where a comment of the script's own would be lost."""
    made = _made_of(text, others, apart)
    if made.why:
        made = _made_of_class(text, others, apart) or made
    reading = Reading(text) if not made.why else None
    lost = lost_comment(reading, made.text) if reading is not None else None
    if reading is None or lost is None:
        return made
    return Converted(text, LOST.format(lost.value), reading.source.line_at(lost.start))


def _made_of_class(text: str, others: Neighbours | None, apart: bool) -> Converted | None:
    """Of one whose home is a class."""
    home = as_function(text, others.mention if others is not None else lambda _: False)
    made = _made_of(home.text, others, apart, is_home=True) if home.name else None
    if made is None or made.why:
        return None
    new = as_class(made.text, home)
    seen = _seen_from(text, home.text, made)._replace(text=new)
    return seen if new and python_error(new) is None else None


def _made_of(text: str, others: Neighbours | None, apart: bool, is_home: bool = False) -> Converted:
    """With its networks as classes where they stand in the way of it. `is_home`: its functions are a class's methods.
    """
    made, plain = convert(text, apart=apart), text
    mention = others.mention if others is not None else lambda _: False
    foreign = others.foreign if others is not None else lambda _: lambda _: None
    changes = (with_loops_over_files, with_declared_data, with_sequences, with_computed_rates, with_parted_sums,
               lambda old: with_brought(old, foreign), with_plain_choices, with_counted, without_unread, with_fed_names,
               with_counted_ends, with_plain_executors, with_one_executor,
               lambda old: with_opened_objects(old, mention), with_programs_apart, without_copied, without_scopes,
               without_twins, lambda old: with_told_apart(old, mention), without_guards,
               lambda old: with_inlined(old, mention), with_sequences, with_named_runs,
               lambda old: with_fixed_functions(old, mention), with_resets, with_gathered)
    for change in changes:
        if made.why in ("", NO_LOOP):
            return made
        plain, before = change(plain), plain
        made = _seen_from(text, plain, convert(plain, apart=apart)) if plain != before else made
    if made.is_unsized:
        plain = with_gathered(plain, is_asked=True)
    found = _of_classes(text, plain, made, others, apart, is_home)
    if found.why and _MADE_WITH in (found.why[-len(_MADE_WITH) :], made.why[-len(_MADE_WITH) :]):  # a class knows it
        again = _of_classes(text, with_gathered(plain, is_asked=True), made, others, apart, is_home)
        found = again if not again.why else found
    return found


def _of_classes(
    text: str, plain: str, made: Converted, others: Neighbours | None, apart: bool, is_home: bool
) -> Converted:
    """Of one that stays so far, for what is told by `made`: with several programs, or with classes of its functions."""
    if made.why:
        made = _seen_from(text, plain, convert(plain, apart=apart, is_one=False))
    if not made.why:
        return made
    lifted = Lifted(plain) if is_home else with_lifted(plain)
    classes = _classes(plain, lifted, True, others, apart)
    if classes.text == plain:
        return made
    again = _seen_from(text, classes.text, convert(classes.text, classes.brought, apart, is_one=False))
    is_told = made.is_unseen or ((lifted.names or made.why == BRANCH) and classes.classes)  # what else is in the way
    return again if not again.why or is_told else made


def _classes(text: str, lifted: Lifted, is_for_loop: bool, others: Neighbours | None, apart: bool = False) -> Layered:
    """With functions inside of others as classes, too, where each of them becomes one."""
    mention = others.mention if others is not None else lambda _: False
    made = layered(with_fixed_functions(lifted.text, mention), is_for_loop, others, apart) if lifted.names else None
    if made is None or not made.classes or {each.name for each in made.left} & set(lifted.names):
        return layered(text, is_for_loop, others, apart)
    return made


def _seen_from(text: str, changed: str, made: Converted) -> Converted:
    """What came of a changed text, by the lines of the one before."""
    before = lines_before(text, changed)
    line, loaded, saved, *brought = (before.get(each, 0) for each in (
        made.line, made.loaded, made.saved, *made.brought))
    return made._replace(line=line, loaded=loaded, saved=saved, brought=tuple(brought)) if made.line else made


def with_classes(
    text: str, program: Result, stays: Result, names: str, no_loop: Finding, others: Neighbours | None
) -> Result:
    """The functions of a program that build networks as classes of layers. `stays`: the program without layers in
    mind, which is what comes of it where none becomes one, or where it reads the `names` that 1.8 counted. `no_loop`:
    why it is one, which a file of networks, or of readers, need not be told."""
    if _annotated(program.text):
        return replace(stays, findings=sorted([*stays.findings, no_loop]))
    mention, seen = others.mention if others is not None else lambda _: False, others if names != "read" else None
    unchecked = without_checks(program.text)
    plain = with_fixed_functions(with_helper_layers(unchecked), mention)
    made = _classes(plain, with_lifted(plain), False, seen)
    if plain != unchecked and not _HOLDS.search(made.text):  # it stands in what stays of the program
        plain = with_fixed_functions(unchecked, mention)
        made = _classes(plain, with_lifted(plain), False, seen)
    before = lines_before(text, plain)
    runs = bool(RUNS_PROGRAMS.search(_MODULES.sub("", program.text)))
    said = [no_loop] if no_loop.message != NO_LOOP or runs or (made.elsewhere and not made.classes) else []
    if names == "read" and (made.classes or made.left):
        said.append(Finding(before.get(made.line, 0), "PM340", "", _NAMED))
        return replace(stays, findings=sorted([*stays.findings, *said]))
    whole = program if made.text != plain else stays
    findings = [each for each in whole.findings if not _is_gone(each, made.text) or whole is stays] + said
    findings += [Finding(before.get(each.line, 0), "PM340", "", f"{each.name}() stays a function: {each.why}")
                 for each in made.left]
    if whole is stays:
        return replace(stays, findings=sorted(findings))
    line = before.get(made.line, 0)
    if made.classes:
        findings += [Finding(line, "PM340", "", _LOADED)] if names else []
        findings.append(Finding(line, "PM236", "", f"functions that build networks are classes of layers now: "
                                                   f"{', '.join(made.classes)}"))
    why = origins_before(program.text, made.text, program.origins) if program.origins is not None else None
    return replace(program, text=made.text, findings=sorted(findings), changed=made.text != text, origins=why)


def _is_gone(finding: Finding, text: str, codes: tuple[str, ...] = ()) -> bool:
    """Whether it is about a helper that layers do not need, or has one of the codes and is about none."""
    helper = _HELPER.match(finding.message)
    if helper is None:
        return finding.code in codes
    return not re.search(rf"^(def|class) {helper[1]}\b", text, re.MULTILINE)
