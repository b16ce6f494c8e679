"""``paddle.fluid.layer_helper``: what layers of a script's own are made with."""

from __future__ import annotations

from typing import Any

from .._language import activate
from .._static.helping import OfPrograms
from .._static.mode import MODE

__all__ = ["LayerHelper"]


class LayerHelper:
    """``LayerHelper(layer_type, act=…).append_activation(x)``, as models call activations; in programs, parameters,
    variables and operators too."""

    def __init__(self, layer_type: str, **kwargs: Any) -> None:
        self.layer_type, self.kwargs = layer_type, kwargs
        self._of_programs = OfPrograms(layer_type, kwargs) if MODE.recording else None

    def append_activation(self, input_var: Any) -> Any:
        """``input_var`` under the activation that ``act`` names, or as it is without one.

        Raises ``TypeError`` when ``act`` is no string, ``ValueError`` when it names no activation.
        """
        act = self.kwargs.get("act")
        if act is not None and not isinstance(act, str):
            raise TypeError(f"LayerHelper: act should be str, not {type(act).__name__}")
        return activate(input_var, act)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._of_programs is not None:
            return getattr(self._of_programs, name)
        raise NotImplementedError(f"LayerHelper.{name} is not there in dygraph mode in paddle-migrate: call the "
                                  "function of fluid.layers that does the work")
