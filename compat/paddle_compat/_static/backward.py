"""Gradients of a program: marks in it at which autograd runs back through what was replayed."""

from __future__ import annotations

import inspect
from typing import Any

import paddle
from paddle.base.framework import EagerParamBase, _dygraph_tracer

from .. import _lod
from .._lod import lod_of, with_lod
from .._runtime.warn import is_ours, warn_once
from .arrays import is_array
from .blocks import Nested
from .clipping import clipped_on_the_way, error_clips
from .layered import slots_of
from .loops import Loop
from .operators import Block, Operator
from .recording import where
from .replaying import Env, Step
from .second_gradients import say_what_1_8_left_out
from .variables import LATER, Parameter, Variable, without_gradient

_run_back = inspect.unwrap(paddle.Tensor.backward)  # dygraph mode's own way sets older gradients aside
Pairs = list[tuple[Variable, Variable]]


def append_backward(loss: Variable, parameter_list: Any = None, no_grad_set: Any = None, callbacks: Any = None,
                    checkpoints: Any = None) -> Pairs:
    """Have the gradients of ``loss`` computed from here on: pairs of a parameter and its gradient.

    ``parameter_list``, variables or names, chooses among the trainable parameters, and may have other variables that
    ``loss`` depends on; ``no_grad_set`` are variables at which gradients end. ``checkpoints`` would save memory and
    change no number. ``callbacks``, which the optimizers give, have the gradients of results with an ``error_clip``
    clipped; those of a script are not called, which is said.
    """
    if any(inspect.isfunction(each) and not is_ours(each.__module__) for each in callbacks or ()):
        warn_once("append_backward: callbacks are not called. 1.8.5 called them with each operator of a gradient, of "
                  "which there are none here; only the clipping of fluid.clip.error_clip_callback is done.")
    if not isinstance(loss, Variable):
        raise TypeError(f"append_backward: loss is a variable of a program, not {type(loss)}")
    block = loss.block.program.current_block()  # in a branch, that of the branch
    stopped = names_of(no_grad_set, "no_grad_set")
    earlier = _open_again(block)
    reached = reached_from(block, loss, stopped)
    _check_second(block, reached)
    chosen = names_of(parameter_list, "parameter_list") or None
    parameters = [each for each in loss.block.program.global_block().all_parameters()
                  if each.trainable and not each.stop_gradient and each.name in reached and each.name not in stopped
                  and (chosen is None or each.name in chosen)]
    parameters += [found for name in sorted(chosen or ()) if name in reached
                   and (found := block.find(name)) is not None and not isinstance(found, Parameter)]
    listed = [name_of(each) for each in parameter_list] if isinstance(parameter_list, (list, tuple)) else []
    if listed:
        parameters.sort(key=lambda each: listed.index(each.name))
    taken = {each.name for operator in earlier for each in operator.results}
    again = LATER * (len(earlier) + 1)  # so 1.8.5 named what an earlier call has the name of
    pairs = [(each, gradient_of(each, again if each.grad_name in taken else "")) for each in parameters]
    for name in reached - {each.name for each in parameters}:
        variable = block.find(name)
        if variable is not None and not variable.persistable:
            gradient_of(variable)  # that scripts may fetch
    ends = [each for name in sorted(stopped) if (each := block.find(name)) is not None
            and not isinstance(each, Parameter)]
    shut = [] if earlier else [each for each in ends if each.set_stop_gradient is None]
    for each in shut:
        each.stop_gradient = True  # which saves the way behind it
    _say_cut_loops(block, reached, stopped)
    _say_set_again(block, reached)
    clips = error_clips([block.find(name) for name in sorted(reached)]) if callbacks else []
    how = {"stopped": ends, "shut": [each.name for each in shut], **({"clips": clips} if clips else {})}
    block.add(Backward(block, "backward", None, (loss,), how, [gradient for _, gradient in pairs], where(), "backward"))
    return pairs


def _open_again(block: Block) -> list[Operator]:
    """What an earlier call alone was told to stop at is no end to others; the earlier calls of the block."""
    earlier: list[Operator] = [each for each in block.operators if isinstance(each, (Backward, Gradients))]
    for operator in earlier:
        for name in operator.kwargs.pop("shut", ()):
            variable = block.find(name)
            if variable is not None:
                variable.set_stop_gradient = None
                block.program.changed()
    return earlier


def gradient_of(variable: Variable, before: str = "") -> Variable:
    """The variable of its gradient."""
    return variable.block.create_var(name=before + variable.grad_name, shape=variable.shape, dtype=variable.dtype,
                                     lod_level=variable.lod_level)


