"""Branches of programs: blocks that run where a condition holds."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import paddle
from paddle.utils import layers_utils, unique_name

from .arrays import assign
from .blocks import Nested, body, checked, checked_condition, nested, written_around
from .operators import Operator
from .programs import default_main_program
from .recording import record, where
from .replaying import Env, Step
from .variables import Variable


class Conditional(Nested):
    """Runs its block where the condition is true, or where all arguments have elements."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        names, run = [variable.name for variable in self.args], body(self.inner, wanted)
        if self.kwargs["is_scalar_condition"]:

            def step(env: Env) -> None:
                if bool(env[names[0]]):
                    run(env)

            return step

        def step_of_rows(env: Env) -> None:
            if all(env[name].size for name in names):
                run(env)

        return step_of_rows


class ConditionalBlock:
    """``with ConditionalBlock([c], is_scalar_condition=True).block():`` runs the block where ``c`` bool [1] is true.

    Without ``is_scalar_condition`` it runs where none of ``inputs`` is empty.
    """

    def __init__(self, inputs: Any, is_scalar_condition: bool = False, name: str | None = None) -> None:
        for each in inputs:
            checked(each, "input", Variable, "ConditionalBlock")
        self.inputs, self.is_scalar_condition = inputs, is_scalar_condition

    @contextlib.contextmanager
    def block(self) -> Iterator[None]:
        """Record the ``with`` block as the branch."""
        with nested(Conditional, "conditional_block", tuple(self.inputs), is_scalar_condition=self.is_scalar_condition):
            yield


class Switch:
    """``with Switch() as switch:`` runs the first of ``switch.case(c)`` whose condition is true, or the default."""

    def __init__(self, name: str | None = None) -> None:
        self.inside_scope = False
        self.pre_not_conditions: list[Variable] = []

    def case(self, condition: Any) -> Any:
        """The block that runs where ``condition`` bool [1] is true and those before are not."""
        if not self.inside_scope:
            raise ValueError("case should be called inside with")
        checked_condition(condition, "condition", "the member function case of fluid.layers.Switch")
        chosen, others = condition, _not(condition)
        if self.pre_not_conditions:
            before = self.pre_not_conditions[-1]
            chosen, others = _and(before, condition), _and(before, others)
        self.pre_not_conditions.append(others)
        return ConditionalBlock([chosen], is_scalar_condition=True).block()

    def default(self) -> Any:
        """The block that runs where no condition is true."""
        if not self.pre_not_conditions:
            raise ValueError("there should be at least one condition")
        return ConditionalBlock([self.pre_not_conditions[-1]], is_scalar_condition=True).block()

    def __enter__(self) -> Switch:
        self.inside_scope = True
        return self

    def __exit__(self, *error: object) -> None:
        self.inside_scope = False


def _not(condition: Variable) -> Any:
    return record(paddle.logical_not, (condition,), {}, "logical_not")


def _and(x: Variable, y: Variable) -> Any:
    return record(paddle.logical_and, (x, y), {}, "logical_and")


def cond(pred: Any, true_fn: Any = None, false_fn: Any = None, name: str | None = None) -> Any:
    """What ``true_fn()`` or ``false_fn()`` returns, as ``pred`` bool [1] is true or false; both are recorded.

    Raises ``TypeError`` and ``ValueError`` for what is no condition, no function, or not of one structure.
    """
    checked_condition(pred, "pred", "fluid.layers.cond")
    checked(name, "name", (str, type(None)), "fluid.layers.cond")
    found: dict[str, Any] = {}
    for which, function in (("true_fn", true_fn), ("false_fn", false_fn)):
        if function is not None and not callable(function):
            raise TypeError(f"The {which} in cond must be callable, but received {type(function).__name__}")
        found[which] = None
        if function is not None:
            condition = pred if which == "true_fn" else _not(pred)
            with ConditionalBlock([condition], is_scalar_condition=True).block():
                result = function()
                found[which] = None if result is None else layers_utils.map_structure(_around, result)
    return _either(pred, found["true_fn"], found["false_fn"])


def _around(variable: Any) -> Any:
    """A variable of the block around that is set to this one."""
    if variable is None:
        return None
    checked(variable, "each result", Variable, "fluid.layers.cond")
    with written_around() as block:
        made = block.create_var(dtype=variable.dtype, shape=variable.shape, type=variable.type)
    assign(variable, made)
    return made


def _either(pred: Variable, if_true: Any, if_false: Any) -> Any:
    if if_true is None and if_false is None:
        return None
    words = "cond: true_fn and false_fn must return alike, but "
    if if_true is None:
        raise ValueError(f"{words}true_fn returns None while false_fn returns non-None")
    if if_false is None:
        raise ValueError(f"{words}true_fn returns non-None while false_fn returns None")
    try:
        layers_utils.assert_same_structure(if_true, if_false, check_types=False)
    except ValueError as error:
        raise ValueError(f"{words}{error}") from None
    return layers_utils.map_structure(lambda false, true: _selected(pred, false, true), if_false, if_true)


