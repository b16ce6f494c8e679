"""`fluid.io.save_inference_model(…)`, `load_inference_model(…)` → `paddle.static`'s, which take a path, and variables
for their names; where the script does not show these, functions written into it. So is what `load_vars(…)` becomes,
and `save_params(…)` where the program, or a script beside it, asks whether there is a file of a variable's name, or
takes all that a folder has, or workers train together."""

from __future__ import annotations

import re
from os.path import splitext

import libcst as cst

from paddle_migrate.changes.fed import all_by_name, finder, main_program
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.changes.shared_folders import share_folders
from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.fed_lists import is_data
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sequences import has_sequences
from paddle_migrate.facts.variable_rates import may_go_on
from paddle_migrate.rules.kinds import is_function
from paddle_migrate.rules.parameters import SAVES_MODEL, TODAYS_FILES
from paddle_migrate.rules.rule import Rule
from paddle_migrate.rules.sequences import RUN_IN_PYTHON
from paddle_migrate.script import Script
from paddle_migrate.text.arguments import argument

IN_PROGRAMS = True
_ALL = {
    "load_inference_model": ("dirname", "executor", "model_filename", "params_filename"),
    "save_inference_model": ("dirname", "feeded_var_names", "target_vars", "executor", "main_program",
                             "model_filename", "params_filename"),
}  # fmt: skip
_SERVERS = "there are no parameter servers to read a table from: leave pserver_endpoints= out, and have a whole model"
_NOTHING = "today's gives nothing, 1.8.5's the names of what is fetched: keep the target variables themselves"
_MANY = 2
_NAMES = ("save_inference_model", "load_inference_model")
_READS = ("load", "load_vars", "load_params", "load_persistables", "load_program_state", "set_program_state")
_SAVES_VARIABLES = ("save_params", "save_persistables")
# Of a folder that has a file for each variable, which a script may look for: one at a time, or all that are there.
_ASKS = re.compile(
    rb"(?s)\bload_vars\b|\b(?:exists|isfile)\(\s*[\w.]*\(?[^()]*\.name\b"
    rb"|\A(?=.*\bload_program_state\b).*\b(?:listdir|scandir|iterdir|walk|i?glob)\b"
)
# All that a folder has, of which `save_params` left out what the optimizer keeps.
_TAKES_ALL = re.compile(rb"\bload_program_state\b|\bfluid(?:\.io)?\.load\(|\bimport\b[^\n]*\bload\b")
# What Paddle 3 writes into no file: Python run in a program, and gradients through loops and branches, which end it.
_NOT_WRITTEN = re.compile(
    rb"\b(?:DistributeTranspiler|distributed_optimizer|dynamic_(?:lstmp?|gru)|rnn|While|while_loop|cond|switch_case"
    rb"|IfElse|" + "|".join(sorted(RUN_IN_PYTHON)).encode() + rb")\b"
)
_CASE = re.compile(rb"\bcase\b")  # of the layers; a Switch has a method of that name
_GOES_ON = re.compile(rb"\bload_persistables\b|\bfluid\.load\b|\bset_program_state\b")  # with its schedule's count
_CONVERT = "what Paddle 1 saved is not read: convert it, paddle-migrate model OLDDIR -o NEWDIR, and name NEWDIR{} here"
_ROWS = "today's files: models of the old script are not read: paddle-migrate model OLD -o NEW; lengths of " \
        "sequences are fed as well, behind what is named, as NAME_lengths"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    not_written = script.facts.says(_NOT_WRITTEN) or _has_case(script.facts)
    one_each = not_written or _is_said_here(script, _ASKS) or share_folders(script, _SAVES_VARIABLES)
    saves = ("save_vars", *(_SAVES_VARIABLES if one_each else ()))
    for reference in script.open(*_NAMES):
        if reference.beyond or _direct(script, reference):
            continue
        short, rows = reference.short.rpartition(".")[2], has_sequences(script.facts)
        _by_function(script, reference, short.replace("inference", "sequence") if rows else short)
        _say_of_files(script, reference, rows)
    for reference in script.open(*_READS, *saves, *(("save",) if not_written else ())):
        if not reference.beyond:
            _by_function(script, reference, reference.short.rpartition(".")[2])
    for reference in script.open("save_persistables") if _is_said_here(script, _TAKES_ALL) else ():
        if reference.short.endswith("save_params") and not reference.beyond:  # whose rule is the other's
            _by_function(script, reference, "save_params")
    if script.facts.says(_GOES_ON) and may_go_on(script.facts):
        _save_counts(script)