def names_of(variables: Any, argument: str) -> set[str]:
    """The names of variables, some of which may be given by name. Raises ``TypeError`` for anything else."""
    if variables is None:
        return set()
    if not isinstance(variables, (list, tuple, set, frozenset)):
        raise TypeError(f"{argument} is a set, list or tuple of variables, not {type(variables)}")
    listed: list[Any] = [getattr(each, "of_program", each) for each in variables]  # some may be of a dygraph layer
    for each in listed:
        if not isinstance(each, (str, Variable)):
            raise TypeError(f"{argument} holds variables or their names, not {type(each)}")
    return set(map(name_of, listed))


def name_of(given: Any) -> str:
    """The name of a variable, which may be all that is given."""
    name: str = given if isinstance(given, str) else getattr(given, "of_program", given).name
    return name


def reached_from(block: Block, loss: Variable, stopped: set[str]) -> set[str]:
    """The names of the variables that ``loss`` depends on through what has a gradient."""
    reached = {loss.name}
    _reach(block, reached, stopped)
    while block.parent_idx >= 0:
        block = block.program.blocks[block.parent_idx]
        _reach(block, reached, stopped)
    return reached


def _reach(block: Block, reached: set[str], stopped: set[str]) -> None:
    for operator in reversed(block.operators):
        differentiable = operator.role == "forward" or operator.type == "gradients"
        if not differentiable or not reached & set(operator.output_arg_names):
            continue
        names = operator.needed
        if isinstance(operator, Nested):
            before = 0
            while len(reached) != before:  # what a step of a loop needs, the step before may have set
                before = len(reached)
                _reach(operator.inner, reached, stopped)
                operator.reach(reached)
        for name in names:
            variable = block.find(name)
            if name not in stopped and (variable is None or _has_gradient(variable)):
                reached.add(name)


def _check_second(block: Block, reached: set[str]) -> None:
    for operator in block.operators:
        if isinstance(operator, Gradients) and reached & {*operator.output_arg_names}:
            targets, inputs, _ = operator.args
            behind = set().union(*(reached_from(block, each, set()) for each in targets))
            say_what_1_8_left_out(block, inputs, targets, behind)


def _say_cut_loops(block: Block, reached: set[str], stopped: set[str]) -> None:
    """Said where parameters are trained through what a loop hands from step to step; arrays kept all steps in 1.8.5."""
    for operator in block.operators:
        handed_on = [each for each in operator.results if each.name in reached] if isinstance(operator, Loop) else []
        for each in handed_on:
            behind = reached_from(block, each, stopped) if _has_gradient(each) and not is_array(each) else set()
            if any(isinstance(block.find(name), Parameter) for name in behind):
                warn_once(f"gradients go back through every step of the loop that sets {each.name}. 1.8.5 lost those "
                          "of all steps but the last one: parameters train otherwise here.")


_INTO = ("assign", "fill_constant", "increment", "sums")  # that set what they are given


def _say_set_again(block: Block, reached: set[str]) -> None:
    """Said where gradients go back through a variable that is set again, or two results that have one name."""
    made: set[str] = set()
    read: set[str] = set()
    reshaped: set[tuple[str, str]] = set()
    for operator in block.operators:
        inputs, outputs = operator.input_arg_names, operator.output_arg_names
        if operator.type == "reshape2":
            reshaped |= {(inputs[0], outputs[0])}
        own = operator.role == "forward" and not isinstance(operator, Nested)
        again = {name for name in outputs if own and name in reached and not is_array(block.find(name))}
        again -= {name for name in again if reshaped & {(name, each) for each in inputs}}  # in place, with its values
        if operator.type not in _INTO and not any(isinstance(block.find(name), Parameter) for name in inputs):
            again -= {*inputs}  # the same, arranged for a loop
        for name in sorted(again & (read if operator.type in _INTO else made)):
            warn_once(f"{name} is set again behind what has read it, or is the name of several results. 1.8.5 computed "
                      "all of its gradients with the last value: parameters train otherwise here. Give each value a "
                      "variable of its own.")
        made |= again
        if operator.type not in ("increment", "sums"):  # whose gradients need no value
            read |= {*inputs} & made
        read -= again


def _has_gradient(variable: Variable) -> bool:
    """Whether it may have one: not where it is stopped, or the gradient that it has by an earlier call."""
    earlier = variable.block.find(variable.grad_name)
    stops = variable.set_stop_gradient is True or (earlier is not None and earlier.set_stop_gradient is True)
    return not stops and "float" in str(variable.dtype)


