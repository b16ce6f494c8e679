"""What blocks and programs ask of 1.8.5's operators: one that a script appends, and the message of a whole program."""

from __future__ import annotations

from typing import Any

import paddle
from paddle.base.data_feeder import convert_dtype

from .._runtime.tensor_files import CODES
from .._static.format import FORMAT
from .._static.operators import Block, Operator, reveal
from .._static.programs import Program
from .._static.recording import where
from .._static.trials import Found, merged, trial
from .._static.variables import Variable
from .block_writers import natives_of
from .describing import described
from .messages import message_of, read
from .operators import AS_DTYPE, Native, kernel, native
from .schemas import schema


def appended(block: Block, at: int | None, type: str, inputs: Any = None, outputs: Any = None, attrs: Any = None,
             stop_gradient: bool = False) -> Native:
    """A new operator of that kind, in ``block``; its outputs get their shape and dtype."""
    if type is None:
        raise ValueError("append_op: an operator needs its type")
    given = {name: _plain(name, value) for name, value in (attrs or {}).items() if value is not None}
    _check(type, given)
    made = native(block, type, inputs, outputs, given, where())
    reveal(made.inputs(), block.program)
    infer(made)
    for variable in made.outputs():
        if stop_gradient:
            variable.set_stop_gradient = True
    block.add(made, at)
    return made


def computed(type: str, inputs: Any = None, outputs: Any = None, attrs: Any = None, **others: Any) -> None:
    """Run an operator of that kind now; its outputs, which are tensors, get what it computes."""
    run = kernel(type)
    given = {name: _plain(name, value) for name, value in (attrs or {}).items() if value is not None}
    _check(type, given)
    results = run(_listed(inputs), {**schema(type).defaults(), **given})
    for place, tensors in _listed(outputs).items():
        for tensor, result in zip(tensors, results.get(place, ()), strict=False):
            paddle.assign(result, tensor)


def _check(kind: str, given: dict[str, Any]) -> None:
    """Raises ``NotImplementedError`` for an attribute that nothing here heeds, where it is not as good as left out."""
    unheeded = getattr(kernel(kind), "unheeded", {})
    for name, value in given.items():
        usual = kind.partition("_")[0] if name == "interp_method" else unheeded.get(name)
        if name in unheeded and value not in (usual, unheeded[name]):
            raise NotImplementedError(f"paddle-migrate does not heed {name}={value!r} of the operator {kind}")


def _listed(given: Any) -> dict[str, list[Any]]:
    return {place: list(value) if isinstance(value, (list, tuple)) else [value]
            for place, value in (given or {}).items() if value is not None}


def _plain(name: str, value: Any) -> Any:
    """Attributes of dtypes are numbers, and lists are lists."""
    if name in AS_DTYPE and not isinstance(value, int):
        return CODES[convert_dtype(value)]
    return list(value) if isinstance(value, tuple) else value


def infer(operator: Native) -> None:
    """Give what an operator sets the shape and dtype that a trial finds."""
    run, attrs = kernel(operator.type), operator.kwargs
    places = list(operator.results)

    def rule(slots: Any) -> list[Any]:
        results = run(slots, attrs)
        return [results.get(place, []) for place in places]

    first, second = trial(rule, operator.args, {}, operator.inputs())
    for place, ones, others in zip(places, first, second, strict=True):
        for variable, one, other in zip(operator.results[place], ones, others, strict=False):
            _found(variable, one, other)


def _inferred(operator: Operator) -> None:
    if isinstance(operator, Native):  # of others the sizes are those that they were recorded with
        infer(operator)


def _found(variable: Variable, one: Any, other: Any) -> None:
    if not isinstance(one, Found) or variable.persistable or one.same is not None:
        return
    known = merged(one, other)
    variable.shape, variable.dtype, variable.lod_level = tuple(known["shape"]), known["dtype"], known["lod_level"]
    variable.trials, variable.lods = (one.shape, other.shape), ((one.lod, other.lod) if one.lod else ())
    if one.value is not None:
        variable.values = (one.value, other.value)


def message(program: Program) -> Any:
    """The message of a program. Raises ``NotImplementedError`` for a call that is none of 1.8.5's operators."""
    block = program.global_block()
    return message_of(natives_of(block), block.vars.values())


FORMAT.described, FORMAT.appended, FORMAT.message, FORMAT.read = described, appended, message, read
FORMAT.inferred, FORMAT.computed = _inferred, computed
