"""In static graphs, names whose form of today is another one for programs are read by the rules for these."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.dimensions import has_dimensions, keeps_one, kept_by
from paddle_migrate.facts.lasting_names import is_global
from paddle_migrate.facts.names import Reference
from paddle_migrate.facts.nones import is_list
from paddle_migrate.facts.only_sizes import is_of_sizes
from paddle_migrate.facts.sequences import has_sequences, shows_their_data
from paddle_migrate.rules import sequences
from paddle_migrate.rules.library import library
from paddle_migrate.rules.rule import PACKAGE, Rule, RuleModule
from paddle_migrate.script import Script

IN_PROGRAMS = True
_DYGRAPH = "paddle.fluid.dygraph."
_NO_DATA = "what makes the sequences that it is given is not shown: migrate it with the file that has lod_level="


def rewrite(script: Script) -> None:
    for reference in script.open(*sequences.GENERATORS):  # they make text, in whatever mode
        _of_sequences(script, reference)
    today = library().module(f"{PACKAGE}._today") if is_rewritten_program(script) else None
    if today is None:
        return
    names = frozenset(today.names())
    for reference in script.open():
        rule, last = reference.rule, reference.name.rpartition(".")[2]
        if _of_sequences(script, reference):
            continue
        if isinstance(rule, Rule):
            last = rule.short
        its = _form(script, reference, last)
        known = (last in names or its != last) and not reference.name.startswith(_DYGRAPH)
        found = today.find(its) if known else None
        if isinstance(found, Rule) and not isinstance(rule, RuleModule):
            script.read_by(reference, found)


def _form(script: Script, reference: Reference, last: str) -> str:
    """The name of the rule for these arguments."""
    if last == "fc":
        return _form_of_fc(script, reference)
    if last == "accuracy" and (unread := _unread_counts(script, reference)):
        for made in unread:
            statement = script.statement(made)
            assert statement is not None
            script.beside.delete(statement)
            script.settle(script.by_call[made])
        return "accuracy_alone"
    output = reference.argument("output") if last == "assign" else None
    if output is not None and is_global(script.facts, output):
        return "assign_to_global"
    if last == "reshape" and reference.argument("actual_shape") is not None:
        return "reshape_to_variable"
    if last == "shape" and reference.call is not None and is_of_sizes(script.facts, reference.call):
        return "shape_of_sizes"
    return last


def _unread_counts(script: Script, reference: Reference) -> list[cst.Call]:
    """What makes the variables that counts are written into, where all are given that, and nobody reads them."""
    given = [each for each in map(reference.argument, ("correct", "total")) if each is not None]
    found: list[cst.Call] = []
    for each in given:
        bindings = script.scopes.find(each) if isinstance(each, cst.Name) else []
        value = bindings[0].value if len(bindings) == 1 else None
        made = script.by_call.get(value) if isinstance(value, cst.Call) else None
        at_top = bool(bindings) and bindings[0].scope is script.scopes.module
        if made is None or made not in script.open("create_tensor") or at_top or len(bindings[0].uses) != 1:
            return []
        if not isinstance(bindings[0].node, cst.Assign) or len(bindings[0].node.targets) != 1:
            return []
        assert isinstance(value, cst.Call)
        found.append(value)
    return found


def _form_of_fc(script: Script, reference: Reference) -> str:
    """Today's own where one dimension is kept; else that of a matrix, which need not be made flat, or of a list of one.
    """
    if keeps_one(reference) and not script.options.dygraph:
        return "own_fc"
    kept = kept_by(reference)
    input, attributes = reference.argument("input"), reference.argument("param_attr")
    elements = input.elements if isinstance(input, (cst.List, cst.Tuple)) else []
    several = attributes is not None and is_list(script.facts, attributes)
    is_one = len(elements) == 1 and type(elements[0]) is cst.Element and not several
    first = elements[0].value if is_one else input
    flat = kept > 0 and has_dimensions(script.facts, first, kept + 1)
    return f"fc{'_of_one' if is_one else ''}{'_of_matrix' if flat else ''}"


def _of_sequences(script: Script, reference: Reference) -> bool:
    """Have the calls that make and take sequences read by the rules for rows and lengths; whether it is one."""
    rule = sequences.rule_of(reference.name)
    if rule is None:
        return False
    last = reference.name.rpartition(".")[2]
    lengths = sequences.PADDED.get(last)
    if lengths is not None and last in sequences.AS_ONCE and reference.argument(lengths) is not None:
        return False
    without = rule.short in sequences.WITHOUT or (lengths is not None and reference.argument(lengths) is not None)
    if not without and not has_sequences(script.facts):
        return False
    is_given = rule.kind == "helper" or rule.short in sequences.OF_HELPERS
    if is_given and not without and not shows_their_data(script.facts):
        script.leave(reference, "PM303", _NO_DATA)
    else:
        script.read_by(reference, rule)
    return True
