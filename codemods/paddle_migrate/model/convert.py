"""A program in another Paddle's operators."""

from __future__ import annotations

import copy

from paddle_migrate.model import later, modern, older
from paddle_migrate.model.building import TABLES, Building, Unknown
from paddle_migrate.model.program import BLOCK, Block, Op, Program
from paddle_migrate.model.targets import lost, reaches_out

assert modern.__all__  # which have filled the tables
# from attributes of other kinds than the operator's, and from variables of other shapes
_ILL_FORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Nothing(ValueError):
    """There is nothing for operators of these kinds."""

    def __init__(self, target: str, kinds: list[str], instead: str | None = None) -> None:
        said = f"Paddle {target} has nothing for {'; '.join(kinds)}"
        super().__init__(f"{said}; Paddle {instead} runs it: --to {instead}" if instead else said)
        self.kinds = kinds


def refuse_what_reaches_out(program: Program) -> None:
    """Raises `ValueError` for a program that does more than compute."""
    found = sorted({op.type for op in program.ops if reaches_out(op.type)})
    if found:
        raise ValueError(f"it has the operator {', '.join(found)}, which reads or writes files, talks to others or "
                         "calls Python; such models are not converted")


def convert(program: Program, target: str) -> list[str]:
    """Rewrite `program` for that Paddle; the kinds of operators that were written in others.

    Raises `ValueError` that names the operators for which there is nothing, and the Paddle that has them.
    """
    whole = copy.deepcopy(program) if target == "3" else None
    rewritten: dict[str, None] = {}
    refused: dict[str, None] = {}
    if target == "1.8":
        older.prepare(program)
    for block in [*program.blocks]:
        made: list[Op] = []
        for op in block.ops:
            ops = _converted(program, block, op, target, refused)
            made += ops
            if not any(each.type == op.type for each in ops):
                rewritten[op.type] = None
        for op in made:
            if target != "1.8":
                later.complete(op)
            elif left := older.strip(op):
                refused[f"{op.type} (with {left})"] = None
        block.ops = sorted(made, key=lambda op: _place(op, target))
    if refused:
        raise Nothing(target, list(refused), "2.6" if whole and not without(whole, "2.6") else None)
    _drop_empty_blocks(program)
    return list(rewritten)


def without(program: Program, target: str) -> list[str]:
    """The operators for which that Paddle has nothing; `program` stays as it is."""
    try:
        convert(copy.deepcopy(program), target)
    except Nothing as error:
        return error.kinds
    return []


def _place(op: Op, target: str) -> tuple[int, int]:
    """What is fed comes first, what is fetched last; until 2.6 the last input stood before the others."""
    column = int(op.attrs.get("col", 0)) if op.type in ("feed", "fetch") else 0
    return {"feed": 0, "fetch": 2}.get(op.type, 1), -column if op.type == "feed" and target != "3" else column


def _converted(program: Program, block: Block, op: Op, target: str, refused: dict[str, None]) -> list[Op]:
    """What comes in the place of one operator, and of what came."""
    rewrite = TABLES[target].get(op.type)
    if rewrite is None:
        why = older.unknown(op) if target == "1.8" else "" if op.type in lost(target) else None
        if why is not None:
            refused[f"{op.type} ({why})" if why else op.type] = None
        return [op]
    building = Building(program, block, op)
    try:
        rewrite(building)
    except Unknown as error:
        refused[f"{op.type} ({error})"] = None
        return [op]
    except _ILL_FORMED as error:
        raise ValueError(f"its operator {op.type} is none that a Paddle wrote") from error
    return [new for each in building.ops
            for new in ([each] if each.type == op.type else _converted(program, block, each, target, refused))]


def _drop_empty_blocks(program: Program) -> None:
    """Bodies of loops that were written out stand at no operator any more; the last ones can go."""
    while len(program.blocks) > 1:
        last = program.blocks[-1].idx
        named = {op.attrs[name] for op in program.ops for name, kind in op.kinds.items() if kind == BLOCK}
        if last in named:
            return
        program.blocks.pop()
