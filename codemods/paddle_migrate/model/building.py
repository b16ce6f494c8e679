"""Writing operators in the place of one that is gone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.model.program import LOD_TENSOR, Block, Op, Program, Var


class Unknown(ValueError):
    """It cannot be said in the other Paddle's operators; the text says why."""


class Building:
    """The operators that come in the place of `op`."""

    def __init__(self, program: Program, block: Block, op: Op) -> None:
        self.program, self.block, self.old = program, block, op
        self.ops: list[Op] = []

    def input(self, place: str) -> str:
        """The one variable in a place."""
        return self.inputs(place)[0]

    def inputs(self, place: str) -> list[str]:
        """The variables in a place. Raises `Unknown` where there is none."""
        names = self.old.inputs.get(place)
        if not names:
            raise Unknown(f"it has no {place}")
        return names

    def has(self, place: str) -> bool:
        return bool(self.old.inputs.get(place))

    def output(self, place: str = "Out") -> str:
        """The variable that it writes there. Raises `Unknown` where it writes none."""
        names = self.old.outputs.get(place)
        if not names:
            raise Unknown(f"it has no {place}")
        return names[0]

    def attr(self, name: str, default: Any) -> Any:
        return self.old.attrs.get(name, default)

    def var(self, name: str) -> Var:
        found = self.program.find(self.block, name)
        if found is None:
            raise Unknown(f"its variable {name} is nowhere described")
        return found

    def dims(self, name: str) -> list[int]:
        return self.var(name).dims

    def new(self, like: str, dims: list[int], dtype: str | None = None, lod: int = 0) -> str:
        """A new variable."""
        found = self.var(like)
        number = len(self.block.vars)
        while (name := f"{like}.{self.old.type}.{number}") in self.block.vars:
            number += 1
        self.block.vars[name] = Var(name, LOD_TENSOR, dtype or found.dtype, list(dims), lod, False, {"name": name})
        return name

    def add(self, kind: str, inputs: dict[str, Any], outputs: dict[str, Any], **attrs: Any) -> None:
        """One operator; places hold one name or a list of them."""
        slots = [{place: [names] if isinstance(names, str) else list(names) for place, names in each.items()}
                 for each in (inputs, outputs)]
        self.ops.append(Op(kind, slots[0], slots[1], {"op_role": 0, **attrs}))

    def put(self, kind: str, inputs: dict[str, Any], dims: list[int], place: str = "Out", dtype: str | None = None,
            like: str | None = None, **attrs: Any) -> str:
        """One operator whose result is a new variable: its name."""
        first = like or next(name if isinstance(name, str) else name[0] for name in inputs.values())
        result = self.new(first, dims, dtype)
        self.add(kind, inputs, {place: result}, **attrs)
        return result

    def same(self, kind: str | None = None, without: tuple[str, ...] = (), **attrs: Any) -> None:
        """The operator as it was, but for its kind and these attributes."""
        old = self.old
        kept = {name: value for name, value in old.attrs.items() if name not in without}
        kinds = {name: code for name, code in old.kinds.items() if name in kept and name not in attrs}
        self.ops.append(Op(kind or old.type, dict(old.inputs), dict(old.outputs), {**kept, **attrs}, kinds, old.others))

    # what is often needed

    def reshape(self, source: str, shape: list[int], result: str | None = None, dims: list[int] | None = None,
                into: Any = None) -> str:
        """`source` in another shape."""
        result = result or self.new(source, dims or shape)
        hidden = into or self.new(source, [0, *self.dims(source)])
        self.add("reshape2", {"X": source}, {"Out": result, "XShape": hidden}, shape=shape)
        return result

    def unsqueeze(self, source: str, axes: list[int], result: str | None = None) -> str:
        """`source` with these axes, counted in the result, of size 1."""
        dims = list(self.dims(source))
        for axis in sorted(axes):
            dims.insert(axis, 1)
        result = result or self.new(source, dims)
        self.add("unsqueeze2", {"X": source}, {"Out": result, "XShape": self.new(source, [0, *self.dims(source)])},
                 axes=axes)
        return result

    def squeeze(self, source: str, axes: list[int], result: str | None = None) -> str:
        """`source` without these axes."""
        dims = [size for axis, size in enumerate(self.dims(source)) if axis not in axes]
        result = result or self.new(source, dims)
        self.add("squeeze2", {"X": source}, {"Out": result, "XShape": self.new(source, [0, *self.dims(source)])},
                 axes=axes)
        return result

    def cast(self, source: str, dtype: str, result: str | None = None) -> str:
        """`source` as another dtype."""
        codes = formats().CODES
        result = result or self.new(source, self.dims(source), dtype)
        self.add("cast", {"X": source}, {"Out": result}, in_dtype=codes[self.var(source).dtype], out_dtype=codes[dtype])
        return result

    def full(self, like: str, dims: list[int], value: float, dtype: str) -> str:
        """A constant."""
        result = self.new(like, dims, dtype)
        self.add("fill_constant", {}, {"Out": result}, shape=dims, dtype=formats().CODES[dtype], value=float(value),
                 str_value="")
        return result

    def scaled(self, source: str, factor: float, bias: float = 0.0, result: str | None = None) -> str:
        """`source` times `factor`, plus `bias`."""
        result = result or self.new(source, self.dims(source))
        self.add("scale", {"X": source}, {"Out": result}, scale=float(factor), bias=float(bias), bias_after_scale=True)
        return result

    def two(self, kind: str, x: str, y: str, dims: list[int] | None = None, result: str | None = None, axis: int = -1,
            dtype: str | None = None) -> str:
        """An operator of two tensors."""
        result = result or self.new(x, dims or self.dims(x), dtype)
        self.add(kind, {"X": x, "Y": y}, {"Out": result}, axis=axis)
        return result

    def is_read(self, place: str) -> bool:
        """Whether anybody reads what the operator gives there."""
        names = {*self.old.outputs.get(place, [])}
        return any(names & {*op.reads()} for op in self.program.ops)


Rewrite = Callable[[Building], None]
TABLES: dict[str, dict[str, Rewrite]] = {"2.6": {}, "3": {}, "1.8": {}}


def becomes(kinds: str, targets: str = "2.6 3") -> Callable[[Rewrite], Rewrite]:
    """Have the function below rewrite these kinds of operators for those Paddles."""

    def mark(function: Rewrite) -> Rewrite:
        for target in targets.split():
            TABLES[target].update(dict.fromkeys(kinds.split(), function))
        return function

    return mark
