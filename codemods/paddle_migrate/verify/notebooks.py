"""A notebook as the script that running all its cells comes to."""

from __future__ import annotations

import json
import re

from paddle_migrate.text.parsing import SourceError

_PYTHON = ("time", "timeit", "capture", "prun")  # cell magics behind which the cell is Python all the same
_TIMED = re.compile(r"^([ \t]*)%(?:time|timeit|prun)[ \t]+(?=[^\s-])", re.MULTILINE)
_COMMAND = re.compile(r"^([ \t]*)(?:[%!?].*|[\w.]+\?{1,2}[ \t]*)$", re.MULTILINE)
_ASSIGNED = re.compile(r"^[ \t]*[\w, \t]+=[ \t]*[%!].*$", re.MULTILINE)
_SHOWN = "display = print  # as a notebook has it\n"


def as_script(text: str) -> str:
    """The code cells one after the other, without what only IPython can do. Raises SourceError, also where a cell
    needs what a shell or a magic gives."""
    cells = [_python(number, source) for number, source in _code(text)]
    return "\n\n".join([_SHOWN, *cells]) + "\n"


def _code(text: str) -> list[tuple[int, str]]:
    try:
        cells = enumerate(json.loads(text)["cells"], 1)
        return [(number, "".join(cell["source"])) for number, cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"not a notebook: {error}") from None


def _python(number: int, source: str) -> str:
    magic = re.match(r"\s*%%(\w+).*\n?", source)
    if magic is not None and magic[1] not in _PYTHON:
        return f"# cell {number} is none of Python's: %%{magic[1]}"
    source = _TIMED.sub(r"\1", source[magic.end() :] if magic else source)
    needed = _ASSIGNED.search(source)
    if needed is not None:
        raise SourceError(f"cell {number} needs what IPython alone can give: {needed[0].strip()}")
    return _COMMAND.sub(r"\1pass", source)