class Backward(Operator):
    """Runs back from a loss, and gives each variable in its results its gradient."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it; ``wanted`` may name gradients that no result of this operator is."""
        (loss,) = [variable.name for variable in self.args]
        after = self.block.operators[self.block.operators.index(self) + 1 :]
        later = {name for operator in after for name in operator.input_arg_names} | wanted
        results = [variable.name for variable in self.results]
        others = {each.name for operator in self.block.operators if isinstance(operator, (Backward, Gradients))
                  for each in operator.results}
        asked = [name for name in later - others if name.endswith("@GRAD") and self.block.find(name) is not None]
        names = list(dict.fromkeys([*results, *asked]))
        sources = [(without_gradient(name), name) for name in names]
        again = any(operator.role == "backward" for operator in after)
        clips = [(variable.name, *ends) for variable, *ends in self.kwargs.get("clips", [])]
        stopped = [variable.name for variable in self.kwargs["stopped"]]
        nested = {name for block in self.block.program.blocks for each in block.operators
                  if isinstance(each, Nested) for name in each.input_arg_names}

        def step(env: Env) -> None:
            hooks = [env[name].register_hook(paddle.zeros_like) for name in stopped
                     if name in env and not env[name].stop_gradient]
            hooks += [clipped_on_the_way(env[name], *ends) for name, *ends in clips if not env[name].stop_gradient]
            tensors = [(env.fed[source] if source in env.fed else env[source], name) for source, name in sources]
            for tensor, _ in tensors:
                if tensor.is_leaf:
                    if env.part == 0:  # those of further places are added
                        tensor.clear_gradient(False)
                else:
                    tensor.retain_grads()
            start = None if env.share is None else paddle.full_like(env[loss], env.share)
            _run_back(env[loss], start, again)
            for tensor, name in tensors:
                gradient = tensor._grad_ivar()
                if gradient is not None:
                    if again and gradient.is_dense():
                        gradient = gradient.clone()  # a later run back frees its memory
                    env[name] = with_lod(gradient, lod_of(tensor)) if _lod._known else gradient
                elif without_gradient(name) in nested:  # of a branch that did not run
                    env[name] = paddle.zeros_like(tensor)
            for hook in hooks:
                hook.remove()
            if not again:
                _dygraph_tracer()._has_grad = False  # what follows, optimizers above all, has no gradient

        return step


