"""Which statements of a function may have given a name the value that it has at another one."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.dynamic.reading import Reading, targets

Definition = cst.CSTNode | None  # an assignment, a loop, a compound; None: the parameter
_LOOPS = (cst.For, cst.While)


def reaching(reading: Reading, name: str, statement: cst.CSTNode) -> list[Definition]:
    """Assignments (`cst.Assign`, `cst.AugAssign`, `cst.For`) whose value `name` may have where `statement` begins.

    Of `name[-1]`, the last of a list, and `name[:]`, all of it, also what is appended to it (`cst.Expr`)."""
    return list(dict.fromkeys(_before(reading, name, statement)))


def _before(reading: Reading, name: str, statement: cst.CSTNode) -> list[Definition]:
    parents, found = reading.source.parents, list[Definition]()
    at = statement
    while True:
        above = parents.get(at)
        body = getattr(above, "body", ())
        if above is None or isinstance(above, cst.FunctionDef):
            return [*found, None]
        if isinstance(above, (cst.IndentedBlock, cst.SimpleStatementLine)):
            for each in reversed(body[: list(body).index(at)]):
                made, always = _made(reading, name, each)
                found += made
                if always:
                    return found
        elif isinstance(above, _LOOPS) and at is above.body:
            if isinstance(above, cst.For) and name in _names(above.target):
                return [*found, above]
            found += _made(reading, name, above.body)[0]
        at = above


def _made(reading: Reading, name: str, node: cst.CSTNode) -> tuple[list[Definition], bool]:
    """The definitions in a statement, and whether one of them is always met."""
    if isinstance(node, (cst.SimpleStatementLine, cst.IndentedBlock, cst.SimpleStatementSuite)):
        found: list[Definition] = []
        for each in reversed(node.body):
            made, always = _made(reading, name, each)
            found += made
            if always or ends(each):
                return found, True
        return found, False
    if isinstance(node, (cst.Assign, cst.Expr)):
        return ([node], True) if _made_by(name, node) else ([], False)
    if isinstance(node, cst.AugAssign):
        return ([node], True) if name.partition("[")[0] in _names(node.target) else ([], False)
    if isinstance(node, cst.If):
        made, always = _made(reading, name, node.body)
        other, also = _made(reading, name, node.orelse) if node.orelse is not None else ([], False)
        left, right = ends(node.body), node.orelse is not None and ends(node.orelse)
        return [*([] if left else made), *([] if right else other)], (always or left) and (also or right)
    if isinstance(node, cst.Else):
        return _made(reading, name, node.body)
    if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
        return ([node], True) if node.name.value == name else ([], False)
    every = [each for each in reading.inside(node)
             if isinstance(each, (cst.Assign, cst.AugAssign, cst.For, cst.Expr)) and _made_by(name, each)]
    return [*every], False


def appended(node: cst.CSTNode | None) -> tuple[str, cst.BaseExpression] | None:
    """`fcs` and `x` of `fcs.append(x)`."""
    call = node.value if isinstance(node, cst.Expr) else None
    func = call.func if isinstance(call, cst.Call) else None
    if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and func.attr.value == "append" and (
            isinstance(call, cst.Call) and len(call.args) == 1):
        return func.value.value, call.args[0].value
    return None


def _made_by(name: str, node: cst.CSTNode) -> bool:
    if isinstance(node, cst.Expr):
        found = appended(node)
        return found is not None and name in (f"{found[0]}[-1]", f"{found[0]}[:]")
    name = name.partition("[")[0]
    if isinstance(node, cst.Assign):
        return any(name in _names(each) for each in targets(node))
    return name in _names(node.target)  # type: ignore[attr-defined]


def ends(node: cst.CSTNode) -> bool:
    """Whether what stands behind a statement, or a block, is not reached."""
    if isinstance(node, (cst.Return, cst.Raise, cst.Continue, cst.Break)):
        return True
    if isinstance(node, (cst.SimpleStatementLine, cst.IndentedBlock, cst.SimpleStatementSuite)):
        return any(ends(each) for each in node.body)
    if isinstance(node, cst.Else):
        return ends(node.body)
    if isinstance(node, cst.If):
        return node.orelse is not None and ends(node.body) and ends(node.orelse)
    return False


def _names(target: cst.CSTNode) -> set[str]:
    if isinstance(target, cst.Name):
        return {target.value}
    if isinstance(target, (cst.Tuple, cst.List)):
        return {name for each in target.elements for name in _names(each.value)}
    return set()
