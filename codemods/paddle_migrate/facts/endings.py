"""The ending of a checkpoint's path: `load_dygraph` took paths with one and without, `paddle.load` adds none."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts
from paddle_migrate.facts.values.spot import Spot
from paddle_migrate.facts.values.values import values_of

MODEL, OPTIMIZER = ".pdparams", ".pdopt"
_DEEPEST = 8  # paths made of paths


def ending(facts: Facts, path: cst.BaseExpression) -> str | None:
    """The ending that the path has, empty for none; None where the script does not tell."""
    return _ending(Spot(facts, path), 0)


def _ending(spot: Spot, depth: int) -> str | None:
    ends = values_of(spot.facts).ends(spot) if depth < _DEEPEST else []
    found = {_made(end, depth + 1) for end in ends}
    return found.pop() if len(found) == 1 else None


def _made(spot: Spot, depth: int) -> str | None:
    path = spot.node
    if isinstance(path, cst.SimpleString):
        return _of_text(path.raw_value)
    if isinstance(path, cst.FormattedString):
        return _of_template([p.value if isinstance(p, cst.FormattedStringText) else "" for p in path.parts])
    if isinstance(path, cst.ConcatenatedString):
        return _ending(spot.at(path.right), depth)
    if isinstance(path, cst.BinaryOperation):
        return _of_operation(spot, path, depth)
    return _of_call(spot, path, depth) if isinstance(path, cst.Call) else None


def in_place_of(text: str, old: str, new: str) -> str:
    """The text of a path's expression with another ending in the last literal of it."""
    return new.join(text.rsplit(old, 1)) if old else text


def is_written_in(path: cst.BaseExpression) -> bool:
    """Whether the ending is in the expression itself, not in what a name in it was given before."""
    while isinstance(path, (cst.BinaryOperation, cst.ConcatenatedString, cst.Call)):
        if isinstance(path, cst.Call):
            if isinstance(path.func, cst.Attribute) and path.func.attr.value == "format":
                return True
            path = path.args[-1].value
        elif isinstance(path, cst.BinaryOperation) and isinstance(path.operator, cst.Modulo):
            return True
        else:
            path = path.right
    return not isinstance(path, (cst.Name, cst.Attribute, cst.Subscript))


def _of_text(text: str) -> str:
    return next((known for known in (MODEL, OPTIMIZER) if text.endswith(known)), "")


def _of_template(parts: list[str]) -> str | None:
    """Of text with something put in between; a file's whole name may be what is put in last."""
    if parts and parts[-1]:
        return _of_text(parts[-1])
    before = parts[-2] if len(parts) > 1 else ""
    return "" if before and not before.endswith(("/", "\\")) else None


def _of_operation(spot: Spot, path: cst.BinaryOperation, depth: int) -> str | None:
    if isinstance(path.operator, cst.Add):
        return _ending(spot.at(path.right), depth)
    if isinstance(path.operator, cst.Modulo) and isinstance(path.left, cst.SimpleString):
        return _of_printed(path.left.raw_value, "%")
    return None


def _of_call(spot: Spot, path: cst.Call, depth: int) -> str | None:
    """`os.path.join(folder, "name")`, `"name_{}".format(epoch)`, `str(epoch)`."""
    func = path.func
    if isinstance(func, cst.Name) and func.value == "str":
        return ""
    if not isinstance(func, cst.Attribute):
        return None
    if func.attr.value == "format" and isinstance(func.value, cst.SimpleString):
        return _of_printed(func.value.raw_value, "{")
    last = path.args[-1] if path.args and func.attr.value == "join" else None
    return _ending(spot.at(last.value), depth) if last is not None and not last.star and not last.keyword else None


def _of_printed(text: str, mark: str) -> str | None:
    """Of `"epoch_%d"`, `"{}/model"`: only what stands last can be the ending."""
    before, found, last = text.rpartition(mark)
    behind = last.partition("}")[2] if mark == "{" else last.lstrip("0123456789.+-# ")[1:]
    return _of_text(text) if not found else _of_template([before, "", behind] if behind else [before, ""])
