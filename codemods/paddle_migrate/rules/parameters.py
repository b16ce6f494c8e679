"""How layers named their parameters, and what names one without training it."""

from __future__ import annotations

import re

ATTRIBUTE, TRAINS_NOTHING = "ParamAttr", "crf_decoding"
NAMING = ("param_attr", "bias_attr", "weight_attr")  # the last one is today's
MADE, NAMING_MADE = "create_parameter", ("name", "attr")
MAY_NAME = re.compile(rb"ParamAttr|(?:param|bias|weight)_attr *=|create_parameter")
