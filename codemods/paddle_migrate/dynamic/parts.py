"""What a network is made of: bodies of statements, and in them layers and calls of other bodies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import libcst as cst

from paddle_migrate.facts.texts import Text

OF_LAYERS = frozenset((  # attributes that every layer has
    "training", "eval", "train", "apply", "parameters", "sublayers", "buffers", "children", "state_dict", "forward",
    "to", "float", "half", "astype", "backward", "full_name", "load_dict", "set_dict", "create_parameter",
    "extra_repr"))


class Named(NamedTuple):
    """The names of a layer's parameters; whether these are all that it has, and each is known."""

    texts: frozenset[Text]
    is_whole: bool


@dataclass(eq=False)
class Part:
    """A layer (`maker` makes it) or another body (`functions` by their names), and the attribute that holds it."""

    call: cst.Call
    base: str  # how the attribute is called, where there is only one such
    maker: cst.Call | None = None
    functions: tuple[str, ...] = ()
    alias: str = ""  # the name that stands for one of several functions
    attribute: str = ""


@dataclass(eq=False)
class Body:
    """A function that builds, or the statements of the program itself: then `function` is None."""

    name: str  # of the class
    function: cst.FunctionDef | None
    lines: list[cst.CSTNode]
    tensors: set[str]
    parts: list[Part] = field(default_factory=list[Part])

    @property
    def params(self) -> list[cst.Param]:
        return list(self.function.params.params) if self.function is not None else []


def kept_as(name: str) -> str:
    """The attribute of a layer that keeps a parameter of this name."""
    return f"{name}_" if name in OF_LAYERS else name


def number(body: Body) -> None:
    """`linear1`, `linear2` where there are several of a name; parts of one attribute are one."""
    of_base: dict[str, list[str | Part]] = {}
    for part in body.parts:
        known = of_base.setdefault(part.base, [])
        if (part.attribute or part) not in known:
            known.append(part.attribute or part)
    for part in body.parts:
        known = of_base[part.base]
        place = known.index(part.attribute or part) + 1
        part.attribute = f"{part.base}{place}" if len(known) > 1 else part.base
