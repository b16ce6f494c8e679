"""What was seen of each layer, written to a file when the run ends."""

from __future__ import annotations

import ast
import atexit
import json
import os
import sys
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

MOST_CANDIDATES = 20
WHOLE = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)
MOST_STEPS = 3  # of an optimizer, when some layer has not been called yet


class Notes:
    def __init__(self, settings: dict[str, Any]) -> None:
        self.settings = settings
        self.script = os.path.realpath(settings["script"])
        self._layers: dict[int, dict[str, Any]] = {}
        self._kept: list[Any] = []  # ids stay those of these objects
        self._runs: dict[int, int] = {}
        self._steps = 0
        self._calls: dict[tuple[int, ...], ast.Call] | None = None
        self._functions: dict[int, ast.FunctionDef] = {}
        atexit.register(self.write)

    # -- what was seen ------------------------------------------------------------------------------------------

    def making(self, layer: Any, short: str, args: Any, kwargs: Any, frame: FrameType | None) -> None:
        if frame is None or not self._is_script(frame):
            return  # made by the compat layer, out of one that is noted
        names = self.settings["layers"][short]
        given = {**dict(zip(names, args)), **kwargs}  # noqa: B905  (Python 3.7 reads this folder)
        views = self._views(frame)
        if views:
            plain = {k: v for k, v in given.items() if is_plain(v)}
            self._layers[id(layer)] = {"short": short, "args": plain, "views": views, "inputs": [], "listed": False}
            self._kept.append(layer)

    def called(self, layer: Any, inputs: list[Any]) -> None:
        noted = self._layers.get(id(layer))
        if noted is None:
            return
        if inputs and isinstance(inputs[0], (list, tuple)):
            noted["listed"], inputs = True, list(inputs[0])
        shapes = [[int(d) for d in x.shape] if hasattr(x, "shape") else None for x in inputs]
        if shapes not in noted["inputs"]:
            noted["inputs"].append(shapes)

    def step(self) -> None:
        self._steps += 1
        if self._steps >= MOST_STEPS or all(noted["inputs"] for noted in self._layers.values()):
            self.end()

    def end(self, out_of_time: bool = False) -> None:
        """End this process; the script's own clearing up does not run."""
        self.write()
        os._exit(75 if out_of_time else 0)

    def write(self) -> None:
        text = json.dumps(list(self._layers.values()))
        path = Path(self.settings["out"])
        path.with_suffix(".part").write_text(text, encoding="utf-8")
        path.with_suffix(".part").replace(path)

    # -- the way to a layer -------------------------------------------------------------------------------------

    def _views(self, frame: FrameType | None) -> list[dict[str, Any]]:
        """The script's own frames, from the one that makes the layer outwards."""
        views = []
        while frame is not None:
            if self._is_script(frame):
                site = place(frame)
                inside = frame.f_code.co_name not in ("<module>",)
                function = [frame.f_code.co_firstlineno, 0, 0, 0] if inside else None
                run = self._run(frame)
                views.append({"site": site, "function": function, "run": run, "values": self._values(frame, site)})
            frame = frame.f_back
        return views

    def _is_script(self, frame: FrameType) -> bool:
        return bool(os.path.realpath(frame.f_code.co_filename) == self.script)

    def _run(self, frame: FrameType) -> int:
        if id(frame) not in self._runs:
            self._runs[id(frame)] = len(self._runs) + 1
            self._kept.append(frame)
        return self._runs[id(frame)]

    def _values(self, frame: FrameType, site: list[int] | None) -> dict[str, int]:
        """Whole numbers by the text of a name or of an argument at the call."""
        found = {name: value for name, value in frame.f_locals.items() if is_number(value)}
        mine = vars(frame.f_locals["self"]) if hasattr(frame.f_locals.get("self"), "__dict__") else {}
        found.update({f"self.{name}": value for name, value in mine.items() if is_number(value)})
        for node in self._candidates(frame, site):
            try:
                code = compile(ast.Expression(node), "<argument>", "eval")
                value = eval(code, frame.f_globals, dict(frame.f_locals))
            except Exception:  # its names may be bound later
                continue
            if is_number(value):
                found[ast.unparse(node)] = value
        return found

    def _candidates(self, frame: FrameType, site: list[int] | None) -> list[ast.expr]:
        """Expressions that can be written at the call: the call's own arguments, and the function's arithmetic."""
        call = self._call_at(site)
        own = [*call.args, *(k.value for k in call.keywords)] if call is not None else []
        found = [n for n in own if not isinstance(n, (ast.Constant, ast.Name))]
        function = self._functions.get(frame.f_code.co_firstlineno)
        inside = [n for n in ast.walk(function) if is_arithmetic(n)] if function is not None else []
        by_text = {ast.unparse(n): n for n in inside if isinstance(n, ast.expr)}
        return [n for n in [*found, *list(by_text.values())[:MOST_CANDIDATES]] if not does_something(n)]

    def _call_at(self, site: list[int] | None) -> ast.Call | None:
        if self._calls is None:
            tree = ast.parse(Path(self.script).read_bytes())
            calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
            self._calls = {(n.lineno, n.col_offset, n.end_lineno or 0, n.end_col_offset or 0): n for n in calls}
            functions = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
            self._functions = {min([f.lineno, *(d.lineno for d in f.decorator_list)]): f for f in functions}
        return self._calls.get(tuple(site)) if site else None


def place(frame: FrameType) -> list[int] | None:
    """Line, column, last line, last column of what the frame is just doing; Python 3.11 and later know."""
    if sys.version_info < (3, 11):
        return [frame.f_lineno, -1, -1, -1]
    positions = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None), None)
    if positions is None or None in positions:
        return None
    line, last_line, column, last_column = positions
    return [line, column, last_line, last_column]  # type: ignore[list-item]


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


def is_plain(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return all(is_plain(v) for v in value)
    return value is None or isinstance(value, (int, float, str, bool))


def is_arithmetic(node: ast.AST) -> bool:
    """Sums and products of whole numbers, and elements of lists."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, (ast.Constant, ast.Name, ast.UnaryOp))
    return isinstance(node, ast.BinOp) and isinstance(node.op, WHOLE)


def does_something(node: ast.expr) -> bool:
    kinds = (ast.Call, ast.Lambda, ast.ListComp, ast.NamedExpr, ast.Await, ast.Yield, ast.GeneratorExp)
    return any(isinstance(n, kinds) for n in ast.walk(node))
