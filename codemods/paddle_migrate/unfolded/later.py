"""Choices and loops that are only decided when the program runs: they are written as blocks, whatever is in them run
once, and what they may change has one name before, in and behind them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.unfolded.changes import (
    MISSING,
    Filled,
    Slot,
    all_held,
    as_written,
    has_variables,
    holders_of,
    is_there,
    put,
    tried,
)
from paddle_migrate.unfolded.choices import chosen, is_chosen
from paddle_migrate.unfolded.conditions import condition_of
from paddle_migrate.unfolded.machine import RETURNED, Block, Machine, Row, marks_in
from paddle_migrate.unfolded.values import GONE, PLAIN, Code, Raised, Stuck

_MOST_TRIES = 6


def open_if(machine: Machine, node: ast.If, run: Callable[[list[ast.stmt]], None]) -> None:
    """An `if` of which it is not known which branch is taken."""
    if machine.is_reading or machine.is_within:
        raise Stuck
    _again(machine, lambda: _choice(machine, list(_branches(machine, node)), run))


def open_choice(machine: Machine, branches: list[tuple[str, Any]], run: Callable[[Any], None]) -> None:
    """Branches of which it is not known which is taken, by their heads; the last one is an `else:`."""
    _again(machine, lambda: _choice(machine, branches, run))


def open_for(machine: Machine, node: ast.For, head: str, of_graph: bool, run: Callable[[Any], None]) -> None:
    """A `for` of which it is not known how often it goes. `run`: one round with what the target is given."""
    if machine.is_reading or machine.is_within or node.orelse:
        raise Stuck
    _again(machine, lambda: _Loop(machine, node, head, of_graph, run).write())


def _again(machine: Machine, block: Callable[[], None]) -> None:
    """Until it is known which containers are filled in it."""
    for _ in range(_MOST_TRIES):
        rows, comments = list(machine.rows), list(machine.comments)
        try:
            block()
        except Filled as filled:
            machine.rows[:], machine.comments = rows, comments
            as_written(machine, filled.values)
        else:
            machine.opened += 1
            return
    raise Stuck


def _choice(machine: Machine, branches: list[tuple[str, Any]], run: Callable[[Any], None]) -> None:
    comments, machine.comments = tuple(machine.comments), []
    ways = [_Way(Block(head)) for head, _ in branches]
    ways[0].block.comments = comments
    for way, (_, body) in zip(ways, branches, strict=True):
        way.go(machine, body, run)
    if not branches[-1][0].startswith("else"):
        ways.append(_Way(Block("else:")))
    merged = _merged(machine, [each for each in ways if not each.is_dead])
    while len(ways) > 1 and ways[-1].block.head == "else:" and not ways[-1].block.rows:
        ways.pop()
    if any(each.block.rows for each in ways):
        machine.rows += [each.block for each in ways]
    for slot, value in merged.items():
        put(machine, slot, value)


@dataclass
class _Way:
    """A branch, and what it changes. `is_dead`: it ends with an error."""

    block: Block
    changed: dict[Slot, Any] = field(default_factory=dict[Slot, Any])
    is_dead: bool = False

    def go(self, machine: Machine, body: Any, run: Callable[[Any], None]) -> None:
        outer, machine.rows, is_open, machine.is_open = machine.rows, self.block.rows, machine.is_open, True

        def until_it_fails() -> None:
            try:
                run(body)
            except Raised:
                self.is_dead = True

        try:
            self.changed = tried(machine, until_it_fails)
        finally:
            machine.rows, machine.is_open = outer, is_open


def _branches(machine: Machine, node: ast.If) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The heads of its blocks, and what stands in them; branches that are known are none."""
    at: ast.If | None = node
    word = "if"
    while at is not None:
        rows = len(machine.rows)
        test = condition_of(machine, at.test)
        if len(machine.rows) > rows and word == "elif":
            raise Stuck
        if test is True:
            yield "else:", at.body
            return
        if test is not False:
            yield f"{word} {test}:", at.body
            word = "elif"
        rest = at.orelse
        at = rest[0] if len(rest) == 1 and isinstance(rest[0], ast.If) else None
        if at is None and rest:
            yield "else:", rest


def _merged(machine: Machine, ways: list[_Way]) -> dict[Slot, Any]:
    """What slots have behind a choice."""
    every = [each.changed for each in ways]
    holders, found = holders_of(machine), dict[Slot, Any]()
    for slot in dict.fromkeys(each for values in every for each in values):
        if slot.holder not in holders:
            raise Stuck
        was = holders[slot.holder].get(slot.key, MISSING)
        values = [each.get(slot, was) for each in every]
        if all(_is_one(each, values[0]) for each in values):
            found[slot] = values[0]
            continue
        known = [each for each in values if each is not MISSING]
        try:
            texts = {id(each): machine.lift(each) for each in known}
            found[slot] = _told(machine, slot, ways, was, known, texts)
        except Stuck:
            found[slot] = GONE
        if is_chosen(known):
            found[slot] = _one_of(machine, slot, ways, was, known, found[slot])
    return found


def _told(machine: Machine, slot: Slot, ways: list[_Way], was: Any, known: list[Any], texts: dict[int, str]) -> Code:
    """The name that one of the values has behind a choice. `texts`: of each, by its id."""
    made = _carried(machine, slot.key, known)
    mark = marks_in(made.text)[0]
    if any(slot not in each.changed for each in ways) and was is not MISSING:
        machine.rows.append(_copy(texts[id(was)], mark))
    for way in ways:
        if slot in way.changed:
            way.block.rows.append(_copy(texts[id(way.changed[slot])], mark))
    return made


