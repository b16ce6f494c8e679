"""Programs as the messages of 1.8.5's files, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from paddle.base.data_feeder import convert_dtype

from .._runtime.tensor_files import CODES, DTYPES
from .._static.format import VERSION
from .._static.operators import Block
from .._static.programs import Program
from .._static.recording import where
from .._static.variables import Variable
from .block_operators import nested_of
from .block_writers import natives_of
from .fields import ATTRS, LISTS
from .operators import Native, native
from .protocol import program_message
from .schemas import schemas

BLOCK = 8  # the kind of an attribute
LOD_TENSOR, FEED, FETCH, LOD_TENSOR_ARRAY = 7, 9, 10, 13
ROLE = {"op_role": (0, 0), "op_role_var": (5, []), "op_namescope": (2, "/"), "op_device": (2, "")}


def message_of(operators: Iterable[Native], variables: Iterable[Variable] = ()) -> Any:
    """The message of a program: the operators of its first block, and the variables that they name."""
    message = program_message()()
    message.version.version = VERSION
    _add_block(message, operators, {each.name: each for each in variables}, [])
    return message


def _add_block(message: Any, operators: Iterable[Native], named: dict[str, Variable],
               around: list[tuple[Any, dict[str, Variable]]]) -> int:
    """Add a block with what is inside of it; its number. A variable stands in the block that has it by name, or else
    in the first that uses it."""
    inner = message.blocks.add(idx=len(message.blocks), parent_idx=around[-1][0].idx if around else -1,
                               forward_block_idx=-1)
    blocks = [*around, (inner, named)]
    for operator in operators:
        added = _add_operator(inner, operator)
        for places in (operator.args[0], operator.results):
            for variable in (each for listed in places.values() for each in listed):
                if not any(variable.name in names for _, names in blocks):
                    named[variable.name] = variable
        if "sub_block" in operator.kwargs:
            block = operator.block.program.blocks[operator.kwargs["sub_block"]]
            handed = [each for end in (*operator.before, *operator.behind) for each in [*end.inputs(), *end.outputs()]]
            own = dict(block.vars) | {each.name: each for each in handed if each.block is block}
            inside = [*operator.before, *natives_of(block), *operator.behind]
            number = _add_block(message, inside, own, blocks)
            next(attr for attr in added.attrs if attr.name == "sub_block").block_idx = number
    for variable in named.values():
        _add_variable(inner, variable)
    return int(inner.idx)


def _add_operator(block: Any, operator: Native) -> Any:
    added = block.ops.add(type=operator.type)
    for field, places in ((added.inputs, operator.args[0]), (added.outputs, operator.results)):
        for place, variables in places.items():
            field.add(parameter=place, arguments=[each.name for each in variables])
    known = schemas()[operator.type].attrs if operator.type in schemas() else {}
    kinds = {name: code for name, (code, _) in known.items()} | {name: code for name, (code, _) in ROLE.items()}
    values = {name: value for name, (_, value) in ROLE.items()} | operator.kwargs
    kinds["sub_block"] = BLOCK
    for name in sorted(values):
        value = values[name]
        code = kinds.get(name, _kind_of(value))
        attr = added.attrs.add(name=name, type=code)
        if code in LISTS:
            getattr(attr, ATTRS[code]).extend(value)
        else:
            setattr(attr, ATTRS[code], value)
    return added


def _kind_of(value: Any) -> int:
    """The kind of an attribute that no operator of 1.8.5 had, as a script gave it to one."""
    for code, kind in ((6, bool), (0, int), (1, float), (2, str)):
        if isinstance(value, kind):
            return code
    if isinstance(value, (list, tuple)):
        return {6: 7, 0: 3, 1: 4, 2: 5}[_kind_of(value[0]) if value else 0]
    raise NotImplementedError(f"an attribute {value!r} cannot be written in 1.8.5's format")


def _add_variable(block: Any, variable: Variable) -> None:
    added = block.vars.add(name=variable.name, persistable=variable.persistable)
    kind = variable.type if isinstance(variable.type, int) else LOD_TENSOR
    added.type.type = kind
    if kind == LOD_TENSOR:
        added.need_check_feed = variable.need_check_feed
    if kind in (LOD_TENSOR, LOD_TENSOR_ARRAY):
        described = added.type.lod_tensor if kind == LOD_TENSOR else added.type.tensor_array
        described.lod_level = variable.lod_level
        described.tensor.data_type = CODES[convert_dtype(variable.dtype)]
        described.tensor.dims.extend(variable.shape)


def read(data: bytes) -> Program:
    """The program of a message. Raises ``ValueError`` where ``data`` is none."""
    message = program_message()()
    try:
        message.ParseFromString(data)
    except Exception as error:
        raise ValueError(f"this is no program of 1.8.5's format: {error}") from None
    if not message.blocks:
        raise ValueError("this is no program of 1.8.5's format: it has no block")
    program, line = Program(), where()
    program.blocks = [Block(program, each.idx, each.parent_idx) for each in message.blocks]
    for block, inner in zip(program.blocks, message.blocks, strict=True):
        for each in inner.vars:
            block.vars[each.name] = _variable(block, each)
        for each in inner.ops:
            block.add(nested_of(_operator(block, each, line)))
    return program


def _variable(block: Block, message: Any) -> Variable:
    kind = message.type.type
    described = message.type.tensor_array if kind == LOD_TENSOR_ARRAY else message.type.lod_tensor
    dtype = DTYPES.get(described.tensor.data_type, "float32")
    return Variable(block, message.name, list(described.tensor.dims), dtype, described.lod_level, message.persistable,
                    type=None if kind == LOD_TENSOR else kind, need_check_feed=message.need_check_feed)


def _operator(block: Block, message: Any, line: str) -> Native:
    attrs = {each.name: _value(each) for each in message.attrs}
    inputs, outputs = ({each.parameter: [name for name in each.arguments if block.has_var_recursive(name)]
                        for each in field} for field in (message.inputs, message.outputs))
    return native(block, message.type, inputs, outputs, attrs, line)


def _value(attr: Any) -> Any:
    if attr.type not in ATTRS:
        return None
    value = getattr(attr, ATTRS[attr.type])
    return list(value) if attr.type in LISTS else value

