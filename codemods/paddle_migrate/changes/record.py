"""What one rewrite did that another one has to know: all that rewrites say to one another stands here."""

from __future__ import annotations

from dataclasses import dataclass, field

import libcst as cst

from paddle_migrate.facts.scopes import Scope


@dataclass
class Record:
    schedulers: set[tuple[Scope, str]] = field(default_factory=set)  # new variables for learning-rate schedules
    scheduled: set[cst.Call] = field(default_factory=set)  # makers of optimizers whose schedule the script steps now
    own_schedules: set[cst.CSTNode] = field(default_factory=set)  # calls of the script's own schedule classes
    rates_in_time: set[cst.CSTNode] = field(default_factory=set)  # readings of a rate that stand before that step
    dropped: set[cst.CSTNode] = field(default_factory=set)  # names in arguments that are not written again
    told: dict[str, str] = field(default_factory=dict)  # optimizers that are told their parameters now, and what
    in_strings: set[str] = field(default_factory=set)  # names of the script by which strings reach fluid
    wrapped: dict[cst.With, str] = field(default_factory=dict)  # guard blocks that become functions: their names
    # functions whose mode is not known, and what in them depends on it
    unclear: dict[cst.CSTNode, list[tuple[cst.CSTNode, str]]] = field(default_factory=dict)
