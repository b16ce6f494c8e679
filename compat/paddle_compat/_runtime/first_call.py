"""Layers of 1.5 and 1.6: made with a name scope first, they get their sizes and parameters at their first call.

Until then the object is of a subclass of its class that waits for the call; from then on it is what the 1.8 form would
have made. The 1.8 form itself passes through here only when a layer is made.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import paddle
import paddle.distributed as dist

from .layer_arguments import with_dtype
from .names_of_1_6 import in_1_6

# What 1.6's layers called their parameters, and scripts that share one between two layers do too.
_ATTRIBUTES = {
    "BilinearTensorProduct": {"_w": "weight", "_bias_param": "bias"},
    "Conv2D": {"_filter_param": "weight", "_bias_param": "bias"},
    "Conv2DTranspose": {"_img_filter": "weight", "_bias_param": "bias"},
    "Conv3D": {"_filter_param": "weight", "_bias_param": "bias"},
    "Conv3DTranspose": {"_img_filter": "weight", "_bias_param": "bias"},
    "Embedding": {"_w": "weight"},
    "FC": {"_w": "weight", "_b": "bias"},
    "LayerNorm": {"_scale_w": "weight", "_bias_w": "bias"},
    "NCE": {"_w": "weight", "_b": "bias"},
}
# A layer's own, whatever the 1.8 form was given.
_KEPT = ("_full_name", "_helper", "training", "_built")


def with_old_form(kind: Any, rule: Callable[..., Any]) -> None:
    """Let ``kind`` be made in the form of ``rule`` too, which ``fluid/dygraph/unsized.py`` describes."""
    today, parameters = kind.__init__, list(inspect.signature(rule).parameters.values())
    scope = [parameter.name for parameter in parameters].index("name_scope")
    own = inspect.Signature(parameters[scope:])
    # PRelu's 1.8 form begins with a string too, of which the old one has two.
    strings = 2 if "mode" in own.parameters else 1

    @functools.wraps(today)
    def made(self: Any, *args: Any, **kwargs: Any) -> None:
        if "name_scope" in kwargs or (args and isinstance(args[0], str) and _is_old(args, kwargs, strings)):
            _begin(self, _Waiting(rule, scope, own.bind(*args, **kwargs)))
        else:
            today(self, *args, **kwargs)

    kind.__init__ = made
    for old, now in _ATTRIBUTES.get(kind.__name__, {}).items():
        setattr(kind, old, property(functools.partial(_get, now), functools.partial(_set, now)))


def _get(now: str, layer: Any) -> Any:
    """Raises ``AttributeError`` for a parameter that the layer was made without."""
    found = getattr(layer, now)
    if found is None:
        raise AttributeError(f"{type(layer).__name__} has no {now}")
    return found


def _set(now: str, layer: Any, value: Any) -> None:
    setattr(layer, now, value)


def _is_old(args: tuple[Any, ...], kwargs: dict[str, Any], strings: int) -> bool:
    return all(isinstance(value, str) for value in args[:strings]) and (len(args) >= strings or "mode" in kwargs)


class _Waiting:
    """What a layer waits with: its rule, how many tensors that takes first, and the arguments."""

    def __init__(self, rule: Any, tensors: int, given: inspect.BoundArguments) -> None:
        self.rule, self.tensors, self.given = rule, tensors, given

    def make(self, tensors: Any) -> Any:
        """The layer in its 1.8 form; names are counted apart, since they are not kept."""
        with paddle.utils.unique_name.guard():
            made = self.rule(*tensors, *self.given.args, **self.given.kwargs)
        return made


def _begin(layer: Any, waiting: _Waiting) -> None:
    paddle.nn.Layer.__init__(layer, f"{in_1_6(waiting.given.arguments['name_scope'])}/{type(layer).__name__}")
    if "input" in waiting.rule.__dropped__:
        _become(layer, waiting.make([None] * waiting.tensors))
        _prepare_inputs(layer, waiting)
        return
    object.__setattr__(layer, "_waiting", waiting)
    kind: Any = type(layer)
    object.__setattr__(layer, "__class__", _waiting_for_a_call(kind))


@functools.cache
def _waiting_for_a_call(kind: Any) -> Any:
    def call(self: Any, *inputs: Any, **kwargs: Any) -> Any:
        _finish(self, kind, [*inputs, *kwargs.values()])
        return self(*inputs, **kwargs)

    return _subclass(kind, __call__=call)


def _finish(layer: Any, kind: Any, inputs: list[Any]) -> None:
    waiting = layer._waiting
    first = [value[0] if isinstance(value, (list, tuple)) else value for value in inputs[: waiting.tensors]]
    made = waiting.make(first)
    if "dtype" not in waiting.given.signature.parameters:
        with_dtype(made, str(first[0].dtype).rpartition(".")[2])
    del layer.__dict__["_waiting"]
    object.__setattr__(layer, "__class__", kind)
    _become(layer, made)
    _prepare_inputs(layer, waiting)
    if hasattr(layer, "for_inputs"):
        layer.for_inputs(inputs[0], **waiting.given.arguments)
    load_waited_for(layer)
    _share(layer)


def _become(layer: Any, made: Any) -> None:
    """Take over all that ``made`` is, under the names of ``layer``; hooks set on ``layer`` already run after its."""
    for parameter in made.parameters():
        parameter.name = renamed(parameter.name, made.full_name(), layer.full_name())
    for name, value in vars(made).items():
        own = vars(layer).get(name)
        if isinstance(own, dict) and isinstance(value, dict):
            both = {**value, **own}
            own.clear()  # what removes a hook refers to this very dictionary
            own.update(both)
        elif name not in _KEPT:
            object.__setattr__(layer, name, value)


def _prepare_inputs(layer: Any, waiting: _Waiting) -> None:
    prepare = getattr(waiting.rule, "__called_with__", None)
    if prepare is not None:
        asked = inspect.signature(prepare).parameters.keys() & waiting.given.arguments.keys()
        layer._prepare = functools.partial(prepare, **{name: waiting.given.arguments[name] for name in asked})
        kind: Any = type(layer)
        object.__setattr__(layer, "__class__", _preparing(kind))


@functools.cache
def _preparing(kind: Any) -> Any:
    def forward(self: Any, input: Any) -> Any:
        each = isinstance(input, (list, tuple))
        return kind.forward(self, [self._prepare(tensor) for tensor in input] if each else self._prepare(input))

    return _subclass(kind, forward=forward)


def _subclass(kind: Any, **methods: Any) -> Any:
    return type(kind.__name__, (kind,), {**methods, "__module__": kind.__module__, "__doc__": kind.__doc__})


def renamed(name: str, before: str, now: str) -> str:
    """The name in ``now`` of what is called ``name`` in ``before``; a name that ``param_attr`` gave is put behind."""
    if not name.startswith(f"{before}."):
        return f"{now}.{name}"
    return str(paddle.utils.unique_name.generate(now + name[len(before) :].rpartition("_")[0]))


def _share(layer: Any) -> None:
    """With several ranks, rank 0's new parameters for all: ``DataParallel`` has shared out those that were there."""
    if dist.is_initialized() and dist.get_world_size() > 1:
        with paddle.no_grad():
            for parameter in layer.parameters():
                dist.broadcast(parameter, src=0)


def waiting_in(layer: Any) -> Iterator[tuple[str, Any]]:
    """The layers in ``layer``, itself too, that get parameters at their first call; each with its keys' prefix."""
    for name, inner in layer.named_sublayers(include_self=True):
        own = type(inner)._build_once is not paddle.nn.Layer._build_once and not inner._built
        if own or "_waiting" in vars(inner):
            yield (f"{name}." if name else ""), inner


def load_when_made(layer: Any, load: Callable[[Any], Any]) -> None:
    """Call ``load(layer)`` as soon as a layer has the parameters of its first call."""
    vars(layer).setdefault("_loads", []).append(load)


def load_waited_for(layer: Any) -> None:
    """Do what :func:`load_when_made` was told."""
    for load in vars(layer).pop("_loads", ()):
        load(layer)
