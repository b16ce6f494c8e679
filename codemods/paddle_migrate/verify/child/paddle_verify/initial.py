"""Whether two parameters were started by the same rule; what was drawn at random is compared by its spread."""

from __future__ import annotations

import math
from typing import Any

ENOUGH = 64


def starts_differently(old: Any, new: Any) -> dict[str, Any] | None:
    if old.dtype.kind != "f" or not old.size or (old == new).all():
        return None
    constant = (old == old.flat[0]).all(), (new == new.flat[0]).all()
    alone = old.size == 1 and old.all() and new.all()  # both may be drawn, as no zero is
    if any(constant) and not alone:
        return {"old": text(old), "new": text(new)}
    spread = float(old.astype("float64").std()), float(new.astype("float64").std())
    if old.size < ENOUGH or min(spread) == 0:
        return None
    far = max(0.1, 6 / math.sqrt(old.size))
    return {"old": text(old), "new": text(new)} if abs(math.log(spread[1] / spread[0])) > far else None


def text(array: Any) -> str:
    first = float(array.flat[0])
    if (array == first).all():
        return f"{first:.6g} everywhere"
    return f"random, mean {float(array.mean()):.3g}, spread {float(array.astype('float64').std()):.3g}"
