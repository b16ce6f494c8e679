"""``paddle.fluid.layers``: what only programs have: printing, functions of arrays, a counter of the runs."""

from ..._static.counting import autoincreased_step_counter
from ..._static.printing import Print
from ..._static.py_functions import py_func

__all__ = ["Print", "autoincreased_step_counter", "py_func"]
