"""Operators, the recorded calls, and the blocks that they stand in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paddle.utils import unique_name

from .descriptions import BlockDescription, OperatorDescription
from .format import FORMAT
from .name_scopes import scope_path
from .variables import Parameter, Variable


class Operator:
    """One recorded call; ``where`` is the line of the script that made it."""

    call: Operator  # of which it is a part
    scope: str  # of names
    natives: list[Any] | None  # the operators that 1.8.5 had for it, once they are asked for

    def __init__(self, block: Any, kind: str, rule: Any, args: tuple[Any, ...] = (), kwargs: Any = None,
                 results: Any = None, where: str = "", role: str = "forward") -> None:
        self.block, self.type, self.rule, self.args = block, kind, rule, args
        self.kwargs: dict[str, Any] = kwargs or {}
        self.results, self.where, self.role = results, where, role
        self.call, self.natives, self.scope = self, None, scope_path()

    @property
    def desc(self) -> OperatorDescription:
        """What 1.8.5 kept of it in C++."""
        return OperatorDescription(self)

    @property
    def input_arg_names(self) -> list[str]:
        """The names of the variables that it reads."""
        return [variable.name for variable in variables_in([*self.args, self.kwargs])]

    @property
    def needed(self) -> list[str]:
        """The names of the variables that gradients of its results go back to."""
        stopped: dict[int, str] = getattr(self.rule, "__without_gradient__", {})
        args = [each for place, each in enumerate(self.args) if place not in stopped]
        kwargs = {name: each for name, each in self.kwargs.items() if name not in stopped.values()}
        return [variable.name for variable in variables_in([*args, kwargs])]

    @property
    def output_arg_names(self) -> list[str]:
        """The names of the variables that it sets."""
        return [variable.name for variable in variables_in(self.results)]

    @property
    def input_names(self) -> list[str]:
        """The places for what it reads: one, where 1.8.5's are not known."""
        return ["X"]

    @property
    def output_names(self) -> list[str]:
        """The places for what it sets."""
        return ["Out"]

    def input(self, name: str) -> list[str]:
        """The names of the variables in a place."""
        return self.input_arg_names if name == "X" else []

    def output(self, name: str) -> list[str]:
        """The names of the variables in a place."""
        return self.output_arg_names if name == "Out" else []

    @property
    def attr_names(self) -> list[str]:
        """The names of :meth:`all_attrs`."""
        return list(self.all_attrs())

    def all_attrs(self) -> dict[str, Any]:
        """What it was given beside variables."""
        return {name: value for name, value in self.kwargs.items() if not variables_in(value)}

    def attr(self, name: str) -> Any:
        """One of :meth:`all_attrs`, or the name scope that it was made in."""
        return self.call.scope if name == "op_namescope" else self.all_attrs()[name]

    def has_attr(self, name: str) -> bool:
        """Whether there is such a one."""
        return name == "op_namescope" or name in self.all_attrs()

    def copied(self, block: Any, args: Any, kwargs: Any, results: Any) -> Operator:
        """The same in another program."""
        made = type(self)(block, self.type, self.rule, args, kwargs, results, self.where, self.role)
        made.scope = self.scope
        return made

    def __repr__(self) -> str:
        return f"{{{', '.join(self.output_arg_names)}}} = {self.type}({', '.join(self.input_arg_names)})"

    __str__ = __repr__

    def to_string(self, throw_on_error: bool = True) -> str:
        """What it does, in one line."""
        return repr(self)


def variables_in(value: Any) -> list[Variable]:
    """The variables in nested lists, tuples and dictionaries, each as often as it stands there."""
    if isinstance(value, Variable):
        return [value]
    if isinstance(value, (list, tuple)):
        return [variable for part in value for variable in variables_in(part)]
    if isinstance(value, dict):
        return variables_in(list(value.values()))
    return []


def described(operator: Operator) -> list[Any]:
    """The operators that 1.8.5 had for a recorded call, each with it as ``call``; itself where that is not known."""
    if operator.natives is None:
        try:
            operator.natives = FORMAT.described(operator)
        except NotImplementedError:
            operator.natives = [operator]
        for each in operator.natives:
            each.call = operator
            for variable in variables_in(each.results):
                variable.op = variable.op or each
    return operator.natives


def reveal(variables: list[Variable], program: Any) -> None:
    """Have what 1.8.5 made on the way to a call's result computed in ``program``, where something reads it."""
    for each in variables:
        call = getattr(each.op, "call", each.op)
        if call is not each.op and each.block.program is program:
            call.block.replace(call, call.natives)


