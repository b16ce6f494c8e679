"""From the records of the layers that a call made to the sizes that the call needs."""

from __future__ import annotations

from typing import Any

from paddle_migrate.interpreter.records import Made
from paddle_migrate.unsized.old_form import OldRule, is_known
from paddle_migrate.unsized.plan import Entry, NotSaid

NOT_CALLED = "this tool did not find out what the layer is called with"


def sizes_of(rule: OldRule, records: list[Made], wanted: str) -> list[tuple[Made, Any]]:
    """The size `wanted` of each layer. Raises NotSaid where one is not known, or is two at once."""
    known: list[tuple[Made, Any]] = []
    unknown: list[Made] = []
    for made in records:
        found = [rule.sizes(made.args, shapes).get(wanted) for shapes in made.inputs]
        sizes = {tuple(s) if isinstance(s, list) else s for s in found if s is not None and is_known(s)}
        if len(sizes) > 1:
            raise NotSaid(f"it is called with inputs of several sizes ({', '.join(map(str, sorted(sizes, key=str)))})")
        if sizes:
            known.append((made, sizes.pop()))
        else:
            unknown.append(made)
    if not known:
        raise NotSaid(NOT_CALLED)
    return known + [(made, _as_its_like(made, known)) for made in unknown]


def _as_its_like(made: Made, known: list[tuple[Made, Any]]) -> Any:
    """The size of the layers that were made by the same chain of calls."""
    way = [v.site for v in made.views]
    sizes = {size for other, size in known if [v.site for v in other.views] == way}
    if len(sizes) == 1:
        return sizes.pop()
    line = next((v.site[0] for v in made.views[1:] if v.site), None)
    raise NotSaid(NOT_CALLED + (f" where it is made through line {line}" if line else ""))


def entries(found: list[tuple[Made, Any]]) -> list[Entry]:
    return [Entry(made.views, _number(size)) for made, size in found]


def _number(size: Any) -> int:
    """A list of one size is written as that size; of longer ones each must be the same everywhere."""
    if isinstance(size, tuple) and len(size) == 1:
        return int(size[0])
    if isinstance(size, tuple):
        raise NotSaid("its sizes are several, and not the same everywhere")
    return int(size)
