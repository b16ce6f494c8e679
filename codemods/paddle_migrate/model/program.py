"""A program as its file has it: blocks of operators between variables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.model import wire
from paddle_migrate.model.formats import fields

LOD_TENSOR, SELECTED_ROWS, FEED, FETCH, LOD_TENSOR_ARRAY = 7, 8, 9, 10, 13
BLOCK = 8  # the kind of an attribute that is a block's number
DEEPEST = 8  # sequences of sequences of …
_KINDS = {bool: 6, int: 0, float: 1, str: 2}
Slots = dict[str, list[str]]


@dataclass
class Var:
    """A variable; `message` is all that the file said of it."""

    name: str
    kind: int
    dtype: str
    dims: list[int]
    lod_level: int
    lasting: bool
    message: wire.Message = field(repr=False)

    def write(self) -> wire.Message:
        kinds = {**self.message.get("type", {}), "type": self.kind}
        if self.kind in (LOD_TENSOR, LOD_TENSOR_ARRAY):
            place = "tensor_array" if self.kind == LOD_TENSOR_ARRAY else "lod_tensor"
            described = {**kinds.get(place, {})}
            described["tensor"] = {"data_type": formats().CODES[self.dtype], "dims": self.dims}
            if self.lod_level or "lod_level" in described:
                described["lod_level"] = self.lod_level
            kinds[place] = described
        return {**self.message, "name": self.name, "persistable": self.lasting, "type": kinds}


@dataclass
class Op:
    """An operator; attributes of kinds that 1.8.5 had are in `attrs`, later ones as they are in `others`."""

    type: str
    inputs: Slots
    outputs: Slots
    attrs: dict[str, Any]
    kinds: dict[str, int] = field(default_factory=dict)
    others: list[wire.Message] = field(default_factory=list)

    def reads(self) -> list[str]:
        return [name for names in self.inputs.values() for name in names]

    def writes(self) -> list[str]:
        return [name for names in self.outputs.values() for name in names]

    def write(self) -> wire.Message:
        attrs = []
        for name, value in sorted(self.attrs.items()):
            kind = self.kinds[name] if name in self.kinds else kind_of(value)
            attrs.append({"name": name, "type": kind, fields().ATTRS[kind]: value})
        slots = [[{"parameter": place, "arguments": names} for place, names in each.items()]
                 for each in (self.inputs, self.outputs)]
        return {"type": self.type, "inputs": slots[0], "outputs": slots[1], "attrs": [*attrs, *self.others]}


@dataclass
class Block:
    idx: int
    parent: int
    vars: dict[str, Var]
    ops: list[Op]
    message: wire.Message = field(repr=False)


@dataclass
class Program:
    blocks: list[Block]
    version: int
    message: wire.Message = field(repr=False)

    @property
    def ops(self) -> list[Op]:
        """Those of all blocks."""
        return [op for block in self.blocks for op in block.ops]

    def find(self, block: Block, name: str) -> Var | None:
        """The variable of that name there or in the blocks around."""
        while name not in block.vars:
            if block.parent < 0:
                return None
            block = self.blocks[block.parent]
        return block.vars[name]

    def fed(self) -> list[Var]:
        """What is given to it, in its order."""
        return [self.blocks[0].vars[op.outputs["Out"][0]] for op in self._in_columns("feed")]

    def fetched(self) -> list[Var]:
        """What it gives, in its order."""
        return [self.blocks[0].vars[op.inputs["X"][0]] for op in self._in_columns("fetch")]

    def _in_columns(self, kind: str) -> list[Op]:
        return sorted((op for op in self.blocks[0].ops if op.type == kind), key=lambda op: int(op.attrs.get("col", 0)))

    def lasting(self) -> list[Var]:
        """Its parameters, in the order of a file that holds them all."""
        found = {var.name: var for block in self.blocks for var in block.vars.values()
                 if var.lasting and var.kind in (LOD_TENSOR, SELECTED_ROWS)}
        return [found[name] for name in sorted(found)]


def kind_of(value: Any) -> int:
    """The kind of a new attribute."""
    if isinstance(value, list):
        return {6: 7, 0: 3, 1: 4, 2: 5}[kind_of(value[0]) if value else 0]
    return _KINDS[type(value)]


def read(data: bytes) -> Program:
    """Raises `ValueError` where `data` is no program, or one whose parts do not fit together."""
    message = wire.read(data, "ProgramDesc")
    if not message["blocks"] or "version" not in message:  # which is its last field
        raise ValueError("it is no program of Paddle's, or breaks off")
    program = Program([_block(each) for each in message["blocks"]], message["version"].get("version", 0), message)
    _check(program)
    return program


def _block(message: wire.Message) -> Block:
    found = {}
    for each in message["vars"]:
        var = _var(each)
        found[var.name] = var
    ops = [_op(each) for each in message["ops"]]
    return Block(message.get("idx", 0), message.get("parent_idx", -1), found, ops, message)


def _var(message: wire.Message) -> Var:
    kinds = message.get("type", {})
    kind = kinds.get("type", LOD_TENSOR)
    described = kinds.get("tensor_array" if kind == LOD_TENSOR_ARRAY else "lod_tensor", {})
    tensor = described.get("tensor", {"dims": []})
    dtype = formats().DTYPES.get(tensor.get("data_type", 5))
    if "name" not in message or dtype is None:
        raise ValueError(f"its variable {message.get('name', '')!r} has no name, or a type that is not known here")
    level = described.get("lod_level", 0)
    if not 0 <= level <= DEEPEST:
        raise ValueError(f"its variable {message['name']} has sequences of level {level}")
    return Var(message["name"], kind, dtype, list(tensor["dims"]), level, message.get("persistable", False), message)


def _op(message: wire.Message) -> Op:
    attrs, kinds, others = {}, {}, []
    for each in message["attrs"]:
        kind, name = each.get("type", -1), each.get("name", "")
        held = fields().ATTRS.get(kind)
        if held is None:
            others.append(each)
            continue
        if held not in each:
            raise ValueError(f"the attribute {name} of its operator {message.get('type')} has no value")
        attrs[name], kinds[name] = each[held], kind
    slots = [{each.get("parameter", ""): each["arguments"] for each in message[place]}
             for place in ("inputs", "outputs")]
    return Op(message.get("type", ""), slots[0], slots[1], attrs, kinds, others)


def _check(program: Program) -> None:
    """Blocks stand in one another as a tree, and operators name variables that there are."""
    count = len(program.blocks)
    for number, block in enumerate(program.blocks):
        if block.idx != number or not (0 if number else -1) <= block.parent < number:
            raise ValueError(f"its block {number} stands in block {block.parent}")
        for op in block.ops:
            inner = [op.attrs[name] for name, kind in op.kinds.items() if kind == BLOCK]
            if any(not number < each < count for each in inner):
                raise ValueError(f"its operator {op.type} has a block that is not there")
    for op in program.blocks[0].ops:
        if op.type not in ("feed", "fetch"):
            continue
        names = op.outputs.get("Out", []) if op.type == "feed" else op.inputs.get("X", [])
        column = op.attrs.get("col", 0)
        if len(names) != 1 or names[0] not in program.blocks[0].vars or not isinstance(column, int):
            raise ValueError(f"its operator {op.type} names no variable")


def write(program: Program) -> bytes:
    """The file of it."""
    blocks = [{**block.message, "idx": block.idx, "parent_idx": block.parent,
               "vars": [var.write() for var in block.vars.values()], "ops": [op.write() for op in block.ops]}
              for block in program.blocks]
    return wire.write({**program.message, "blocks": blocks, "version": {"version": program.version}}, "ProgramDesc")
