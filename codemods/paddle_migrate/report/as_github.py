"""Commands to GitHub's runner, which shows each as a remark at its line of the change."""

from __future__ import annotations

from paddle_migrate.codes import Level
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report.tally import posix, title
from paddle_migrate.streams import seen

_COMMANDS: dict[Level, str] = {"note": "notice", "person": "warning", "error": "error"}
_IN_TEXT = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_IN_PROPERTY = {**_IN_TEXT, ":": "%3A", ",": "%2C"}


def render(outcomes: list[Outcome]) -> str:
    """One line for each finding but what was rewritten, and for each file that would change."""
    lines = []
    for outcome in outcomes:
        lines += [_line(outcome.path, finding) for finding in outcome.findings if finding.level in _COMMANDS]
        if outcome.changed and not outcome.is_made:
            lines.append(_command("notice", posix(outcome.path), 1, "paddle-migrate", "code for PaddlePaddle 1.x that "
                                  "can be rewritten: paddle-migrate --write"))
    return "".join(f"{line}\n" for line in lines)


def _line(path: str, finding: Finding) -> str:
    about = f"{finding.name}: {finding.message}" if finding.name else finding.message
    if finding.place:  # the line counts within the piece
        about = f"{finding.place}, line {finding.line}: {about}"
    line = finding.line if not finding.place and finding.line else 1
    return _command(_COMMANDS[finding.level], posix(path), line, f"{finding.code} {title(finding.code)}", about)


def _command(word: str, path: str, line: int, headline: str, text: str) -> str:
    return (f"::{word} file={_escaped(path, _IN_PROPERTY)},line={line},title={_escaped(headline, _IN_PROPERTY)}"
            f"::{_escaped(text, _IN_TEXT)}")


def _escaped(text: str, signs: dict[str, str]) -> str:
    return seen("".join(signs.get(sign, sign) for sign in text))
