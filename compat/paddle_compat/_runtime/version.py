"""Which Paddle this is."""

from __future__ import annotations

import paddle

PADDLE_3 = int(paddle.__version__.split(".")[0]) >= 3
