"""NumPy names that are gone (`np.int`, `np.float`, `np.bool` …): scripts of 1.x's time would fail on them today."""

from __future__ import annotations

import libcst as cst

from paddle_migrate.script import Script

IN_PROGRAMS = True

# NumPy itself made these aliases of Python's own types
_PYTHON = ("int", "float", "bool", "object", "str", "complex")
_RENAMED = {"long": "int", "unicode": "str"}
_NUMPY = {
    "float_": "float64",
    "complex_": "complex128",
    "product": "prod",
    "cumproduct": "cumprod",
    "Inf": "inf",
    "NaN": "nan",
}


def rewrite(script: Script) -> None:
    for node in script.source.all(cst.Attribute):
        if not isinstance(node.value, cst.Name) or script.is_skipped(node):
            continue
        name = node.attr.value
        if name not in _PYTHON and name not in _RENAMED and name not in _NUMPY:
            continue
        if script.names.resolve(node.value) != "numpy" or isinstance(script.source.parents.get(node), cst.AssignTarget):
            continue
        new = _RENAMED.get(name, name)
        if name in _NUMPY:
            new = f"{node.value.value}.{_NUMPY[name]}"
        elif script.scopes.of(node).find(new):
            continue  # the script has another meaning for it
        script.edits.replace(*script.source.core(node), new)
        script.say(node, "PM111", f"{node.value.value}.{name}", f"→ {new}: gone from NumPy")