class Block:
    """Variables and the operators among them; block 0 of a program is its whole, others are bodies of loops."""

    def __init__(self, program: Any, idx: int, parent_idx: int = -1) -> None:
        self.program, self.idx, self.parent_idx = program, idx, parent_idx
        self.vars: dict[str, Variable] = {}
        self.operators: list[Operator] = []
        self.forward_block_idx = -1

    @property
    def ops(self) -> list[Any]:
        """What scripts see of its operators: those of 1.8.5, where a recorded call is known to be such."""
        return [each for operator in self.operators for each in described(operator)]

    @property
    def desc(self) -> BlockDescription:
        """What 1.8.5 kept of it in C++."""
        return BlockDescription(self)

    def var(self, name: str) -> Variable:
        """The variable of that name. Raises ``ValueError`` when it is not in this block."""
        if not isinstance(name, str):
            raise TypeError(f"var require string as parameter, but get {type(name).__name__} instead.")
        found = self.vars[name] if name in self.vars else self._inside_calls(name)  # no `or`: a trace may not ask
        if found is None:
            raise ValueError(f"var {name} not in this block")
        return found

    def has_var(self, name: str) -> bool:
        """Whether :meth:`var` finds it."""
        return name in self.vars or self._inside_calls(name) is not None

    def _inside_calls(self, name: str) -> Variable | None:
        """What 1.8.5 had of a call beside its results, such as a layer's sum before its activation."""
        made = (each for operator in self.ops for each in variables_in(operator.results))
        return next((each for each in made if each.name == name), None)

    def find(self, name: str) -> Variable | None:
        """The variable of that name here or in the blocks around."""
        if name in self.vars:
            return self.vars[name]
        return self.program.blocks[self.parent_idx].find(name) if self.parent_idx >= 0 else None

    _find_var_recursive = find

    def has_var_recursive(self, name: str) -> bool:
        """Whether :meth:`find` finds it."""
        return self.find(name) is not None

    _has_var_recursive = has_var_recursive

    def _var_recursive(self, name: str) -> Variable:
        found = self.find(name)
        if found is None:
            raise ValueError(f"Var {name} is not found recursively")
        return found

    def create_var(self, *, name: str | None = None, shape: Any = (), dtype: Any = "float32",
                   **others: Any) -> Variable:
        """A new variable; one of that name that is there already is what comes back."""
        name = unique_name.generate("_generated_var") if name is None else name
        if name in self.vars:
            return self.vars[name]
        self.vars[name] = made = Variable(self, name, shape, dtype, **others)
        return made

    def _clone_variable(self, var: Variable, force_persistable: bool = True) -> Variable:
        """A variable like that of another program, which in a run is the same."""
        return self.create_var(name=var.name, shape=var.shape, dtype=var.dtype, lod_level=var.lod_level,
                               persistable=force_persistable or var.persistable, is_data=var.is_data)

    def _rename_var(self, name: str, new_name: str) -> Variable:
        """Give a variable another name, which its operators know it by, too."""
        variable = self.var(name)
        self.vars.pop(name, None)
        variable.name, self.vars[new_name] = new_name, variable
        self.program.changed()
        return variable

    def create_parameter(self, **given: Any) -> Parameter:
        """A new parameter, of the program's first block; an ``initializer`` fills it there."""
        made: Parameter = FORMAT.parameter(self, **given)
        return made

    def all_parameters(self) -> list[Parameter]:
        """The parameters, in the order of their making."""
        return [variable for variable in self.vars.values() if isinstance(variable, Parameter)]

    def iter_parameters(self) -> Iterator[Parameter]:
        """The same, one after the other."""
        return iter(self.all_parameters())

    def add(self, operator: Operator, at: int | None = None) -> Operator:
        """``operator``, from now on the last one here, or number ``at``."""
        self.operators.insert(len(self.operators) if at is None else at, operator)
        operator.role = self.program.role if operator.role == "forward" else operator.role
        for variable in variables_in(operator.results):
            variable.op = operator
        self.program.changed()
        return operator

    def append_op(self, type: str | None = None, inputs: Any = None, outputs: Any = None, attrs: Any = None,
                  stop_gradient: bool = False) -> Any:
        """Add an operator of 1.8.5's, with its variables by place; unknown shapes of its outputs are found out.

        Raises ``NotImplementedError`` for an operator that cannot be run here.
        """
        return FORMAT.appended(self, None, type, inputs, outputs, attrs, stop_gradient)

    def _insert_op(self, index: int, **given: Any) -> Any:
        before = self.ops[:index]
        calls = list(dict.fromkeys(getattr(each, "call", each) for each in before))
        if len(before) != sum(len(described(each)) for each in calls):
            raise NotImplementedError("_insert_op: the place is inside of what is one operation here")
        return FORMAT.appended(self, len(calls), **given)

    def _prepend_op(self, **given: Any) -> Any:
        return FORMAT.appended(self, 0, **given)

    def replace(self, call: Operator, operators: list[Any]) -> None:
        """Have the operators that a call is described by run in its place."""
        at = self.operators.index(call)
        self.operators[at : at + 1] = operators
        for each in operators:
            each.call, each.natives = each, [each]
            for variable in variables_in(each.results):
                variable.op, self.vars[variable.name] = each, variable
        self.program.changed()

    def _remove_op(self, index: int) -> None:
        found = self.ops[index]
        call = getattr(found, "call", found)
        if len(described(call)) != 1:
            raise NotImplementedError(f"_remove_op: {found.type} is one with others here: {call}")
        self.operators.remove(call)
        self.program.changed()
