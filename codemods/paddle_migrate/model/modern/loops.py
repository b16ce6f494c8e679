"""Loops whose number of steps is known: one step after the other."""

from __future__ import annotations

from paddle_migrate.model.building import Building, Unknown, becomes
from paddle_migrate.model.program import Op

MOST = 200_000  # operators: a file may say any number of steps


@becomes("rnn_memory_helper", "2.6 3")
def remembered(b: Building) -> None:
    b.add("assign", {"X": b.input("X")}, {"Out": b.output()})


@becomes("recurrent", "2.6 3")
def recurrent(b: Building) -> None:
    """StaticRNN: the steps of its block."""
    body = b.program.blocks[b.attr("sub_block", -1)]
    sources = b.old.inputs.get("inputs", [])
    steps = min((b.dims(name)[0] for name in sources), default=-1)
    if steps < 1:
        raise Unknown("its number of steps is known in a run only")
    if steps * max(len(body.ops), 1) > MOST:
        raise Unknown(f"its {steps} steps are too many to be written out")
    states = dict(zip(b.attr("ex_states", []), b.old.inputs.get("initial_states", []), strict=True))
    after = dict(zip(b.attr("ex_states", []), b.attr("states", []), strict=True))
    kept: dict[str, list[str]] = {name: [] for name in b.old.outputs.get("outputs", [])}
    order = range(steps - 1, -1, -1) if b.attr("reverse", False) else range(steps)
    for step in order:
        names = {**states, **{name: _row(b, name, step) for name in sources}}
        for op in body.ops:
            for name in op.writes():
                var = body.vars.get(name)
                if var is not None and not var.lasting:
                    b.block.vars.setdefault(name, var)
                    names[name] = b.new(name, var.dims, lod=var.lod_level)
            b.ops.append(_renamed(op, names))
        states = {old: names[new] for old, new in after.items()}
        for name, rows in kept.items():
            rows.append(names[name])
    for name, rows in kept.items():
        b.add("stack", {"X": rows[::-1] if b.attr("reverse", False) else rows}, {"Y": name}, axis=0)


def _row(b: Building, name: str, step: int) -> str:
    return b.put("slice", {"Input": name}, b.dims(name)[1:], axes=[0], starts=[step], ends=[step + 1],
                 infer_flags=[1], decrease_axis=[0])


def _renamed(op: Op, names: dict[str, str]) -> Op:
    slots = [{place: [names.get(name, name) for name in listed] for place, listed in each.items()}
             for each in (op.inputs, op.outputs)]
    return Op(op.type, slots[0], slots[1], dict(op.attrs), dict(op.kinds), op.others)
