"""`fluid.io.save_inference_model(…)`, `load_inference_model(…)` → `paddle.static`'s, which take a path, and variables
for their names; where the script does not show these, functions written into it. So is what `load_vars(…)` becomes."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.fed import all_by_name, main_program
from paddle_migrate.changes.helpers import write_written
from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.sequences import has_sequences
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAMES = ("save_inference_model", "load_inference_model")
_READS = ("load_vars",)
_OLD_FILES = "Paddle 1's files are read, one for each variable, by the names that today's variables have"
_FILES = "today's files: models that the old script saved are converted, not read"
_ROWS = "today's files: models that the old script saved are converted, not read; lengths of sequences are fed as " \
        "well, behind what is named, as NAME_lengths"


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script):
        return
    for names, words in ((_NAMES, _FILES), (_READS, _OLD_FILES)):
        for reference in script.open(*names):
            if reference.beyond or _direct(script, reference):
                continue
            short = reference.short.rpartition(".")[2]
            rows = short in _NAMES and has_sequences(script.facts)
            name = write_written(script, short.replace("inference", "sequence") if rows else short)
            script.edits.replace(*script.source.span(reference.node), name)
            script.settle(reference)
            said = _ROWS if rows else words
            script.say(reference.node, "PM202", reference.short, f"→ {name}, written into the script: {said}")


def _direct(script: Script, reference: Reference) -> bool:
    """Call today's function at once, where nothing else is given than it takes."""
    call, short = reference.call, reference.short.rpartition(".")[2]
    folder, executor = reference.argument("dirname"), reference.argument("executor")
    if call is None or folder is None or executor is None or any(arg.star for arg in call.args):
        return False
    if short == "load_inference_model" and len(call.args) == 2 and not has_sequences(script.facts):
        inner: list[str] | None = []
    elif short == "save_inference_model" and len(call.args) == 4:
        inner = _feeds(script, reference)
    else:
        return False
    if inner is None:
        return False
    name = script.imports.spell(f"paddle.static.{short}", reference.binding)
    script.imports.add_standard("os")
    targets = [each for each in [reference.argument("target_vars")] if each is not None]

    def written() -> str:
        path = f"os.path.join({script.render(folder)}, {script.quote}model{script.quote})"
        return f"{name}({', '.join([path, *inner, *map(script.render, targets), script.render(executor)])})"

    script.edits.replace(*script.source.core(call), written)
    script.settle(reference)
    said = _ROWS if has_sequences(script.facts) else _FILES
    script.say(call, "PM202", reference.short, f"→ {name}: {said}")
    return True


def _feeds(script: Script, reference: Reference) -> list[str] | None:
    """The list of the data that are fed under the names; None where these are not to be seen."""
    names = reference.argument("feeded_var_names")
    if not isinstance(names, cst.List) or not names.elements:
        return None
    found = [each.value for each in names.elements if isinstance(each.value, cst.SimpleString)]
    if len(found) != len(names.elements):
        return None
    program = main_program(script, reference)
    fed = all_by_name(script, reference, found, program)
    return [f"{write_written(script, 'with_lengths_fed')}({fed})" if has_sequences(script.facts) else fed]
