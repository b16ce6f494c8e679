"""The ending of a checkpoint's path: `load_dygraph` took paths with one and without, `paddle.load` adds none."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.facts.facts import Facts

MODEL, OPTIMIZER = ".pdparams", ".pdopt"
_DEEPEST = 5  # names of names


def ending(facts: Facts, path: cst.BaseExpression, depth: int = 0) -> str | None:
    """The ending that the path has, empty for none; None where the script does not tell."""
    if isinstance(path, cst.SimpleString):
        return _of_text(path.raw_value)
    if isinstance(path, cst.FormattedString):
        return _of_template([p.value if isinstance(p, cst.FormattedStringText) else "" for p in path.parts])
    if isinstance(path, cst.ConcatenatedString):
        return ending(facts, path.right, depth)
    if isinstance(path, cst.BinaryOperation):
        return _of_operation(facts, path, depth)
    if isinstance(path, cst.Call):
        return _of_call(facts, path, depth)
    value = facts.origins.only(path) if isinstance(path, cst.Name) and depth < _DEEPEST else None
    return ending(facts, value, depth + 1) if value is not None else None


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
    return not isinstance(path, cst.Name)


def _of_text(text: str) -> str:
    return next((known for known in (MODEL, OPTIMIZER) if text.endswith(known)), "")


def _of_template(parts: list[str]) -> str | None:
    """Of text with something put in between; a file's whole name may be what is put in last."""
    if parts and parts[-1]:
        return _of_text(parts[-1])
    before = parts[-2] if len(parts) > 1 else ""
    return "" if before and not before.endswith(("/", "\\")) else None


def _of_operation(facts: Facts, path: cst.BinaryOperation, depth: int) -> str | None:
    if isinstance(path.operator, cst.Add):
        return ending(facts, path.right, depth)
    if isinstance(path.operator, cst.Modulo) and isinstance(path.left, cst.SimpleString):
        return _of_printed(path.left.raw_value, "%")
    return None


def _of_call(facts: Facts, path: cst.Call, depth: int) -> str | None:
    """`os.path.join(folder, "name")`, `"name_{}".format(epoch)`, `str(epoch)`."""
    func = path.func
    if isinstance(func, cst.Name) and func.value == "str":
        return ""
    if not isinstance(func, cst.Attribute):
        return None
    if func.attr.value == "format" and isinstance(func.value, cst.SimpleString):
        return _of_printed(func.value.raw_value, "{")
    last = path.args[-1] if path.args and func.attr.value == "join" else None
    return ending(facts, last.value, depth) if last is not None and not last.star and not last.keyword else None


def _of_printed(text: str, mark: str) -> str | None:
    """Of `"epoch_%d"`, `"{}/model"`: only what stands last can be the ending."""
    before, found, last = text.rpartition(mark)
    behind = last.partition("}")[2] if mark == "{" else last.lstrip("0123456789.+-# ")[1:]
    return _of_text(text) if not found else _of_template([before, "", behind] if behind else [before, ""])
