"""Python inside shell scripts and CI files: `python -c "…"`, `python <<EOF`, `cat > train.py <<EOF`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from paddle_migrate.findings import Finding
from paddle_migrate.formats.blocks import dedented, split
from paddle_migrate.formats.magics import speaks_of_fluid
from paddle_migrate.formats.skips import skips_next
from paddle_migrate.options import Options
from paddle_migrate.rewriting import migrate_source

_PYTHON = r"(?:[\w./-]*python[\d.]*|\$\{?\w*[pP][yY]\w*\}?)"
_OPTION = re.compile(
    rf"{_PYTHON}(?:[ \t]+-[a-zA-Z]+)*?[ \t]+-[a-zA-Z]*c[ \t]*(?P<quote>[\"'])(?P<body>.*?)(?P=quote)", re.DOTALL
)
_HERE = re.compile(
    r"^(?P<before>[^\n#]*)<<-?[ \t]*(?P<quote>[\"']?)(?P<tag>\w+)(?P=quote)(?P<behind>[^\n]*)\n"
    r"(?P<body>.*?)^[ \t]*(?P=tag)[ \t]*\r?$",
    re.MULTILINE | re.DOTALL,
)
_RUNS = re.compile(rf"{_PYTHON}(?![\w.])|\btee\b.*\.py\b")
_WRITES = re.compile(r">[ \t]*\S+\.py\b")


@dataclass
class Embedded:
    """Python in a text: where it lies, what it becomes, what is to be said of it."""

    start: int
    end: int
    text: str
    findings: list[Finding] = field(default_factory=list)


def embedded(text: str, options: Options, first_line: int) -> list[Embedded]:
    """The Python in a text of commands that begins at this line of its file."""
    if "fluid" not in text:
        return []
    found: list[Embedded] = []
    for match in [*filter(_is_python, _HERE.finditer(text)), *_OPTION.finditer(text)]:
        start, end = match.span("body")
        alone = all(e.end <= start or end <= e.start for e in found)
        if speaks_of_fluid(match["body"]) and alone and not skips_next(text[: text.rfind("\n", 0, match.start()) + 1]):
            line = first_line + text.count("\n", 0, start)
            found.append(_migrated(match, line, options))
    return sorted(found, key=lambda e: e.start)


def _is_python(here: re.Match[str]) -> bool:
    """Whether Python reads the document, or a script is written."""
    line = here["before"] + here["behind"]
    return _RUNS.search(here["before"]) is not None or _WRITES.search(line) is not None


def _migrated(match: re.Match[str], line: int, options: Options) -> Embedded:
    (start, end), body = match.span("body"), match["body"]
    here = "tag" in match.re.groupindex
    margins, code = dedented(split(body))
    read = match["quote"] == "'" if not here else bool(match["quote"])
    reason = "the shell puts values into it" if not read and re.search(r"[$`\\]", body) else ""
    result = migrate_source("".join(code), options=options)
    new = body
    if not reason and not result.failed:
        margin = next((m for m, text in zip(margins, code, strict=True) if text.strip()), "")
        new = (
            "".join(margin + text if text.strip() else text for text in split(result.text)) if result.changed else body
        )
        if not here and (match["quote"] in new or ("\n" in new) != ("\n" in body)):
            reason = "it does not fit into its quotation marks any more"
    if reason:
        return Embedded(start, end, body, [Finding(line, "PM337", "python", f"left as it was: {reason}")])
    findings = [f._replace(line=max(f.line, 1) + line - 1) for f in result.findings]
    if result.failed:
        findings = [f._replace(code="PM338", name="python", message=f"left as it was: {f.message}") for f in findings]
    return Embedded(start, end, new, findings)


def between(text: str, found: list[Embedded]) -> Iterator[tuple[str, int, Embedded | None]]:
    """The text in pieces: what lies before each piece of Python, and where, and that; at last what lies behind all."""
    at = 0
    for each in found:
        yield text[at : each.start], at, each
        at = each.end
    yield text[at:], at, None
