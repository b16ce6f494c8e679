"""A notebook as the script that running all its cells comes to."""

from __future__ import annotations

from paddle_migrate.formats.magics import is_python, only_python
from paddle_migrate.formats.notebook import cells_of
from paddle_migrate.text.parsing import SourceError

_SHOWN = "display = print  # as a notebook has it\n"


def as_script(text: str) -> str:
    """The code cells one after the other, without what only IPython can do. Raises SourceError, also where a cell
    needs what a shell or a magic gives."""
    cells = [_python(number, source) for number, source in _code(text)]
    return "\n\n".join([_SHOWN, *cells]) + "\n"


def _code(text: str) -> list[tuple[int, str]]:
    try:
        cells = enumerate(cells_of(text), 1)
        return [(number, "".join(cell["source"])) for number, cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(f"not a notebook: {error}") from None


def _python(number: int, source: str) -> str:
    source = source.lstrip() if source.lstrip().startswith("%%") else source
    if not is_python(source):
        return f"# cell {number} is none of Python's: {source.split()[0]}"
    python, needed = only_python(source)
    if needed:
        raise SourceError(f"cell {number} needs what IPython alone can give: {needed[0].strip()}")
    return python