def _selected(pred: Variable, if_false: Variable, if_true: Variable) -> Variable:
    block = default_main_program().current_block()
    name = unique_name.generate("select_input.tmp")
    made = block.create_var(name=name, dtype=if_false.dtype, shape=if_false.shape, type=if_false.type,
                            lod_level=if_false.lod_level)
    made.trials, made.lods, made.stand_in = if_false.trials, if_false.lods, if_false.stand_in
    block.add(Select(block, "select_input", None, (pred, if_false, if_true), {}, made, where()))
    return made


class Select(Operator):
    """One of two variables, of which the other may have no value."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that chooses."""
        mask, if_false, if_true = [variable.name for variable in self.args]
        result = self.results.name

        def step(env: Env) -> None:
            env[result] = env[if_true if bool(env[mask]) else if_false]

        return step


def case(pred_fn_pairs: Any, default: Any = None, name: str | None = None) -> Any:
    """What the function returns whose condition is the first true one, else ``default()`` or the last function."""
    checked(pred_fn_pairs, "pred_fn_pairs", (list, tuple), "case")
    for pair in pred_fn_pairs:
        if not isinstance(pair, tuple):
            raise TypeError(_refused("The elements' type", "pred_fn_pairs", "case", tuple, type(pair)))
        if len(pair) != 2:
            raise TypeError(_refused("The tuple's size", "pred_fn_pairs", "case", "2", f"{len(pair)}-tuple"))
        if not isinstance(pair[0], Variable):
            raise TypeError(_refused("The pred's type", "pred_fn_pairs", "case", "boolean Variable", type(pair[0])))
        if not callable(pair[1]):
            raise TypeError(f"The fn for {pair[0].name} of pred_fn_pairs in Op(case) must be callable.")
    if default is None:
        pred_fn_pairs, default = pred_fn_pairs[:-1], pred_fn_pairs[-1][1]
    elif not callable(default):
        raise TypeError("The default in Op(case) must be callable.")
    return _first_true(reversed(pred_fn_pairs), default)


def _first_true(pairs: Any, default: Callable[[], Any]) -> Any:
    chosen = default
    for pred, function in pairs:
        chosen = partial(cond, pred=pred, true_fn=function, false_fn=chosen)
    return chosen()


def switch_case(branch_index: Any, branch_fns: Any, default: Any = None, name: str | None = None) -> Any:
    """What the function returns that ``branch_index`` [1] is the key of, else ``default()`` or that of the last key."""
    checked(branch_index, "branch_index", Variable, "switch_case")
    if str(branch_index.dtype).rpartition(".")[2] not in ("uint8", "int32", "int64"):
        raise TypeError(f"The data type of 'branch_index' in switch_case must be ['uint8', 'int32', 'int64'], but "
                        f"received {branch_index.dtype}")
    checked(branch_fns, "branch_fns", (list, tuple, dict), "switch_case")
    pairs = list(branch_fns.items()) if isinstance(branch_fns, dict) else list(branch_fns)
    pairs = list(enumerate(pairs)) if all(callable(each) for each in pairs) else pairs
    keys: list[int] = []
    for pair in pairs:
        _check_branch(pair, keys)
    if default is None:
        pairs.sort(key=lambda pair: pair[0])
        default = pairs.pop()[1]
    elif not callable(default):
        raise TypeError("The default in Op(case) must be callable.")
    index = branch_index if str(branch_index.dtype).endswith(".int64") else branch_index.astype("int64")
    return _first_true([(record(_is, (index, key), {}, "equal"), function) for key, function in pairs], default)


def _is(index: Any, key: int) -> Any:
    return index == paddle.full([1], key, "int64")


def _check_branch(pair: Any, keys: list[int]) -> None:
    if not isinstance(pair, tuple):
        raise TypeError(_refused("The elements' type", "branch_fns", "switch_case", tuple, type(pair)))
    if len(pair) != 2:
        raise TypeError(_refused("The tuple's size", "branch_fns", "switch_case", "2", f"{len(pair)}-tuple"))
    key, function = pair
    if not isinstance(key, int):
        raise TypeError(_refused("The key's type", "branch_fns", "switch_case", int, type(key)))
    if key in keys:
        raise ValueError(f"switch_case: the key {key} stands more than once in branch_fns")
    keys.append(key)
    if not callable(function):
        what = f"The type of function for key {key}"
        raise TypeError(_refused(what, "branch_fns", "switch_case", "callable", type(function)))


def _refused(what: str, argument: str, call: str, right: Any, given: Any) -> str:
    return f"{what} of '{argument}' in {call} must be {right}, but received: {given}."


