"""What acts in a program of 1.8.5's without being fetched, or reads what nobody feeds; how a look at a file tells."""

from __future__ import annotations

import re

# the last ones write into a variable that they are given
ACTING = re.compile(
    rb"\b(?:Print|py_func|increment|autoincreased_step_counter|While|Switch|IfElse|StaticRNN|DynamicRNN|array_write|"
    rb"assign|auc|spectral_norm|center_loss|data_norm|append_op|evaluator|py_reader|read_file|create_py_reader_by_data|"
    rb"persistable|create_global_var|create_tensor)\b|[(,]\s*(?:out|output|correct|total|cond)\s*=[^=]"
)
COUNTING = re.compile(rb"_(?:decay|warmup)\(")  # schedules, which each run counts on
