"""``paddle.fluid.dygraph.static_runner``: an inference model as a layer, to be run or trained further."""

from __future__ import annotations

from typing import Any

import numpy as np
import paddle
from paddle.base.framework import EagerParamBase

from ..._static.format import FORMAT
from ..._static.mode import eagerly
from ..._static.replaying import Env, Step, steps
from ..._static.scopes import Scope, scope_guard
from .layers import Layer

__all__ = ["StaticModelRunner"]


class StaticModelRunner(Layer):
    """What ``fluid.io.save_inference_model`` wrote, called with the inputs in the order in which they were fed.

    Parameters are named as they were with ``@LOADED`` behind; while training, layers such as dropout train again.
    Raises ``ValueError`` when there is no such folder and ``NotImplementedError`` for operators that are not known.
    """

    def __init__(self, model_dir: str, model_filename: str | None = None, params_filename: str | None = None) -> None:
        super().__init__()
        self._scope = Scope()
        with eagerly(), scope_guard(self._scope):
            loaded = FORMAT.loaded(model_dir, None, model_filename, params_filename)
        self._program, self._fed, fetched = loaded
        self._fetched = [each if isinstance(each, str) else each.name for each in fetched]
        operators = [each for block in self._program.blocks for each in block.operators]
        for name, holder in list(self._scope.holders.items()):
            setting = [each for each in operators if name in each.output_arg_names]
            if any(name not in each.input_arg_names for each in setting):
                continue
            known = "float" in str(holder.tensor.dtype) and not setting
            parameter = EagerParamBase.from_tensor(holder.tensor, name=f"{name}@LOADED", trainable=known)
            self._parameters[parameter.name] = holder.tensor = parameter
        self._prepared: dict[bool, list[Step]] = {}

    def forward(self, *args: Any) -> Any:
        """The result, or a list of the results. Raises ``TypeError`` for what is no ndarray and no tensor."""
        for value in args:
            if not isinstance(value, (np.ndarray, paddle.Tensor)):
                raise TypeError("The type of inputs.value in StaticModelRunner.forward must be numpy array or "
                                f"Variable(VarBase), but received {type(value)}.")
        if len(args) != len(self._fed):
            raise ValueError(f"the model takes {len(self._fed)} inputs, {self._fed}, and was given {len(args)}")
        with eagerly():
            env = Env(self._scope)
            tensors = [paddle.to_tensor(each) if isinstance(each, np.ndarray) else each for each in args]
            env.update(zip(self._fed, tensors))
            for step in self._steps():
                step(env)
        results = [env[name] for name in self._fetched]
        return results[0] if len(results) == 1 else results

    def _steps(self) -> list[Step]:
        if self.training not in self._prepared:
            program = self._program.clone()
            for block in program.blocks:
                for operator in block.operators:
                    if self.training and "is_test" in operator.kwargs:
                        operator.kwargs["is_test"] = False
            self._prepared[self.training] = steps(program.global_block().operators)
        return self._prepared[self.training]
