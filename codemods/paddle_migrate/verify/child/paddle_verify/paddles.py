"""The few things asked of Paddle, for Paddle 2 and 3, and for real 1.8.5."""

from __future__ import annotations

import sys
from typing import Any

from .descriptions import Descriptions
from .values import Values


class Modern:
    """Paddle 2 and 3."""

    def __init__(self, paddle: Any) -> None:
        self.paddle = paddle
        self.layer = paddle.nn.Layer
        self.optimizer = paddle.optimizer.Optimizer
        self.tensor = paddle.Tensor
        self.helper = sys.modules["paddle.base.layer_helper_base"].LayerHelperBase
        self.static = paddle.static
        self.programs = [sys.modules["paddle.base.framework"].Program]
        if not paddle.__version__.startswith("2."):
            self.programs.append(paddle.pir.Program)

    def reader(self) -> Any:
        """Tells what of a program trains."""
        return Values() if len(self.programs) > 1 else Descriptions()

    @property
    def dynamic(self) -> bool:
        return bool(self.paddle.in_dynamic_mode())

    def seed(self, seed: int) -> None:
        self.paddle.seed(seed)

    def value(self, tensor: Any) -> Any:
        return (tensor.detach().astype("float32") if is_bfloat16(tensor) else tensor).numpy()

    def epsilon(self, tensor: Any) -> float | None:
        """Of bfloat16, which NumPy does not know; None of all others."""
        return 2.0**-7 if is_bfloat16(tensor) else None

    def gradient(self, parameter: Any) -> Any:
        gradient = parameter.grad
        if gradient is None or not gradient._is_initialized():
            return None
        return self.whole(gradient, list(parameter.shape))

    def whole(self, gradient: Any, shape: list[int]) -> Any:
        if not gradient.is_selected_rows():
            return self.value(gradient)
        rows = gradient.get_selected_rows()
        return dense(shape, rows.rows(), rows.get_tensor())


class Legacy:
    """PaddlePaddle 1.8.5."""

    def __init__(self, paddle: Any) -> None:
        self.fluid = paddle.fluid
        self.layer = paddle.fluid.dygraph.Layer
        self.optimizer = paddle.fluid.optimizer.Optimizer
        self.tensor = paddle.fluid.core.VarBase
        self.helper = paddle.fluid.layer_helper_base.LayerHelperBase
        self.static = paddle.fluid

    def reader(self) -> Any:
        return Descriptions()

    @property
    def dynamic(self) -> bool:
        return bool(self.fluid.framework.in_dygraph_mode())

    def seed(self, seed: int) -> None:
        """1.8.5 draws by the seed of a program or of an operator; there is no generator to seed."""

    def value(self, tensor: Any) -> Any:
        return tensor.numpy()

    def epsilon(self, tensor: Any) -> float | None:
        return None

    def gradient(self, parameter: Any) -> Any:
        gradient = parameter.gradient()
        if isinstance(gradient, tuple):
            return dense(list(parameter.shape), gradient[1], gradient[0])
        return gradient


def is_bfloat16(tensor: Any) -> bool:
    return str(tensor.dtype).rsplit(".")[-1].lower() in ("bf16", "bfloat16")


def dense(shape: list[int], rows: Any, values: Any) -> Any:
    """The whole gradient of which only some rows were kept."""
    numpy = sys.modules["numpy"]
    whole = numpy.zeros(shape, "float32")
    numpy.add.at(whole, numpy.asarray(rows, "int64"), numpy.asarray(values))
    return whole
