"""`import paddle_compat`, which nothing uses: it said whose the fluid beside today's names is, and goes with the last
of it."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

IN_PROGRAMS = True
_PACKAGE = "paddle_compat"


def rewrite(script: Script) -> None:
    if _PACKAGE not in script.source.text or not all(map(script.is_settled, script.references)):
        return
    for binding in script.scopes.module.bindings.get(_PACKAGE, []) if script.references else ():
        node = binding.node
        if isinstance(node, cst.Import) and len(node.names) == 1 and not binding.uses and not script.is_skipped(node):
            script.beside.delete(node)
            script.say(node, "PM102", _PACKAGE, "goes with the last of fluid")
