"""Parameters asked for by names that 1.8.5 made up, `"fc_0.w_0"`, and the script does not give: today's layers make up
others."""

from __future__ import annotations

import re

import libcst as cst

from paddle_migrate.changes.leaving import is_rewritten_program
from paddle_migrate.facts.shared_names import given_names
from paddle_migrate.script import Script

IN_PROGRAMS = True
_NAME = re.compile(r"[a-z]\w*_\d+\.[wb]_\d+")
_MAY_BE = re.compile(r"\.[wb]_\d")
_OTHERS = (
    "today's layers name their parameters otherwise (linear_0.w_0): name it where it is made, with "
    "paddle.ParamAttr(name=…), and ask for that"
)


def rewrite(script: Script) -> None:
    if not is_rewritten_program(script) or not _MAY_BE.search(script.source.text):
        return
    given = given_names(script.facts)
    for string in script.source.all(cst.SimpleString):
        value = string.evaluated_value if _MAY_BE.search(string.value) else None
        if isinstance(value, str) and _NAME.fullmatch(value) and value not in given and not script.is_skipped(string):
            script.say(string, "PM333", value, _OTHERS)
