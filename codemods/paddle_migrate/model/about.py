"""What a model is, in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from paddle_migrate.model.convert import without
from paddle_migrate.model.files import Model, numbers
from paddle_migrate.model.program import Var

LONGEST = 300


def plain(text: str) -> str:
    """A line for a terminal: names in a stranger's file may be of any length, and hold what moves the cursor."""
    visible = "".join(each if each.isprintable() else "?" for each in text)
    return " ".join(word if len(word) <= LONGEST else f"{word[:LONGEST]}…" for word in visible.split(" "))


def described(model: Model) -> Iterator[str]:
    """Line by line."""
    program = model.program
    size = model.file.stat().st_size
    yield f"program     {model.file.name}, {_bytes(size)}, written by {writer(program.version)}"
    where = model.parameters.name if model.parameters else "a file each"
    yield (f"parameters  {len(model.tensors)} ({where}), {numbers(model):,} numbers, {_bytes(model.bytes)}"
           if model.tensors else "parameters  none")
    for word, variables in (("inputs", program.fed()), ("outputs", program.fetched())):
        for number, var in enumerate(variables):
            yield f"{'' if number else word:12}{_variable(var)}"
        if not variables:
            yield f"{word:12}none"
    kinds = Counter(op.type for op in program.ops if op.type not in ("feed", "fetch"))
    listed = ", ".join(f"{kind} {count}" if count > 1 else kind for kind, count in sorted(kinds.items()))
    yield f"operators   {sum(kinds.values())}: {listed}"
    for target in ("2.6", "3"):
        missing = without(program, target)
        yield f"{f'for {target}':12}" + (f"there is nothing for {'; '.join(missing)}" if missing else "can be written")


def writer(version: int) -> str:
    """Which Paddle wrote a program of that version."""
    if version <= 0:
        return "a Paddle that did not say its version"
    return f"Paddle {version // 1000000}.{version // 1000 % 1000}.{version % 1000}"


def _variable(var: Var) -> str:
    sizes = ", ".join("?" if size < 0 else str(size) for size in var.dims)
    rows = f", sequences of level {var.lod_level}" if var.lod_level else ""
    return f"{var.name}  {var.dtype} [{sizes}]{rows}"


def _bytes(count: int) -> str:
    for unit, size in (("GB", 10**9), ("MB", 10**6), ("KB", 10**3)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
