"""1.x's inference: Paddle has it still, and gives 1.8.5's predictions where oneDNN is asked for and not there by itself."""

from __future__ import annotations

from typing import Any

import paddle

__all__ = ["AnalysisConfig", "NativeConfig", "PaddleBuf", "PaddleDType", "PaddleTensor", "create_paddle_predictor"]

NativeConfig = paddle.base.core.NativeConfig
PaddleBuf = paddle.base.core.PaddleBuf
PaddleDType = paddle.inference.DataType
PaddleTensor = paddle.base.core.PaddleTensor
create_paddle_predictor = paddle.base.core.create_paddle_predictor


class AnalysisConfig(paddle.inference.Config):
    """The settings of a predictor, by a model's folder, by its two files, or those of another one."""

    def __init__(self, *files: Any) -> None:
        super().__init__(*files)
        if not files or isinstance(files[0], str):
            self.disable_mkldnn()
