"""Run with Paddle 3: writes the program in argv[1] as the model argv[2].json, and its parameters' names to argv[3]."""

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import paddle
from paddle.base import core
from paddle.static.pir_io import get_pir_parameters, normalize_pir_program


def _complete(program: paddle.static.Program) -> None:
    """Give operators the attributes that they have got since 1.8.5, as they are where nobody says anything."""
    for block in program.blocks:
        for op in block.ops:
            try:
                defaults = core.get_op_attrs_default_value(op.type.encode())
            except (RuntimeError, ValueError):  # an operator that only the new programs have
                continue
            for name, value in defaults.items():
                if not op.has_attr(name) and not name.startswith("op_"):
                    op._set_attr(name, value)


def _as_data(program: Any) -> list[Any]:
    """What is fed, as operators that give data: `paddle.jit.load` knows no others."""
    found: list[Any] = []
    feeds = sorted((op for op in program.global_block().ops if op.name() == "pd_op.feed"),
                   key=lambda op: int(op.attrs()["col"]))
    with paddle.static.program_guard(program):
        for op in reversed(feeds):
            old = op.result(0)
            new = paddle._pir_ops.data(op.attrs()["name"], old.shape, old.dtype, core.Place())
            old.replace_all_uses_with(new)
            program.global_block().remove_op(op)
            first = program.global_block().ops[0]
            if new.get_defining_op() != first:
                new.get_defining_op().move_before(first)  # a loaded model names them in this order
            found.insert(0, new)
    return found


def main(source: str, prefix: str, names: str) -> None:
    paddle.enable_static()
    with paddle.pir_utils.OldIrGuard():
        old = paddle.static.Program.parse_from_string(Path(source).read_bytes())
        _complete(old)
        new = core.pir.translate_to_pir(old.desc) if hasattr(core, "pir") else paddle.pir.translate_to_pir(old.desc)
    fed = _as_data(new)
    runpy.run_path(str(Path(__file__).with_name("onednn.py")))["rewrite"](new)
    fetches = [op for op in new.global_block().ops if op.name() == "pd_op.fetch"]
    fetches.sort(key=lambda op: op.attrs()["col"])
    done = normalize_pir_program(new, fed, [op.operand_source(0) for op in fetches])
    core.serialize_pir_program(done, f"{prefix}.json", True, False, True)
    parameters, others = get_pir_parameters(done)
    Path(names).write_text(json.dumps([each.name for each in [*parameters, *others]]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
