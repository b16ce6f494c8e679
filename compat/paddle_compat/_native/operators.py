"""Operators as 1.8.5 described them: named places for variables, and attributes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import _lod
from .._runtime.tensor_files import DTYPES
from .._static.operators import Operator, variables_in
from .._static.replaying import Env, Step, filler, setter
from .._static.trials import shared_all
from .._static.variables import Variable, dtype_of
from .schemas import schema, schemas

Slots = dict[str, list[Any]]
AS_DTYPE = ("dtype", "in_dtype", "out_dtype")


class Code(int):
    """The number of a dtype in 1.8.5's programs; it is equal to the dtype, which ``VarDesc.VarType`` names, as well."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return int(self) == other or bool(dtype_of(DTYPES[int(self)]) == other)

    def __ne__(self, other: object) -> bool:
        return not self == other


class Native(Operator):
    """One of 1.8.5's operators; a kernel of ``kernels`` runs it. Its block, if it has one, begins in files with the
    operators ``before`` and ends with those ``behind``."""

    before: Sequence[Native] = ()
    behind: Sequence[Native] = ()

    def inputs(self) -> list[Variable]:
        """The variables that it reads."""
        return variables_in(self.args[0])

    def outputs(self) -> list[Variable]:
        """The variables that it sets."""
        return variables_in(self.results)

    @property
    def idx(self) -> int:
        """Its place in the block."""
        return int(self.block.ops.index(self))

    @property
    def input_names(self) -> list[str]:
        """The places for what it reads."""
        return list(self.args[0])

    @property
    def output_names(self) -> list[str]:
        """The places for what it sets."""
        return list(self.results)

    def input(self, name: str) -> list[str]:
        """The names of the variables in a place."""
        return [variable.name for variable in self.args[0].get(name, [])]

    def output(self, name: str) -> list[str]:
        """The names of the variables in a place."""
        return [variable.name for variable in self.results.get(name, [])]

    @property
    def attr_names(self) -> list[str]:
        """The names of its attributes."""
        return list(self.kwargs)

    def all_attrs(self) -> dict[str, Any]:
        """Its attributes."""
        return dict(self.kwargs)

    def attr(self, name: str) -> Any:
        """One of them, or the name scope that it was made in."""
        if name == "op_namescope":
            return self.kwargs.get(name, self.call.scope)
        value = self.kwargs[name]
        return Code(value) if name in AS_DTYPE and value in DTYPES else value

    def has_attr(self, name: str) -> bool:
        """Whether there is such a one."""
        return name == "op_namescope" or name in self.kwargs

    def _set_attr(self, name: str, value: Any) -> None:
        if self.call is not self:
            kernel(self.type)
            self.block.replace(self.call, self.call.natives)
        self.kwargs[name] = value
        self.block.program.changed()

    def __repr__(self) -> str:
        outputs = ", ".join(f"{place}={self.output(place)}" for place in self.output_names)
        inputs = ", ".join(f"{place}={self.input(place)}" for place in self.input_names)
        attrs = ", ".join(f"{name} = {value}" for name, value in self.kwargs.items())
        return f"{{{outputs}}} = {self.type}(inputs={{{inputs}}}, {attrs})"

    __str__ = __repr__

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that runs its kernel."""
        if self.type in ("feed", "fetch"):  # the executor does both
            return lambda env: None
        run = kernel(self.type)
        slots, attrs = self.args[0], self.kwargs
        fill = filler(slots)
        keep = {name: setter(variables) for name, variables in self.results.items() if variables}
        first = next((each.name for each in self.inputs() if not each.persistable), None)  # tables have no sequences

        def step(env: Env) -> None:
            results = run(fill(env), attrs)
            for name, values in results.items():
                if name in keep:
                    if first is not None and _lod._known:
                        shared_all(values, env[first])
                    keep[name](env, values)

        return step


_NOT_HERE = ("conditional_block", "conditional_block_infer", "fused_elemwise_activation", "recurrent", "run_program",
             "spp", "unpool", "while")  # which 1.8.5 had, and whose places are not known here
Run = Callable[[Slots, dict[str, Any]], Slots]
_found: list[Callable[[str], Run | None]] = []


def kernels_are(find: Callable[[str], Run | None]) -> None:
    """Have ``find`` give what runs a kind of operator: from tensors by place, and attributes, to tensors by place."""
    _found[:] = [find]


def kernel(kind: str) -> Run:
    """What runs that kind. Raises ``NotImplementedError`` where nothing does."""
    (find,) = _found
    run = find(kind)
    if run is None and not (kind in schemas() or kind.endswith("_grad") or kind in _NOT_HERE):
        raise ValueError(f"{kind} is no operator of 1.8.5's: programs know those of Paddle 1.8.5 alone")
    if run is None:
        raise NotImplementedError(f"paddle-migrate cannot run the operator {kind} of 1.8.5's programs")
    return run


def native(block: Any, kind: str, inputs: Any, outputs: Any, attrs: Any = None, where: str = "") -> Native:
    """An operator, not yet in ``block``; attributes that are not given have 1.8.5's defaults."""
    if kind in schemas():
        attrs = {**schema(kind).defaults(), **(attrs or {})}
    return Native(block, kind, None, (_slots(block, inputs),), dict(attrs or {}), _slots(block, outputs), where)


def _slots(block: Any, given: Any) -> Slots:
    """Variables by place, from variables or their names, one or a list of them."""
    found = {}
    for place, value in (given or {}).items():
        listed = value if isinstance(value, (list, tuple)) else [] if value is None else [value]
        found[place] = [block._var_recursive(each) if isinstance(each, str) else each for each in listed]
    return found
