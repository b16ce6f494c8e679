"""``paddle.fluid.dygraph.Layer``: today's Layer with what 1.8.5's did differently."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import paddle
from paddle import nn
from paddle.base.framework import EagerParamBase

from ..._runtime import names_of_1_6, parameters
from ..._runtime.first_call import load_waited_for, load_when_made, waiting_in
from ..._runtime.gradients import set_to_zero
from ..._runtime.layer_arguments import follow
from ..._runtime.mode import set_train_mode
from ..._runtime.of_today import OfToday
from ..._runtime.random.initializers import seeded_default
from ..._static.layer_objects import Recorded, made_in_program, parameter_of
from ..._static.layered import being_made
from ..._static.lost_operators import runs_lost
from ..._static.mode import MODE
from ..._static.parameters import create_parameter as recorded_parameter
from ..._static.variables import Parameter, Variable

__all__ = ["Layer"]


class Layer(nn.Layer, metaclass=OfToday):
    """The base of every fluid layer; ``isinstance`` and subclassing work as they did.

    ``train()`` and ``eval()`` also set the program-wide mode that functions such as ``layers.dropout`` follow.
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        """One that knows what it is given, if it is one of ours."""
        made = super().__new__(cls)
        if cls.__module__.startswith("paddle_compat."):
            vars(made)["_made_of"] = args, kwargs
        return made

    if not TYPE_CHECKING:  # to mypy, today's layers pass their own arguments on to this

        def __init__(self, name_scope: str | None = None, dtype: Any = "float32") -> None:
            super().__init__(name_scope, dtype)
            made_in_program(self)
            runs_lost(self._helper)
            if name_scope is not None:
                names_of_1_6.remember(self._full_name, name_scope, type(self).__name__)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "_build_once" in vars(cls):
            cls._build_once = _once(vars(cls)["_build_once"])

    def __call__(self, *inputs: Any, **kwargs: Any) -> Any:
        """What ``forward`` gives; of a program's variables the call is recorded, though the layer was made before."""
        if MODE.recording and not isinstance(self, Recorded) and not self.parameters():
            made_in_program(self)
            if isinstance(self, Recorded):
                return self(*inputs, **kwargs)
        return super().__call__(*inputs, **kwargs)

    def create_parameter(self, shape: Any, attr: Any = None, dtype: Any = None, is_bias: bool = False,
                         default_initializer: Any = None, **today: Any) -> Any:
        """A new parameter; without another initializer Xavier's, or zeros with ``is_bias``."""
        if isinstance(attr, (list, tuple)):  # 1.6 had the attribute before the shape
            shape, attr = attr, shape
        making = being_made()
        if making is not None:
            return making.parameter(shape, attr, is_bias, default_initializer)
        if MODE.recording:
            dtype = dtype or self._dtype or "float32"
            return parameter_of(self, recorded_parameter(self.full_name(), attr, shape, dtype, is_bias,
                                                         default_initializer))
        default_initializer = seeded_default(attr, is_bias, default_initializer)
        return parameters.remember(
            super().create_parameter(shape, attr, dtype, is_bias, default_initializer, **today))

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, Parameter):  # of a program
            self._parameters[name] = value
        elif isinstance(value, Variable) and name in self._buffers:
            self._buffers[name] = value
        elif isinstance(value, paddle.Tensor) and not self._keeps_apart(name, value):
            object.__setattr__(self, name, value)
        else:
            if name == "_act" and value and "_made_of" in vars(self) and vars(self).get(name, value) is None:
                self._follow()
            super().__setattr__(name, value)
        self._show(name)

    def _follow(self) -> None:
        """An activation that one of our layers is given later: `net.fc._act = "relu"`."""
        follow(self)

    def _show(self, name: str) -> None:
        """A sublayer or parameter that a method of today's would hide: `self.modules = LayerList(…)`."""
        for slots in ("_sub_layers", "_parameters") if self._came_later(name) else ():
            if name in vars(self).get(slots, ()):
                object.__setattr__(self, name, vars(self)[slots][name])

    def _came_later(self, name: str) -> bool:
        """Whether today's layers alone have a method of that name, or something else."""
        return next((each for each in type(self).__mro__ if name in vars(each)), None) is nn.Layer

    def __delattr__(self, name: str) -> None:
        if name in self._sub_layers or name in self._parameters:
            self.__dict__.pop(name, None)
        super().__delattr__(name)

    def add_sublayer(self, name: str, sublayer: Any) -> Any:
        """``sublayer``, from now on the layer's under that name."""
        added = super().add_sublayer(name, sublayer)
        self._show(name)
        return added

    def _keeps_apart(self, name: str, value: Any) -> bool:
        """Whether it is no plain attribute; today all tensors are buffers, which an attribute of the class hides."""
        kept = [vars(self).get(slots, ()) for slots in ("_parameters", "_sub_layers", "_buffers")]
        return isinstance(value, EagerParamBase) or any(name in each for each in kept)

    def add_parameter(self, name: str, parameter: Any) -> Any:
        """``parameter``, from now on the layer's under that name."""
        if isinstance(parameter, Parameter) or self._came_later(name):
            self._parameters[name] = parameter
            self._show(name)
            return parameter
        return super().add_parameter(name, parameter)

    def train(self) -> None:
        """Set this layer, its sublayers and the program to training."""
        set_train_mode(True)
        super().train()

    def eval(self) -> None:
        """Set this layer, its sublayers and the program to evaluation."""
        set_train_mode(False)
        super().eval()

    def sublayers(self, include_sublayers: bool = True, **today: Any) -> list[Any]:
        """Every layer in this one, its sublayers' own included; none at all without ``include_sublayers``."""
        return [layer for _, layer in self.named_sublayers(include_sublayers=include_sublayers, **today)]

    def named_sublayers(self, prefix: str = "", include_sublayers: bool = True, include_self: bool = False,
                        layers_set: Any = None, **today: Any) -> Iterator[tuple[str, Any]]:
        """The same with their names, each layer once; ``layers_set`` holds those that have been listed."""
        if include_sublayers:
            yield from super().named_sublayers(prefix=prefix, include_self=include_self, layers_set=layers_set, **today)
        elif include_self and self not in (layers_set or ()):
            yield prefix, self

    def clear_gradients(self) -> None:
        """Set the gradient of every trainable parameter to none, here and in the sublayers."""
        if type(self).parameters is not nn.Layer.parameters:
            set_to_zero(self.parameters())
        else:  # without a list of the parameters, which takes several times as long as clearing them
            _clear_gradients(self)

    def set_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                 use_structured_name: bool = True) -> None:
        """Set every parameter from ``stat_dict`` (values: ndarray or Tensor), by key or by 1.6's parameter name.

        Layers of 1.6's form that have no parameters yet take theirs when they get them. Raises ``RuntimeError`` for a
        parameter that ``stat_dict`` lacks and ``AssertionError`` for another shape or dtype; warns about entries that
        no parameter took.
        """
        self.load_dict(stat_dict, include_sublayers, use_structured_name)

    def load_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                  use_structured_name: bool = True) -> None:
        """The older name of :meth:`set_dict`."""
        unused = _load(self, stat_dict, use_structured_name)
        waiting = list(waiting_in(self))
        for prefix, layer in waiting:
            load_when_made(layer, functools.partial(_load, state=stat_dict, structured=use_structured_name,
                                                    prefix=prefix, include_sublayers=False))
        if unused and not waiting:
            warnings.warn(f"Variables [ {' '.join(unused)} ] of stat_dict are not in this layer", stacklevel=2)


