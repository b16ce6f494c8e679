"""What IPython adds to Python: `%time x`, `!pip install x`, `x?`. Hidden while the rest of a cell is migrated."""

from __future__ import annotations

import re
from collections.abc import Callable

from paddle_migrate.rules.legacy import LEGACY
from paddle_migrate.rules.library import library
from paddle_migrate.text.lines import Lines
from paddle_migrate.text.parsing import python_error

# magics that run the Python behind them, and their options; and cell magics after which the cell is Python
_STATEMENT = re.compile(
    r"(%{1,2}(?:time|timeit|prun|memit)(?:[ \t]+-[a-zA-Z]+(?:[ \t]*\d+)?)*[ \t]+)(?=\S)(.*)\Z", re.DOTALL
)
_PYTHON_CELL = ("%%time", "%%timeit", "%%capture", "%%prun", "%%memit")
_REST = r"[^\n\\]*(?:\\(?:\r?\n|.)[^\n\\]*)*"
_LINE = re.compile(
    rf"^([ \t]*)((?:%|!|\?){_REST}|[\w.]+\?{{1,2}}[ \t]*)$|^([\w, \t]+=[ \t]*)([%!]{_REST})$", re.MULTILINE
)
_STAND_IN = re.compile(r"0  # __magic_(\d+)__|__magic_(\d+)__\(fluid\)|__magic_(\d+)__; |__magic_(\d+)__")
_ASSIGNED = re.compile(r"^[ \t]*([\w, \t]+=[ \t]*)(?:0  # )?__magic_(\d+)__", re.MULTILINE)
_NAMED = re.compile(r"\bimport[ \t]+paddle\.fluid(?![\w.])|\bfrom[ \t]+paddle[ \t]+import[ \t]+[^\n]*\bfluid\b")
_USE = re.compile(r"(?<![\w./-])(?:paddle\.)?fluid\.([A-Za-z_]\w*)", re.ASCII)
_IMPORT = re.compile(
    r"\b(?:import[ \t]+paddle\.fluid|from[ \t]+paddle(?:\.fluid[\w.]*[ \t]+import|[ \t]+import[ \t]+fluid))\b"
)


def is_python(cell: str) -> bool:
    """Whether a cell is Python, for all that may stand before it."""
    return not cell.startswith("%%") or re.split(r"\s", cell, maxsplit=1)[0] in _PYTHON_CELL


def names_fluid(code: str) -> bool:
    """Whether an import in it says what `fluid` is; one of a module below says that of another name."""
    return _NAMED.search(code) is not None


def speaks_of_fluid(code: str) -> bool:
    """Whether text that is not parsed uses fluid: imports it, or names something that it has."""
    return bool(_IMPORT.search(code)) or any(_is_known(m[1]) for m in _USE.finditer(code))


def imports_fluid(code: str) -> bool:
    return bool(_IMPORT.search(code))


def _is_known(name: str) -> bool:
    return library().legacy(f"{LEGACY}.{name}")[0] is not None


def _begins_a_statement(before: str) -> bool:
    """Whether what comes behind this text does not stand in brackets or in a string."""
    return Lines(before + "x").starts[-1:] == [len(before)]


def only_python(cell: str) -> tuple[str, list[str]]:
    """A cell with `pass` where IPython's own lines stand; and those that give something to a name."""
    magics = Magics(lambda line, _: line)
    hidden = _ASSIGNED.findall(code := magics.hide(cell))
    code = re.sub(r"(?m)^([ \t]*)(?:0  # __magic_\d+__|__magic_\d+__\(fluid\))$", r"\1pass", code)
    return re.sub(r"__magic_\d+__; ", "", code), [name + magics.kept[int(number)] for name, number in hidden]


class Magics:
    """What was taken out of the cells, to be put back; `command` says what becomes of a line that is no Python, and is
    told whether the line uses fluid."""

    def __init__(self, command: Callable[[str, bool], str]) -> None:
        self.command = command
        self.kept: list[str] = []

    def hide(self, cell: str) -> str:
        """The cell as Python: what is IPython's own becomes numbered stand-ins."""
        if python_error(cell) is None:
            return cell  # a line may begin with `%` and be a part of an expression
        done, at = "", 0
        for match in _LINE.finditer(cell):
            done, at = done + cell[at : match.start()], match.start()
            if _begins_a_statement(done):
                done, at = done + self._hidden(*(group or "" for group in match.groups())), match.end()
        return done + cell[at:]

    def _hidden(self, margin: str, line: str, target: str, value: str) -> str:
        number = len(self.kept)
        statement = _STATEMENT.fullmatch(line)
        if statement is not None and python_error(statement[2]) is None:
            self.kept.append(statement[1])
            return f"{margin}__magic_{number}__; {statement[2]}"
        command = line or value
        # `!echo {x}` puts in what x is
        uses = (command.startswith("%") or "{" in command) and speaks_of_fluid(command)
        self.kept.append(self.command(command, uses))
        if uses:
            return f"{margin}{target}__magic_{number}__(fluid)"  # which keeps its import
        return f"{margin}{target}0  # __magic_{number}__"

    def show(self, text: str) -> str:
        return _STAND_IN.sub(self._shown, text)

    def _shown(self, match: re.Match[str]) -> str:
        whole, use, before, bare = match.groups()
        if bare is None:
            return self.kept[int(whole or use or before)]
        return self.kept[int(bare)].rstrip() if self.kept[int(bare)].startswith("%%") else "pass"
