"""``paddle.fluid.contrib.mixed_precision.fp16_lists``: which operators were to run in float16."""

from __future__ import annotations

from typing import Any

__all__ = ["AutoMixedPrecisionLists"]


class AutoMixedPrecisionLists:
    """The operators that were to run in float16, and those that were not; raises ``ValueError`` for one in both."""

    def __init__(self, custom_white_list: Any = None, custom_black_list: Any = None,
                 custom_black_varnames: Any = None) -> None:
        self.white_list, self.black_list = set(custom_white_list or ()), set(custom_black_list or ())
        self.black_varnames = custom_black_varnames
        if self.white_list & self.black_list:
            raise ValueError("Custom white list overlap custom black list")