def _clear_gradients(layer: nn.Layer) -> None:
    set_to_zero(layer._parameters.values())
    for sublayer in layer._sub_layers.values():
        if sublayer is not None:
            _clear_gradients(sublayer)


def _once(build: Callable[..., None]) -> Callable[..., None]:
    """Paddle 2.6 would call it at every call of a layer without hooks."""

    @functools.wraps(build)
    def build_once(self: Any, *inputs: Any, **kwargs: Any) -> None:
        build(self, *inputs, **kwargs)
        self._built = True
        load_waited_for(self)

    return build_once


def _load(layer: Layer, state: dict[str, Any], structured: bool = True, prefix: str = "",
          include_sublayers: bool = True) -> list[str]:
    """Set the parameters that ``layer`` has, whose keys begin with ``prefix``; the entries that none of them took."""
    taken = set()
    for key, parameter in layer.state_dict(include_sublayers=include_sublayers).items():
        name = next((name for name in _names(prefix + key, parameter, structured) if name in state), None)
        if name is None:
            raise RuntimeError(f"Parameter not found: [ {prefix + key if structured else parameter.name} ] is not in "
                               f"stat_dict (use_structured_name is {structured})")
        _set_checked(parameter, state[name])
        taken.add(name if structured else key)
    return [key for key in state if key not in taken]


def _names(key: str, parameter: Any, structured: bool) -> list[str]:
    """What an entry for ``parameter`` may be called, the likeliest first; in 1.6 it was the parameter's name."""
    name = parameter.name
    return [key, name, names_of_1_6.in_1_6(name)] if structured else [name, names_of_1_6.in_1_6(name)]


def _set_checked(parameter: Any, value: Any) -> None:
    array = value.numpy() if isinstance(value, paddle.Tensor) else np.asarray(value)
    current = parameter.numpy()
    assert current.shape == array.shape, (
        f"Shape mismatch: [ {parameter.name} ] has shape {current.shape}, the loaded one {array.shape}"
    )
    assert current.dtype == array.dtype, (
        f"dtype mismatch: [ {parameter.name} ] is {current.dtype}, the loaded one {array.dtype}"
    )
    parameter.set_value(array)


class Inner(Layer):
    """A legacy layer whose arguments choose among today's layers: calling it calls ``self.inner``.

    The inner layer is no sublayer, so ``sublayers()`` and ``state_dict()`` list what 1.8.5's did.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "inner":
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)

    def forward(self, input: Any) -> Any:
        """Call the inner layer."""
        return self.inner(input)
