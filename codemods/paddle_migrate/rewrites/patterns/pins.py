"""Pins of PaddlePaddle 1.x in Python: setup.py's requirements, and commands that a script runs or tells its user."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.rules import pins as rule_pins
from paddle_migrate.rules.pins import Pins
from paddle_migrate.script import Script

OF_EVERY_MODE = True
may_be_in = rule_pins.may_be_in


def rewrite(script: Script) -> None:
    if "paddlepaddle" not in script.source.text:
        return
    for node in script.source.all(cst.SimpleString):
        if "paddlepaddle" in node.value and not script.is_skipped(node):
            _string(script, node)


def _string(script: Script, node: cst.SimpleString) -> None:
    """Only what is a requirement as a whole, or a command: text may speak of old versions."""
    pins = Pins(node.value, script.options, script.source.line(node), node.quote[0]).lift_commands().lift_string()
    first, _ = script.source.core(node)
    for (start, end), new in pins.changes.items():
        script.edits.replace(first + start, first + end, new)
    for finding in pins.report().findings:
        script.say(finding.line, finding.code, finding.name, finding.message)