def gradients(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> list[Any]:
    """The gradients of ``targets`` with respect to ``inputs``; ``None`` for one that they do not depend on.

    Where there is one input, and they do not depend on it, the list is empty.
    """
    targets, inputs = aslist(targets), aslist(inputs)
    block = targets[0].block.program.global_block()
    stopped = names_of(no_grad_set, "no_grad_set")
    _open_again(block)
    reached = set().union(*(reached_from(block, target, stopped) for target in targets))
    _check_second(block, reached)
    used = [each for each in inputs if each.name in reached]
    given = aslist(target_gradients) if target_gradients is not None else [None] * len(targets)
    if not used:
        return [] if len(inputs) == 1 else [None] * len(inputs)
    targets, given = _last(block, targets, given, stopped)
    results = [_new_gradient(each) for each in used]
    ends = [found for name in sorted(stopped) if (found := block.find(name)) is not None]
    block.add(Gradients(block, "gradients", None, (targets, used, given), {"stopped": ends}, results, where(),
                        "backward"))
    found = dict(zip((each.name for each in used), results, strict=True))
    return [found.get(each.name) for each in inputs]


def _last(block: Block, targets: list[Any], given: list[Any], stopped: set[str]) -> tuple[list[Any], list[Any]]:
    """The targets that no other one is made of, each once: 1.8.5 wrote over what the gradient of others began with."""
    made = set().union(*(reached_from(block, each, stopped) - {each.name} for each in targets))
    pairs = {each.name: (each, start) for each, start in zip(targets, given, strict=True) if each.name not in made}
    if any(start is not None and each.name in made for each, start in zip(targets, given, strict=True)):
        raise NotImplementedError("gradients: a target that another one is made of has a gradient of its own: ask for "
                                  "each by itself")
    return [each for each, _ in pairs.values()], [start for _, start in pairs.values()]


def _new_gradient(variable: Variable) -> Variable:
    block, name = variable.block, variable.grad_name
    number = 0
    while name in block.vars:  # of an earlier call
        number += 1
        name = f"{variable.grad_name}_{number}"
    return block.create_var(name=name, shape=variable.shape, dtype=variable.dtype)


def asked_of(block: Block) -> set[str]:
    """The names of the variables that gradients are asked of."""
    return {each.name for operator in block.operators if isinstance(operator, Gradients) for each in operator.args[1]}


def starts(block: Block) -> list[str]:
    """The names of lasting variables, parameters that are not trained among them, that gradients may be asked of."""
    asked = asked_of(block)
    return [name for name, each in block.vars.items() if each.persistable and (
        (each.set_stop_gradient is False and not isinstance(each, Parameter))
        or (name in asked and each.set_stop_gradient is None))]


def start_at(env: Env, names: list[str]) -> None:
    """Have gradients of these variables, whose tensors are in the scope."""
    for name in names:
        holder = None if name in env else env.scope.find_var(name)
        if holder is not None and isinstance(holder.tensor, paddle.Tensor) and holder.tensor.stop_gradient:
            tensor = with_lod(holder.tensor.detach(), lod_of(holder.tensor))
            tensor.stop_gradient = False
            env[name] = tensor


def adopt(env: Env, parameters: list[Parameter]) -> None:
    """Have gradients of parameters whose tensors a script has put into the scope by itself, or that it set to train
    after they were made."""
    for each in parameters:
        holder = env.scope.find_var(each.name)
        if holder is not None and isinstance(holder.tensor, EagerParamBase):
            holder.tensor.stop_gradient = each.stop_gradient
        elif holder is not None and isinstance(holder.tensor, paddle.Tensor):
            tensor = EagerParamBase.from_tensor(holder.tensor, name=each.name, trainable=each.trainable,
                                                optimize_attr=each.optimize_attr, regularizer=each.regularizer)
            tensor.need_clip = each.need_clip
            holder.tensor = tensor


def aslist(value: Any) -> list[Any]:
    """A list of what may be one."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


class Gradients(Operator):
    """Runs back from some variables to others; its results may be run back from again."""

    def prepare(self, wanted: frozenset[str]) -> Step:
        """The function that does it."""
        targets, inputs, given = self.args
        after = self.block.operators[self.block.operators.index(self) + 1 :]
        follows = any(operator.role == "backward" for operator in after)
        names, scales = [variable.name for variable in self.results], _scales(self.block)
        again = any(not reached_from(self.block, target, set()).isdisjoint(names) for operator in after
                    if operator.role == "backward" for target in aslist(operator.args[0]))

        def step(env: Env) -> None:
            starts = [(env[each.name], None if start is None else env[start.name])
                      for each, start in zip(targets, given, strict=True)]
            stopped = [env[each.name] for each in self.kwargs["stopped"] if each.name in env]
            beside = [env[each] for each in scales]
            found = _sums(starts, [env[each.name] for each in inputs], stopped, again, beside)
            for name, each, gradient in zip(names, inputs, found, strict=True):
                env[name] = paddle.zeros_like(env[each.name]) if gradient is None else gradient
            if not follows:
                _dygraph_tracer()._has_grad = False

        return step




def _scales(block: Block) -> list[str]:
    """The names of the scales of layer norms: on the CPU today's Paddle takes one for ones where its gradient is not
    asked for."""
    layers = [each for each in block.operators if each.type == "layer_norm" and "parameters" in each.kwargs]
    return [variable.name for each in layers for (_, key), variable in zip(
        slots_of(each.rule), each.kwargs["parameters"], strict=True) if key == "weight"]


def _sums(
    starts: list[tuple[Any, Any]], inputs: list[Any], stopped: list[Any], again: bool, scales: list[Any]
) -> list[Any]:
    """What ``paddle.grad`` gives for targets with what their gradients begin with; where some variables stop it, one
    target after the other, because it forgets what the others begin with. Gradients of the ``scales`` are asked for as
    well."""
    groups = [[each] for each in starts] if stopped else [starts]
    beside = [each for each in scales if not each.stop_gradient and not any(each is one for one in [*inputs, *stopped])]
    found: list[Any] = [None] * len(inputs)
    for group in groups:
        part = paddle.grad([target for target, _ in group], [*inputs, *beside], [start for _, start in group],
                           retain_graph=True, create_graph=again, allow_unused=True, no_grad_vars=stopped or None)
        found = [b if a is None else a if b is None else a + b for a, b in zip(found, part, strict=False)]
    return found
