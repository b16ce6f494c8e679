"""Rates that are worked out of schedules, `0.5 * decay`, as schedules of their own; what else a program computed of one
has no form in a loop."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.changes.templates import of_written, template
from paddle_migrate.dynamic.declared import is_set
from paddle_migrate.dynamic.helpers import OPTIMIZERS, RATE_OF, SCHEDULES, STEPS, WITH_RATE
from paddle_migrate.dynamic.pieces import lines_of
from paddle_migrate.dynamic.reading import Line, Reading, Stays, small, target_names
from paddle_migrate.text.arguments import argument
from paddle_migrate.text.edits import Edits

_NAME = RATE_OF.partition(".")[2]
_MOST, _LEAST = ("written.greater", "paddle.maximum"), ("written.smaller", "paddle.minimum")
_CLIPS, _FULL = ("paddle.nn.functional.hardtanh", "paddle.clip"), "paddle.full"
_OPERATORS = (cst.Add, cst.Subtract, cst.Multiply, cst.Divide)
_COMPUTES = (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.Subscript)
_WHY = "a rate that has a schedule is computed with otherwise than this tool knows; write a LambdaDecay by hand"


def check_rates(reading: Reading) -> None:
    """Raises Stays where a program computed something of a rate that is a schedule by now."""
    if not any(reading.called(call) == STEPS for call in reading.calls):
        return
    names = [each for each in reading.scopes.names if reading.called(reading.end(each)).startswith(SCHEDULES)]
    calls = [call for call in reading.calls if reading.called(call).startswith(SCHEDULES)]
    for node in [*names, *calls]:
        above = reading.source.parents.get(node)
        taker = reading.called(reading.source.parents.get(above)) if isinstance(above, cst.Arg) else ""
        is_taken = taker.startswith("paddle.") and not taker.startswith((*SCHEDULES, *OPTIMIZERS))
        if is_taken or isinstance(above, _COMPUTES):
            raise Stays(node, _WHY)


def with_computed_rates(text: str) -> str:
    """`rate = RateOf(lambda rate: 0.5 * rate, decay)` in place of `rate = 0.5 * decay`."""
    if STEPS.partition(".")[2] not in text:
        return text
    reading = Reading(text)
    helper = reading.helper(STEPS)
    found = {name: made for scope in reading.scopes.everywhere() for name, bindings in scope.bindings.items()
             if len(bindings) == 1 and (made := _Rate(reading, bindings[0].value, bindings[0].uses)).text}
    if helper is None or not found or _NAME in reading.taken:
        return text
    edits = Edits(text)
    for name, made in found.items():
        assert made.value is not None
        edits.replace(*reading.source.span(made.value), made.text)
        for line in {id(line): line for line in made.numbers}.values():
            first, behind = reading.source.line(line), lines_of(reading, line)[1]
            edits.replace(reading.source.line_start(first), reading.source.line_start(behind), "")
        for call in made.handed:
            inner = call.args[0].value
            rate = argument(inner, 0, "learning_rate") if isinstance(inner, cst.Call) else None
            if rate is None:
                return text
            start, end = reading.source.span(inner)
            first, last = reading.source.span(rate)
            edits.replace(*reading.source.span(call), f"{text[start:first]}{name}{text[last:end]}")
    base = next((reading.code(call.func).partition(".")[0] for call in reading.calls
                 if reading.called(call).startswith(SCHEDULES[0])), "")
    written = template(of_written(_NAME))
    uses = [str(use).removeprefix("builtins.").replace("paddle.", f"{base}.", 1) for use in written.uses]
    new = written.text.format(*uses, name=_NAME).rstrip()
    edits.insert(reading.source.line_start(reading.source.line(helper)), f"{new}\n\n\n".replace(
        "\n", reading.source.newline), rank=-6)
    return edits.result()


class _Rate:
    """One that may be computed. `text`: what makes it, "" of others; `handed`: the calls that give it to optimizers."""

    def __init__(self, reading: Reading, value: cst.BaseExpression | None, uses: list[cst.Name]) -> None:
        self.reading, self.value, self.text = reading, value, ""
        self.handed: list[cst.Call] = []
        self.numbers: list[Line] = []  # statements that make numbers for it alone
        self._schedules: list[str] = []
        is_computed = isinstance(value, (cst.BinaryOperation, cst.Call)) and not reading.called(value).startswith(
            SCHEDULES)
        body = self._number(value) if is_computed and value is not None else ""
        if body and self._are_apart() and all(map(self._is_rate, uses)):
            names = ", ".join(self._called(number) for number in range(len(self._schedules)))
            self.text = f"{_NAME}(lambda {names}: {body}, {', '.join(self._schedules)})"

    def _are_apart(self) -> bool:
        """Whether there are schedules, and none of them goes on with another one."""
        every = self.reading.inside(self.value) if self.value is not None else []
        ends = {each.value: self.reading.end(each) for each in every if isinstance(each, cst.Name)}
        inside = [self.reading.names_in(end) for name, end in ends.items() if name in self._schedules and end]
        return bool(self._schedules) and not any(ends.keys() & names for names in inside)

    def _is_rate(self, use: cst.Name) -> bool:
        """Whether an optimizer has it, or a run fetches it."""
        above = self.reading.source.parents.get(use)
        taker = self.reading.source.parents.get(above)
        if isinstance(taker, cst.Call) and self.reading.called(taker) == WITH_RATE and len(taker.args) == 2:
            self.handed.append(taker)
            return taker.args[1] is above
        line = self.reading.source.parents.get(above)
        is_alias = isinstance(above, cst.Assign) and above.value is use and line is not None and bool(
            target_names(small(line)))
        return isinstance(above, cst.Element) or self.reading.called(taker).startswith(OPTIMIZERS) or is_alias

    def _called(self, number: int) -> str:
        return f"rate{number + 1}" if number else "rate"

    def _number(self, node: cst.BaseExpression) -> str:
        """The text of it as a number, in which schedules have names; "" where it is not known to be one."""
        reading, end = self.reading, self.reading.end(node)
        if reading.called(end).startswith(SCHEDULES):
            code = reading.code(node)
            if code not in self._schedules or end is node:
                self._schedules.append(code)
            return self._called(len(self._schedules) - 1 if end is node else self._schedules.index(code))
        if reading.called(end) == _FULL and isinstance(node, cst.Name) and isinstance(end, cst.Call):
            (bound,) = reading.bindings(node)
            line = reading.source.parents.get(bound.node)
            if isinstance(line, Line) and self.value is not None and all(
                    reading.source.lies_in(use, self.value) for use in bound.uses):
                self.numbers.append(line)
            return self._call(end)
        if isinstance(end, (cst.Integer, cst.Float)):
            return reading.code(end if end is node else node)
        if isinstance(node, cst.Attribute):
            return reading.code(node) if not is_set(reading, node.attr.value) else ""
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
            inner = self._number(node.expression)
            return f"-{inner}" if inner and not isinstance(node.expression, cst.BinaryOperation) else ""
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, _OPERATORS):
            sides = [self._side(each) for each in (node.left, node.right)]
            return f"{sides[0]} {reading.code(node.operator).strip()} {sides[1]}" if all(sides) else ""
        return self._call(node) if isinstance(node, cst.Call) else ""

    def _side(self, node: cst.BaseExpression) -> str:
        text = self._number(node)
        return f"({text})" if text and isinstance(node, cst.BinaryOperation) else text

    def _call(self, call: cst.Call) -> str:
        name = self.reading.called(call)
        if name == _FULL:
            given = argument(call, 1, "fill_value")
            return self._number(given) if given is not None else ""
        if name in (*_MOST, *_LEAST) and len(call.args) == 2 and not any(arg.star for arg in call.args):
            sides = [self._number(arg.value) for arg in call.args]
            return f"{'max' if name in _MOST else 'min'}({', '.join(sides)})" if all(sides) else ""
        if name in _CLIPS and len(call.args) == 3:
            first = argument(call, 0, "x")
            ends = [argument(call, 1, "min"), argument(call, 2, "max")]
            texts = [self._number(each) if each is not None else "" for each in (first, *ends)]
            return f"min(max({texts[0]}, {texts[1]}), {texts[2]})" if all(texts) else ""
        return ""
