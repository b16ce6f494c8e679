"""What one rewrite did that another one has to know: all that rewrites say to one another stands here."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.scopes import Scope


class Record:
    def __init__(self) -> None:
        self.schedulers: set[tuple[Scope, str]] = set()  # new variables for learning-rate schedules
        self.scheduled: set[cst.Call] = set()  # makers of optimizers whose schedule the script steps now
        self.own_schedules: set[cst.CSTNode] = set()  # calls of the script's own schedule classes
        self.rates_in_time: set[cst.CSTNode] = set()  # readings of a rate that stand before that step
        self.keeps_rate: set[cst.CSTNode] = set()  # calls of minimize() whose optimizer keeps the rate of each step
        self.kept: set[cst.CSTNode] = set()  # calls whose tensor or array is written with the dimension it had
        self.cast_back: set[cst.CSTNode] = set()  # calls whose result is written with the dtype of their input
        self.dropped: set[cst.CSTNode] = set()  # names in arguments that are not written again
        self.told: dict[str, str] = {}  # optimizers that are told their parameters now, and what
        self.functions: set[cst.CSTNode] = set()  # what was a class, and is a function now
        self.in_strings: set[str] = set()  # names of the script by which strings, or other files, reach fluid
        self.wrapped: dict[cst.With, str] = {}  # guard blocks that become functions: their names
        # functions whose mode is not known, and what in them depends on it
        self.unclear: dict[cst.CSTNode, list[tuple[cst.CSTNode, str]]] = {}