def _one_of(machine: Machine, slot: Slot, ways: list[_Way], was: Any, known: list[Any], plain: Any) -> Any:
    """One of several things that build, and the name of which it is."""
    try:
        choice, texts = chosen(known, plain if isinstance(plain, Code) else None)
    except Stuck:
        return plain
    choice.key = _told(machine, slot, ways, was, [], texts)
    machine.chosen += 1
    return choice


class _Loop:
    """`carried`: what each round has of the one before, under one name; `last`: what a round changes."""

    def __init__(self, machine: Machine, node: ast.For, head: str, of_graph: bool, run: Callable[[Any], None]) -> None:
        self.machine, self.head, self.run = machine, head, run
        self.given, self.names, self.text = _targets(machine, node.target, of_graph)
        self.block = Block("", comments=tuple(machine.comments))
        machine.comments = []
        self.carried: dict[Slot, Code] = {}
        self.last: dict[Slot, Any] = {}

    def write(self) -> None:
        for _ in range(_MOST_TRIES):
            self._round()
            if not self._carries_more():
                break
        else:
            raise Stuck
        for slot, made in self.carried.items():
            if slot in self.last:
                self.block.rows.append(_copy(self.machine.lift(self.last[slot]), marks_in(made.text)[0]))
        self.block.head, self.block.marks = f"for {self.text} in {self.head}:", tuple(marks_in(self.text))
        if self.block.rows:
            self.machine.rows.append(self.block)
        for slot, value in self.last.items():
            if slot not in self.carried:  # the target may have what it had before, where there is no round
                put(self.machine, slot, GONE if slot.key in self.names and is_there(self.machine, slot) else value)

    def _round(self) -> None:
        machine = self.machine
        self.block.rows.clear()
        outer, machine.rows, is_open, machine.is_open = machine.rows, self.block.rows, machine.is_open, False
        try:
            self.last = tried(machine, lambda: self.run(self.given), lambda: _check_others(machine, self.carried))
        finally:
            machine.rows, machine.is_open = outer, is_open

    def _carries_more(self) -> bool:
        """Have what a round changes be under a name that the next one reads; whether there is any more of it."""
        machine, before = self.machine, [(each.of_graph, each.is_mixed) for each in self.carried.values()]
        for slot, value in self.last.items():
            if slot in self.carried:
                made = self.carried[slot]
                other = _carried(machine, slot.key, [made, value])
                made.of_graph, made.is_mixed = other.of_graph, made.is_mixed or other.is_mixed
            elif slot.key not in self.names and is_there(machine, slot):
                was = holders_of(machine)[slot.holder][slot.key]
                self.carried[slot] = _carried(machine, slot.key, [was, value])
                machine.rows.append(_copy(machine.lift(was), marks_in(self.carried[slot].text)[0]))
                put(machine, slot, self.carried[slot])
        return before != [(each.of_graph, each.is_mixed) for each in self.carried.values()]


def _check_others(machine: Machine, carried: dict[Slot, Code]) -> None:
    """Raises Stuck where something else has what a name had before a round, which is not that any more behind it."""
    marks = {marks_in(each.text)[0] for each in carried.values()}
    for holder, key, value in all_held(machine):
        is_own = isinstance(key, str) and carried.get(Slot(id(holder), key)) is value
        if isinstance(value, Code) and not is_own and marks & set(marks_in(value.text)):
            raise Stuck


def _targets(machine: Machine, node: ast.expr, of_graph: bool) -> tuple[Any, set[str], str]:
    """What the target is in a round, the names that it binds, and its text."""
    if isinstance(node, ast.Name):
        made = _named(machine, node.id, of_graph)
        return made, {node.id}, made.text
    if isinstance(node, (ast.Tuple, ast.List)):
        found = [_targets(machine, each, of_graph) for each in node.elts]
        text = ", ".join(f"({each[2]})" if "," in each[2] else each[2] for each in found)
        return tuple(each[0] for each in found), {name for each in found for name in each[1]}, text
    raise Stuck


def _named(machine: Machine, name: str, of_graph: bool) -> Code:
    mark = len(machine.made)
    machine.hints[mark] = RETURNED if name.startswith(f"{RETURNED}_") else name
    machine.made[mark] = Code(f"v__{mark}__", of_graph)
    return machine.made[mark]


def _carried(machine: Machine, name: str, values: list[Any]) -> Code:
    """A name for what may be one of several values."""
    made = _named(machine, name, any(map(has_variables, values)))
    made.is_mixed = made.of_graph and not all(isinstance(each, Code) and each.is_variable and not each.is_mixed
                                              for each in values)
    kinds = {each.made for each in values if isinstance(each, Code)}
    made.made = kinds.pop() if len(kinds) == 1 and all(isinstance(each, Code) for each in values) else ""
    return made


def _is_one(left: Any, right: Any) -> bool:
    if isinstance(left, Code) and isinstance(right, Code):
        return left.text == right.text
    return left is right or (type(left) is type(right) and isinstance(left, PLAIN) and left == right)


def _copy(text: str, mark: int) -> Row:
    return Row(text, mark, is_given=True, is_copy=True)
