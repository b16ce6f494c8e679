"""``paddle.fluid.install_check``."""

import paddle

__all__ = ["run_check"]

run_check = paddle.utils.run_check
