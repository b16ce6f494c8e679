"""Which runs give rows of sequences that are asked for their lengths."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.programs import is_loaded, is_run_of_executor, program_of_run
from paddle_migrate.facts.sequences import asks_for_lengths, knows_lengths
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of
from paddle_migrate.text.arguments import argument

_PLACES = 3  # of a run: the program, what is fed, what is fetched


def gives_rows(spot: Spot) -> bool:
    """Whether it is a run of a program that the script has built, which gives tensors, not arrays."""
    facts, call = spot.facts, spot.node
    assert isinstance(call, cst.Call)
    if not asks_for_lengths(facts) or not knows_lengths(facts):
        return False
    if not isinstance(call.func, cst.Attribute) or not is_run_of_executor(facts, call):
        return False
    plain = sum(arg.keyword is None for arg in call.args) <= _PLACES and not any(arg.star for arg in call.args)
    numpy, fetched = argument(call, 6, "return_numpy"), argument(call, 2, "fetch_list")
    if not plain or fetched is None or numpy is None or facts.source.code(numpy) != "False":
        return False
    program = program_of_run(facts, call)
    ends = values_of(facts).ends(Spot(facts, program)) if program is not None else []
    return not any(map(is_loaded, ends))
