"""1.x's inference: Paddle has it still, and gives 1.8.5's predictions where oneDNN is not on by itself."""

from __future__ import annotations

from typing import Any

import paddle

__all__ = ["AnalysisConfig", "NativeConfig", "PaddleBuf", "PaddleDType", "PaddleTensor", "create_paddle_predictor"]

PaddleBuf = paddle.base.core.PaddleBuf
PaddleDType = paddle.inference.DataType
PaddleTensor = paddle.base.core.PaddleTensor

_CONVERT = "This Paddle has dropped the operator: paddle-migrate model OLD -o NEW writes the model without it."


class AnalysisConfig(paddle.inference.Config):
    """The settings of a predictor, by a model's folder, by its two files, or those of another one."""

    def __init__(self, *files: Any) -> None:
        super().__init__(*files)
        if not files or isinstance(files[0], str):
            self.disable_mkldnn()


class NativeConfig:
    """The settings of a predictor that took the network as it was; Paddle 3's own ends where an executor has run."""

    def __init__(self) -> None:
        self.model_dir = self.prog_file = self.param_file = ""
        self.use_gpu, self.device, self.fraction_of_gpu_memory = False, 0, -1.0
        self.specify_input_name = False
        self._threads = 1

    def set_cpu_math_library_num_threads(self, count: int) -> None:
        self._threads = count

    def cpu_math_library_num_threads(self) -> int:
        return self._threads

    def whole(self) -> AnalysisConfig:
        """The same for today's one kind of predictor."""
        config = AnalysisConfig(*([self.prog_file, self.param_file] if self.prog_file else [self.model_dir]))
        config.switch_ir_optim(False)
        config.switch_specify_input_names(self.specify_input_name)
        config.set_cpu_math_library_num_threads(self._threads)
        if self.use_gpu:
            config.enable_use_gpu(100, self.device)
        return config


def create_paddle_predictor(config: AnalysisConfig | NativeConfig) -> Any:
    """What predicts with these settings."""
    settings = config.whole() if isinstance(config, NativeConfig) else config
    try:
        return paddle.base.core.create_paddle_predictor(settings)
    except RuntimeError as error:
        if "is not registered" in str(error):
            raise RuntimeError(f"{error}\n{_CONVERT}") from None
        raise
