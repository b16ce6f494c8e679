"""Gradients of a program, the parameters that they are of, and which of these are trained."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import paddle

from paddle_migrate.written.program_variables import all_parameters, variables


def set_trainable(parameter: Any, trainable: Any) -> None:
    """Have a parameter trained, or not."""
    parameter.trainable = trainable
    parameter.stop_gradient = not trainable
    if trainable:
        let_through([parameter])


def heed_trainable(loss: Any) -> Any:
    """``loss``, in whose program no parameters are trained that are not trainable."""
    for each in all_parameters(loss.block.program):
        each.stop_gradient = each.stop_gradient or not each.trainable
    return loss


def let_through(variables: list[Any]) -> None:
    """Have gradients reach the variables from what is made of them, where they stopped for want of any to reach."""
    known = {key_of(each) for each in variables}
    for op in variables[0].block.program.global_block().ops if variables else []:
        given, made = given_and_made(op)
        if known.isdisjoint(map(key_of, given)) or not all(e.stop_gradient or key_of(e) in known for e in given):
            continue
        for each in made:
            each.stop_gradient = False
            known.add(key_of(each))


def key_of(variable: Any) -> Any:
    """What tells a variable of a program from others."""
    return variable.id if hasattr(variable, "is_same") else variable.name  # of Paddle 3, before


def given_and_made(op: Any) -> tuple[list[Any], list[Any]]:
    """The variables that an operator takes, and those of its results that may have gradients."""
    if hasattr(op, "results"):  # Paddle 3
        given, made = op.operands_source(), op.results()
        if not op.name().startswith("builtin.") and not paddle.base.core.has_vjp(op):
            made = []
        return given, [e for e in made if not e.is_dense_tensor_type() or "float" in str(e.dtype)]
    given, made = ([op.block._var_recursive(n) for n in names] for names in (op.input_arg_names, op.output_arg_names))
    return given, [each for each in made if "float" in str(each.dtype) or "FP" in str(each.dtype)]


def gradients(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> list[Any]:
    """Those of the targets with respect to the inputs, which may be frozen, or made of nothing but what is fed."""
    inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
    reached = [each for each in inputs if not each.stop_gradient or may_have_gradient(each)]
    frozen = [each for each in reached if each.stop_gradient and each.persistable]
    stopped = [each for each in reached if each.stop_gradient]
    for each in stopped:
        each.stop_gradient = False
    let_through(stopped)
    if no_grad_set is not None:
        no_grad_set = set(variables(no_grad_set, inputs[0].block.program))
    if isinstance(targets, (list, tuple)) and len(targets) > 1:
        targets, target_gradients = last_of(targets, target_gradients, no_grad_set or ())
    found = paddle.static.gradients(targets, inputs, target_gradients, no_grad_set)
    for each in frozen:
        each.stop_gradient = True
    return [] if len(found) == 1 and found[0] is None else found


def last_of(targets: Any, given: Any, stopped: Any) -> tuple[list[Any], Any]:
    """The targets of which no other one is made, and what is given for them: Paddle 1 heeded no others."""
    if not hasattr(targets[0], "is_same"):  # before Paddle 3
        return targets, given
    sources, waiting = set(map(key_of, stopped)), list(targets)
    while waiting:
        found = waiting.pop().get_defining_op().operands_source()
        found = [each for each in found if not each.stop_gradient and key_of(each) not in sources]
        waiting += found
        sources.update(map(key_of, found))
    last = {key_of(each): place for place, each in enumerate(targets) if key_of(each) not in sources}
    if any(given[place] is not None for place in {*range(len(targets))} - {*last.values()} if given):
        raise ValueError("a target that another one is made of has a gradient of its own: ask for each by itself")
    return [targets[place] for place in last.values()], given and [given[place] for place in last.values()]


def calc_gradient(targets: Any, inputs: Any, target_gradients: Any = None, no_grad_set: Any = None) -> Any:
    """What `gradients` gives, of one input itself and no list."""
    found = gradients(targets, inputs, target_gradients, no_grad_set)
    return found if len(found) > 1 else next(iter(found), None)


def may_have_gradient(variable: Any) -> bool:
    """Whether gradients stop at it for no other reason than what it is made of; a parameter is made of nothing."""
    if not hasattr(variable, "is_same"):  # before Paddle 3
        made = variable.op is not None and not variable.persistable
        return not variable.is_data and (not made or all(e.stop_gradient for e in given_and_made(variable.op)[0]))
    op = variable.get_defining_op()
    return op.name() != "pd_op.data" and all(each.stop_gradient for each in op.operands_source())


def append_backward(
    loss: Any, parameter_list: Any = None, no_grad_set: Any = None, callbacks: Any = None, checkpoints: Any = None
) -> list[tuple[Any, Any]]:
    """The trained parameters, or those that are given, as they were made, each with its gradient."""
    if not hasattr(loss, "is_same"):  # before Paddle 3, which alone computes anew between checkpoints
        return paddle.static.append_backward(loss, parameter_list, no_grad_set, callbacks, checkpoints)
    program = loss.block.program
    trained = [each for each in all_parameters(program) if not each.stop_gradient]
    chosen = variables(parameter_list, program) if parameter_list else trained
    pairs = zip(chosen, gradients(loss, chosen, None, no_grad_set))
    return [(each, gradient) for each, gradient in pairs if gradient is not None]


def as_made(pairs: Any) -> Any:
    """Pairs of a parameter and its gradient, or what `minimize` gives, in the order in which these were made."""
    if isinstance(pairs, tuple):
        return pairs[0], as_made(pairs[1])
    return pairs[::-1] if pairs and hasattr(pairs[0][0], "is_same") else pairs  # Paddle 3 has the last one first


def parameters_of(loss: Any, given: Iterable[Any] | None) -> list[Any]:
    """The parameters of the program of ``loss`` that are given, by themselves or by their names; all where none are."""
    found = {each.name: each for each in all_parameters(loss.block.program)}
    if given is None:
        return [each for each in found.values() if not each.stop_gradient]
    names = dict.fromkeys(each if isinstance(each, str) else each.name for each in given)
    return [found[name] for name in names if name in found]


def share_parameters(loss: Any) -> Any:
    """``loss``, in whose program layers that name the same parameter share it: Paddle 3 makes each its own."""
    last: dict[str, Any] = {}
    for parameter in loss.block.program.global_block().all_parameters():  # the last made comes first
        shared = last.setdefault(parameter.name, parameter)
        if shared is not parameter:
            parameter.replace_all_uses_with(shared)
    return loss
