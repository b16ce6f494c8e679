"""``paddle.fluid.dygraph.Layer``: today's Layer with what 1.8.5's did differently."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import paddle
from paddle import nn

from ..._random_initializers import seeded_default
from ..._rule import set_train_mode

__all__ = ["Layer"]


class Layer(nn.Layer):
    """The base of every fluid layer; ``isinstance`` and subclassing work as they did.

    ``train()`` and ``eval()`` also set the program-wide mode that functions such as ``layers.dropout`` follow.
    """

    def create_parameter(self, shape: Any, attr: Any = None, dtype: Any = None, is_bias: bool = False,
                         default_initializer: Any = None, **today: Any) -> Any:
        """A new parameter; without another initializer Xavier's, or zeros with ``is_bias``."""
        default_initializer = seeded_default(attr, is_bias, default_initializer)
        return super().create_parameter(shape, attr, dtype, is_bias, default_initializer, **today)

    def train(self) -> None:
        """Set this layer, its sublayers and the program to training."""
        set_train_mode(True)
        super().train()

    def eval(self) -> None:
        """Set this layer, its sublayers and the program to evaluation."""
        set_train_mode(False)
        super().eval()

    def set_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                 use_structured_name: bool = True) -> None:
        """Set every parameter from ``stat_dict`` (values: ndarray or Tensor).

        Raises ``RuntimeError`` for a parameter that ``stat_dict`` lacks and ``AssertionError`` for another shape
        or dtype; warns about entries that no parameter took.
        """
        self.load_dict(stat_dict, include_sublayers, use_structured_name)

    def load_dict(self, stat_dict: dict[str, Any], include_sublayers: bool = True,
                  use_structured_name: bool = True) -> None:
        """The older name of :meth:`set_dict`."""
        own = self.state_dict()
        for structured, parameter in own.items():
            key = structured if use_structured_name else parameter.name
            if key not in stat_dict:
                raise RuntimeError(
                    f"Parameter not found: [ {key} ] is not in stat_dict "
                    f"(use_structured_name is {use_structured_name})"
                )
            _set_checked(parameter, stat_dict[key])
        unused = [key for key in stat_dict if key not in own]
        if unused:
            warnings.warn(f"Variables [ {' '.join(unused)} ] of stat_dict are not in this layer", stacklevel=2)


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
