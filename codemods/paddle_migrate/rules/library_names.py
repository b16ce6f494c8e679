"""Names that Python, NumPy, Pillow and PyYAML had in 1.x's time and have dropped since, and how a look at a file tells
them."""

from __future__ import annotations

from collections.abc import Iterable

# NumPy itself made these aliases of Python's own types
PYTHON = {**{name: name for name in ("int", "float", "bool", "object", "str", "complex")}, "long": "int",
          "unicode": "str"}
RENAMED = {
    "numpy": {
        "float_": "float64", "complex_": "complex128", "string_": "bytes_", "unicode_": "str_", "Inf": "inf",
        "Infinity": "inf", "infty": "inf", "NaN": "nan", "NAN": "nan", "product": "prod", "cumproduct": "cumprod",
        "alltrue": "all", "sometrue": "any", "round_": "round", "row_stack": "vstack", "mat": "asmatrix",
    },
    "PIL.Image": {"ANTIALIAS": "LANCZOS", "LINEAR": "BILINEAR", "CUBIC": "BICUBIC"},
    "inspect": {"getargspec": "getfullargspec"},
    "time": {"clock": "process_time"},
}  # fmt: skip
METHODS = {"tostring": "tobytes", "isAlive": "is_alive"}  # without arguments
CALLS = ("numpy.asscalar", "numpy.msort", "numpy.fromstring", "yaml.load", "inspect.getargspec")
SIZES = "textsize"  # of what draws
_ALONE = ("ANTIALIAS", "getargspec", "clock")  # which say enough without their module


def _any(names: Iterable[str]) -> str:
    return "|".join(sorted(names, reverse=True))


_OF_NUMPY = {*PYTHON, *RENAMED["numpy"], *(name[6:] for name in CALLS if name.startswith("numpy."))}
WORDS = (
    rf"\b(?:np|numpy)\.(?:{_any(_OF_NUMPY)})\b|\b(?:{_any(_ALONE)})\b|\bImage\.(?:{_any(RENAMED['PIL.Image'])})\b"
    rf"|\.(?:{_any(METHODS)})\(\)|\.{SIZES}\(|\byaml\.load\("
).encode()
