"""Programs of Paddle 3, whose variables are values without names, but for parameters and what else lasts."""

from __future__ import annotations

from typing import Any

from .programs import Training


class Values:
    APPLIES = ("_apply_optimize", "apply_gradients")  # what of an optimizer is given the gradients

    def __init__(self) -> None:
        self._made: set[str] = set()  # the names of parameters
        self._losses: list[tuple[Any, Any]] = []  # each with its program
        self._minimized: list[tuple[Any, Any, list[Any]]] = []  # program, optimizer, pairs
        self._updates: set[str] = set()  # what their operators are called

    def makes(self, parameter: Any) -> None:
        self._made.add(parameter.name)

    def goes_back_from(self, loss: Any) -> None:
        self._losses.append((loss.block.program, loss))

    def minimizes(self, optimizer: Any, pairs: list[Any]) -> None:
        """An optimizer has written its updates into the program of these parameters and gradients."""
        if not pairs:
            return
        program = pairs[0][0].block.program
        self._minimized.append((program, optimizer, pairs))
        names = {parameter.name for parameter, _ in pairs}
        for op in program.global_block().ops:
            first = op.operand_source(0) if op.num_operands() else None
            if op.name().endswith("_") and first is not None and first.has_name and first.name in names:
                self._updates.add(op.name())

    def copied(self, program: Any, copy: Any, mapping: Any) -> None:
        """A program is a copy of another."""
        self._losses += [(copy, mapping.look_up(loss)) for whole, loss in self._losses
                         if whole is program and mapping.has(loss)]
        self._minimized += [
            (copy, optimizer, [(mapping.look_up(p), mapping.look_up(g)) for p, g in pairs])
            for whole, optimizer, pairs in self._minimized
            if whole is program and all(mapping.has(each) for pair in pairs for each in pair)  # else it is for tests
        ]

    def training(self, program: Any) -> Training | None:
        of_this = [(optimizer, pairs) for whole, optimizer, pairs in self._minimized if whole is program]
        if not of_this or not any(op.name() in self._updates for op in program.global_block().ops):
            return None  # a copy that tests has lost them
        pairs = {parameter.name: gradient for _, pairs in of_this for parameter, gradient in pairs}
        every = reversed(program.global_block().all_parameters())
        made = dict.fromkeys(parameter.name for parameter in every)  # a layer that shares one has made it again
        states: dict[str, dict[str, str]] = {}
        for optimizer, _ in of_this:
            for key, of in (optimizer._accumulators or {}).items():
                states.setdefault(str(key), {}).update({name: v.name for name, v in of.items() if name in pairs})
        kind = " and ".join(sorted({type(optimizer).__name__ for optimizer, _ in of_this}))
        dense = {name: g for name, g in pairs.items() if g is not None and not g.is_selected_row_type()}
        losses = [loss for whole, loss in self._losses if whole is program]
        return Training(program, kind, [name for name in made if name in pairs], losses, dense, states)

    def started(self, program: Any) -> list[str]:
        """The parameters that a run of this program starts."""
        ops = [op for op in program.global_block().ops if op.name() == "builtin.set_parameter"]
        names = dict.fromkeys(op.attrs()["parameter_name"] for op in ops)
        return [name for name in names if name in self._made]  # and not the learning rate