def _has_case(facts: Facts) -> bool:
    """Whether a file of the program chooses by `fluid.layers.case`."""
    others = facts.others.program(_CASE) if facts.others is not None else []
    references = (each for file in (facts, *map(Facts.of_other, others)) for each in file.references)
    return any(is_function(each.name) and each.name.endswith(".case") for each in references)


def _save_counts(script: Script) -> None:
    """What is saved, and may be loaded to go on, holds how far its schedule is."""
    for reference in script.open("save", "save_persistables"):
        if reference.beyond:
            continue
        is_one = reference.short.endswith("save")
        _by_function(script, reference, "save_counted" if is_one else "save_lasting")
        if not is_one and isinstance(rule := script.rule(reference), Rule):
            script.say(reference.node, "PM202", reference.short, rule.differs)


def _by_function(script: Script, reference: Reference, written: str) -> None:
    name = write_written(script, written)
    script.edits.replace(*script.source.span(reference.node), name)
    script.settle(reference)
    script.say(reference.node, "PM101", reference.short, f"→ {name}, written into the script")


def _direct(script: Script, reference: Reference) -> bool:
    """Call today's function at once, where nothing else is given than it takes."""
    call, short = reference.call, reference.short.rpartition(".")[2]
    folder, executor = reference.argument("dirname"), reference.argument("executor")
    file = _file(script, reference)
    if call is None or folder is None or executor is None or not file or short not in _ALL:
        return False
    inner: list[str] | None = []
    if short == "save_inference_model":
        inner = _feeds(script, reference)
    elif has_sequences(script.facts):
        return False
    if inner is None:
        return False
    name = script.imports.spell(f"paddle.static.{short}", reference.binding)
    prefix = _prefix(script, folder, file)
    if not prefix:
        script.imports.add_standard("os")
    targets = [each for each in [reference.argument("target_vars")] if each is not None]

    def written() -> str:
        path = prefix or f"os.path.join({script.render(folder)}, {script.string(file)})"
        return f"{name}({', '.join([path, *inner, *map(script.render, targets), script.render(executor)])})"

    script.edits.replace(*script.source.core(call), written)
    script.settle(reference)
    script.say(call, "PM101", reference.short, f"→ {name}")
    _say_of_files(script, reference, has_sequences(script.facts), f"/{file}")
    return True


def _say_of_files(script: Script, reference: Reference, rows: bool, file: str = "") -> None:
    """Which files are read, where the models are not the program's own, and what becomes of the names that saving one
    gave. `file`: what stands behind the folder in the call."""
    if reference.short.endswith("save_inference_model") and reference.call is not None:
        above = script.source.parents.get(reference.call)
        if not isinstance(above, (cst.Expr, cst.Lambda)):
            script.say(reference.node, "PM333", reference.short, _NOTHING)
    servers = reference.argument("pserver_endpoints")
    if servers is not None:
        script.say(reference.node, "PM333", reference.short, _SERVERS)
    is_old = reference.short.endswith("load_inference_model") and not _is_said_here(script, SAVES_MODEL)
    if is_old:
        script.say(reference.node, "PM333", reference.short, _CONVERT.format(file))
    if rows or not is_old:
        script.say(reference.node, "PM202", reference.short, _ROWS if rows else TODAYS_FILES)


def _is_said_here(script: Script, text: re.Pattern[bytes]) -> bool:
    """Whether a part of the program, or a script beside it that is migrated as well, has the text: the one saves what
    the other reads."""
    return script.facts.says(text) or (script.others is not None and script.others.beside(text))


def _prefix(script: Script, folder: cst.BaseExpression, file: str) -> str:
    """Folder and file as one string, where the call has both written out."""
    value = folder.evaluated_value if isinstance(folder, cst.SimpleString) else None
    return script.string(f"{value.rstrip('/')}/{file}") if isinstance(value, str) and value.strip("/") else ""


