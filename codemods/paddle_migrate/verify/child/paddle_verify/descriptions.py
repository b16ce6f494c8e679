"""Programs that are descriptions of operators, as Paddle 1.8.5 and 2 have them, and all of whose variables have names.

A gradient is compared as it comes out of the way back. What clips or decays may write over it: then a copy of it is
put into the program.
"""

from __future__ import annotations

from typing import Any

from .programs import Training

BACKWARD, OPTIMIZE, LOSS = 1, 2, 256  # the roles of operators
COPY = "@VERIFY"
READS = ("load", "load_combine")


class Descriptions:
    APPLIES = ("apply_gradients",)  # what of an optimizer is given the gradients

    def __init__(self) -> None:
        self._optimizers: list[Any] = []

    def makes(self, parameter: Any) -> None:
        """Which programs know by themselves."""

    def minimizes(self, optimizer: Any, pairs: list[Any]) -> None:
        """An optimizer has written its updates into the program of these parameters and gradients."""
        if not any(known is optimizer for known in self._optimizers):
            self._optimizers.append(optimizer)
        for parameter, gradient in pairs:
            if gradient is not None and not is_sparse(gradient):
                keep_a_copy(parameter.block.program.global_block(), gradient)

    def training(self, program: Any) -> Training | None:
        block = program.global_block()
        updates = [op for op in block.ops if {"Param", "Grad", "LearningRate"} <= set(op.input_names)]
        updated = {op.input("Param")[0] for op in updates}
        if not updates:
            return None
        parameters = [name for name in block.vars if name in updated]
        used = {name for op in updates for name in op.input_arg_names}
        optimizers = [each for each in self._optimizers if any(set(names(of)) & used for of in kept(each).values())]
        states: dict[str, dict[str, str]] = {}
        for each in optimizers:
            for key, of in kept(each).items():
                states.setdefault(key, {}).update({n: v.name for n, v in of.items() if n in updated and v.name in used})
        kinds = [type(each).__name__ for each in optimizers] or [updates[0].type]
        return Training(program, " and ".join(sorted(set(kinds))), parameters, losses(block), gradients(block), states)

    def started(self, program: Any) -> list[str]:
        """The parameters that a run of this program starts."""
        block = program.global_block()
        made = {name for op in block.ops if not op.input_arg_names and op.type not in READS
                for name in op.output_arg_names}
        return [name for name, variable in block.vars.items() if name in made and hasattr(variable, "optimize_attr")]


def kept(optimizer: Any) -> dict[str, Any]:
    return {str(key): of for key, of in (getattr(optimizer, "_accumulators", None) or {}).items()}


def names(of: dict[str, Any]) -> list[str]:
    return [variable.name for variable in of.values()]


def role(op: Any) -> int:
    return int(op.attr("op_role")) if op.has_attr("op_role") else 0


def losses(block: Any) -> list[str]:
    ends = [op for op in block.ops if role(op) == BACKWARD | LOSS]
    made = [name.partition("@GRAD") for op in ends for name in op.output_arg_names]  # a second one has a number behind
    return [loss for loss, mark, _ in made if mark]


def gradients(block: Any) -> dict[str, str]:
    """Of those that can be fetched."""
    found: dict[str, str] = {}
    for op in block.ops:
        if role(op) & BACKWARD and op.has_attr("op_role_var"):
            pairs = op.attr("op_role_var")
            found.update(zip(pairs[::2], pairs[1::2]))  # noqa: B905  (Python 3.7)
    there = {name: gradient for name, gradient in found.items() if block.has_var(gradient)}
    copied = {name: gradient + COPY if block.has_var(gradient + COPY) else gradient for name, gradient in there.items()}
    return {name: gradient for name, gradient in copied.items() if not is_sparse(block.var(gradient))}


def is_sparse(variable: Any) -> bool:
    return str(variable.type).endswith("SELECTED_ROWS")


def keep_a_copy(block: Any, gradient: Any) -> None:
    """Before it is written over."""
    for index, op in enumerate(block.ops):
        if role(op) & OPTIMIZE and gradient.name in op.output_arg_names and not block.has_var(gradient.name + COPY):
            copy = block.create_var(name=gradient.name + COPY, dtype=gradient.dtype, shape=gradient.shape)
            block._insert_op(index, type="assign", inputs={"X": [gradient]}, outputs={"Out": [copy]},
                             attrs={"op_role": BACKWARD})
            return
