"""Python functions of arrays as parts of programs, which Paddle 3 has no ``paddle.static.py_func`` for.

Nothing here is run: the codemods write it into scripts.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import paddle

from ._language import helper


@helper
def py_func(func: Callable[..., Any], x: Any, out: Any) -> Any:
    """What func makes of the arrays of ``x`` in every run: a variable for each InputSpec of ``out``."""
    given, specs = ([each] if not isinstance(each, (list, tuple)) else list(each) for each in (x, out))
    if not hasattr(given[0], "is_same"):  # before Paddle 3
        block = paddle.static.default_main_program().current_block()
        names = [each.name or paddle.utils.unique_name.generate("py_func") for each in specs]
        outs = [block.create_var(name=name, shape=each.shape, dtype=each.dtype) for name, each in zip(names, specs)]
        paddle.static.py_func(func, given, outs)
        return outs if isinstance(out, (list, tuple)) else outs[0]

    if not hasattr(paddle._C_ops, "_run_python_op"):
        raise RuntimeError("Paddle 3.0 to 3.2 runs no Python in programs: install 3.3 or later, or 2.6")

    def run(*tensors: Any) -> Any:
        with paddle.base.dygraph.guard():
            values = func(*(each.numpy() for each in tensors))
            values = [values] if len(specs) == 1 and not isinstance(values, (list, tuple)) else values
            made = [paddle.to_tensor(value, each.dtype) for value, each in zip(values, specs)]
        return made[0] if len(made) == 1 else tuple(made)

    def shapes(*metas: Any) -> Any:
        made = [paddle.static.MetaTensor(dtype=each.dtype, shape=list(each.shape)) for each in specs]
        return made[0] if len(made) == 1 else tuple(made)

    outs = paddle._C_ops._run_python_op(
        *given, name=f"py_func_{uuid.uuid4().hex}",  # another one in every program, or the first function runs in all
        input_names=[f"given_{place}" for place in range(len(given))],
        output_names=[f"made_{place}" for place in range(len(specs))],
        attrs={"infer_meta_fn_ptr": shapes, "fn_ptr": run}, inplace_map={},
    )  # fmt: skip
    for each in outs:  # nothing goes back through it
        each.stop_gradient = True
    return outs if isinstance(out, (list, tuple)) else outs[0]