def _file(script: Script, reference: Reference) -> str:
    """The name of the model's file without its ending, where the call shows it and nothing that today's has not."""
    given = {name: reference.argument(name) for name in _ALL.get(reference.short.rpartition(".")[2], ())}
    shown = {name: value for name, value in given.items() if value is not None and script.source.code(value) != "None"}
    args = reference.call.args if reference.call is not None else []
    if any(arg.star for arg in args) or len(args) != sum(value is not None for value in given.values()):
        return ""
    files = [shown.get(name) for name in ("model_filename", "params_filename")]
    if "main_program" in shown or not all(each is None or isinstance(each, cst.SimpleString) for each in files):
        return ""
    written = files[0].evaluated_value if isinstance(files[0], cst.SimpleString) else "model"
    return splitext(written.strip("_"))[0] if isinstance(written, str) else ""  # "__model__" is as none


def _feeds(script: Script, reference: Reference) -> list[str] | None:
    """The list of the data that are fed under the names; None where these are not to be seen."""
    names = reference.argument("feeded_var_names")
    fed = _listed(script, reference, names) if isinstance(names, cst.List) and names.elements else ""
    if isinstance(names, cst.Name) and _are_names(script.origins.only(names)):
        found = finder(script, names)
        fed = f"[{found}({main_program(script, reference)}, name) for name in {names.value}]"
    if isinstance(names, cst.ListComp) and (whole := _whole(script, names)):
        fed = whole if has_sequences(script.facts) else f"list({whole})"
    if not fed:
        return None
    if has_sequences(script.facts):
        return [f"{write_written(script, 'with_lengths_fed')}({fed})"]
    listed = script.origins.only(names) if names is not None else None
    elements = listed.elements if isinstance(listed, (cst.List, cst.Tuple)) else None
    known = elements is not None and _is_in_order(script, [each.value for each in elements])
    return [fed if known else f"{write_written(script, 'fed_first')}({fed})"]


def _is_in_order(script: Script, names: list[cst.BaseExpression]) -> bool:
    """Whether the data of these names are made in that order, one after the other, or it is one alone."""
    if len(names) < _MANY:
        return True
    made = [_made(script, each) for each in names]
    known = [each for each in made if each is not None and script.source.parent(each, cst.For, cst.While) is None]
    places = [script.source.order(each) for each in known]
    return len(known) == len(names) and places == sorted(places) and len(set(map(script.scopes.of, known))) < _MANY


def _made(script: Script, name: cst.BaseExpression) -> cst.Call | None:
    """The one call that makes the data of a name that is written out, or of `data.name`."""
    if isinstance(name, cst.Attribute):
        found = script.origins.only(name.value)
        return found if isinstance(found, cst.Call) else None
    calls = [each for each in script.references if each.call is not None and each.name.endswith(".data")]
    same = [each.call for each in calls if (n := each.argument("name")) is not None and n.deep_equals(name)]
    return same[0] if len(same) == 1 else None


def _listed(script: Script, reference: Reference, names: cst.List) -> str:
    """Data that are fed under names written out, or under those of variables."""
    values = [each.value for each in names.elements]
    if _are_names(names):
        return all_by_name(script, reference, names, main_program(script, reference))
    owners = [each.value for each in values if isinstance(each, cst.Attribute) and each.attr.value == "name"]
    named = len(owners) == len(values) and all(is_data(script.facts, each) for each in owners)
    return f"[{', '.join(map(script.source.code, owners))}]" if named else ""


def _whole(script: Script, names: cst.ListComp) -> str:
    """`those` of `[each.name for each in those]`, where a loader takes the same for what it feeds: such have variables,
    or names, which have no `.name`."""
    loop, each = names.for_in, names.elt
    plain = not loop.ifs and loop.inner_for_in is None and loop.asynchronous is None
    if not plain or not isinstance(each, cst.Attribute) or each.attr.value != "name":
        return ""
    if not isinstance(loop.iter, cst.Name) or not each.value.deep_equals(loop.target):
        return ""
    bindings = script.scopes.find(loop.iter)
    uses = {id(use) for binding in bindings for use in binding.uses}
    given = [argument(call, -1, "feed_list") for call in script.source.all(cst.Call)] if len(bindings) == 1 else []
    return loop.iter.value if any(id(value) in uses for value in given) else ""


def _are_names(node: cst.BaseExpression | None) -> bool:
    values = [each.value for each in node.elements] if isinstance(node, (cst.List, cst.Tuple)) else []
    return bool(values) and all(isinstance(each, cst.SimpleString) for each in values)
