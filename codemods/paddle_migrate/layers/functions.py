"""What Paddle's functions make of the sizes of what they are given.

A dimension is asked for by its place: "1", "-1", or "1:" for the product of those from there on."""

from __future__ import annotations

from typing import Protocol

import libcst as cst

from paddle_migrate.dynamic.program import is_layer
from paddle_migrate.dynamic.reading import Reading
from paddle_migrate.rules.sequence_layers import PADS, ROWS
from paddle_migrate.text.arguments import argument

_TABLE = "Embedding"
_MAKERS = {  # the argument that says the size, by the dimension that it is of
    "Conv2D": ("1", 1, "out_channels"), "Conv3D": ("1", 1, "out_channels"), "Conv1D": ("1", 1, "out_channels"),
    "Conv2DTranspose": ("1", 1, "out_channels"), "Conv3DTranspose": ("1", 1, "out_channels"),
    "Linear": ("-1", 1, "out_features"), _TABLE: ("-1", 1, "embedding_dim"),
    "ConvGroup": ("1", 1, "conv_num_filter"),
}
_LIKE_THEIR_INPUT = ("BatchNorm", "InstanceNorm", "GroupNorm", "LayerNorm", "PReLU", "Dropout")
_POOLS = ("pool1d", "pool2d", "pool3d", "interpolate", "upsample", "pad")
_REDUCTIONS = ("sum", "mean", "max", "min", "prod")
_OF_TWO = ("add", "subtract", "multiply", "divide", "maximum", "minimum")
_ACTIVATIONS = ("activated", "activated_by_old_name", "leaky_relu")  # which are written into the script
_AS_WIDE = tuple(name for name in ROWS if name != PADS)  # of rows, whose second dimension is their last
_ELEMENTWISE = frozenset((
    "relu", "relu6", "sigmoid", "tanh", "softmax", "log_softmax", "elu", "selu", "gelu", "silu", "swish", "mish",
    "hardtanh", "hardswish", "hardsigmoid", "leaky_relu", "softplus", "softsign", "dropout", "dropout2d", "exp", "log",
    "sqrt", "square", "abs", "clip", "scale", "cast", "pow", "add", "subtract", "multiply", "divide", "maximum",
    "minimum", "normalize", "local_response_norm", "batch_norm", "layer_norm", "cumsum", "sign"))


class Asked(Protocol):
    """Who knows the sizes of what a function is given."""

    reading: Reading

    def text(self, node: cst.CSTNode, key: str, at: cst.CSTNode) -> str: ...
    def either(self, left: cst.CSTNode, right: cst.CSTNode, key: str, at: cst.CSTNode) -> str | None: ...
    def making(self, node: cst.CSTNode) -> str: ...
    def elements(self, node: cst.BaseExpression, at: cst.CSTNode) -> list[cst.BaseExpression] | None: ...
    def joined(self, node: cst.BaseExpression, key: str, at: cst.CSTNode) -> str | None: ...
    def alike(self, node: cst.BaseExpression, key: str, at: cst.CSTNode) -> str | None: ...
    def rank(self, node: cst.CSTNode, at: cst.CSTNode) -> int: ...
    def fed(self, node: cst.CSTNode, at: cst.CSTNode) -> list[int]: ...
    def asked_of(self, node: cst.CSTNode) -> str: ...


def of_call(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    """The size of what a layer, or a function, gives; None where that is not known."""
    if is_layer(asked.reading, call):
        return _of_layer(asked, call, key, at)
    name = asked.reading.called(call)
    short = name.rpartition(".")[2]
    if name.startswith("written.") and short in _AS_WIDE:
        rows = argument(call, 0, ROWS[short][0])
        return asked.text(rows, key, at) if rows is not None and key in ("1", "1:", "-1") else None
    if not call.args or not (name.startswith("paddle.") or short in _ACTIVATIONS):
        return None
    if name.startswith("written."):
        return asked.text(call.args[0].value, key, at)
    if short in _OF_TWO and len(call.args) > 1:
        return asked.either(call.args[0].value, call.args[1].value, key, at)
    if short in _REDUCTIONS:
        return _of_reduced(asked, call, key, at)
    if short.startswith("adaptive_") or short.endswith(_POOLS):
        return _of_pool(asked, call, short, key, at)
    special = _SPECIAL.get(short)
    if special is not None:
        return special(asked, call, key, at)
    return asked.text(_x(call), key, at) if short in _ELEMENTWISE else None


def rank_of(asked: Asked, call: cst.Call, at: cst.CSTNode) -> int:
    """How many dimensions has what a layer, or a function, gives; 0 where that is not known."""
    short = asked.reading.called(call).rpartition(".")[2]
    if is_layer(asked.reading, call):
        kind = asked.reading.called(call.func).rpartition(".")[2]
        inner = asked.rank(call.args[0].value, at) if kind.startswith((*_LIKE_THEIR_INPUT, _TABLE)) else 0
        return inner + 1 if inner and kind == _TABLE else inner
    if short == "flatten" and argument(call, 2, "stop_axis") is None:
        start = asked.reading.code(argument(call, 1, "start_axis") or call)
        return int(start) + 1 if start.isdigit() else 0
    if short == "concat":
        every = asked.elements(call.args[0].value, at)
        return asked.rank(every[0], at) if every else 0
    return asked.rank(_x(call), at) if short in _ELEMENTWISE and call.args else 0


def of_split(asked: Asked, call: cst.BaseExpression, place: int | None, key: str, at: cst.CSTNode) -> str | None:
    """Of one of what `paddle.split` gives, `place`; of any of them where it is None."""
    if asked.reading.called(call) != "paddle.split" or not isinstance(call, cst.Call):
        return None
    parts, axis = argument(call, 1, "num_or_sections"), argument(call, 2, "axis")
    if parts is None or axis is None or asked.reading.code(axis) != key:
        return asked.text(_x(call), key, at) if axis is not None and _is_place(asked, axis, key) else None
    if isinstance(parts, (cst.List, cst.Tuple)):
        texts = [asked.making(each.value) for each in parts.elements]
        if place is None:
            return texts[0] if len(set(texts)) == 1 else None
        return texts[place] if place < len(texts) and texts[place] != "-1" else None
    return f"{atom(asked.text(_x(call), key, at))} // {atom(asked.making(parts))}"


def _is_place(asked: Asked, axis: cst.BaseExpression, key: str) -> bool:
    """Whether a dimension is told, and is another one than an axis, which is."""
    return key.isdigit() and isinstance(axis, cst.Integer) and asked.reading.code(axis) != key


def _of_layer(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    kind = asked.reading.called(call.func).rpartition(".")[2]
    assert isinstance(call.func, cst.Call)
    if kind.startswith(_LIKE_THEIR_INPUT):
        return asked.text(call.args[0].value, key, at)
    dimension, place, keyword = _MAKERS.get(kind, ("", 0, ""))
    given = argument(call.func, place, keyword) if keyword else None
    if given is None:
        return None
    layout = argument(call.func, 99, "data_format")
    if layout is not None and dimension == "1" and "NC" not in asked.reading.code(layout):
        return None
    last = _last_of_linear(asked, call) if kind == "Linear" else 0
    if kind == "ConvGroup":
        return _last_of(asked, given) if key == dimension else None
    if key == dimension or (last and key in (str(last), f"{last}:")):
        return asked.making(given)
    if kind == _TABLE and key.isdigit():
        rank = asked.rank(call.args[0].value, at)
        return asked.making(given) if rank == int(key) else asked.text(call.args[0].value, key, at) if (
            rank > int(key)) else None
    if kind == _TABLE and key.endswith(":"):
        count = asked.text(call.args[0].value, key, at)
        return asked.making(given) if count == "1" else f"{atom(count)} * {atom(asked.making(given))}"
    if last and key.isdigit() and int(key) < last:
        return asked.text(_unflattened(asked.reading, call.args[0].value), key, at)
    return None


def _last_of(asked: Asked, node: cst.BaseExpression) -> str:
    """The text of the last element of a list: of `[width] * depth`, too."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
        node = node.left
    if isinstance(node, (cst.List, cst.Tuple)) and node.elements and not isinstance(
            node.elements[-1], cst.StarredElement):
        return asked.making(node.elements[-1].value)
    return f"{atom(asked.making(node))}[-1]"


def _last_of_linear(asked: Asked, call: cst.Call) -> int:
    """The place of the last dimension of what a linear layer gives, 0 where that is not known: its size is asked of
    it, or what it is given is made flat from there on."""
    assert isinstance(call.func, cst.Call)
    size, given = argument(call.func, 0, "in_features"), call.args[0].value
    key = asked.asked_of(size).removesuffix(":") if size is not None else ""
    if key.isdigit():
        return int(key)
    if isinstance(given, cst.Call) and asked.reading.called(given) == "paddle.flatten":
        start = asked.reading.code(argument(given, 1, "start_axis") or given)
        return int(start) if start.isdigit() and argument(given, 2, "stop_axis") is None else 0
    return 0


def _unflattened(reading: Reading, node: cst.BaseExpression) -> cst.BaseExpression:
    return _x(node) if isinstance(node, cst.Call) and reading.called(node) == "paddle.flatten" else node


def _of_pool(asked: Asked, call: cst.Call, short: str, key: str, at: cst.CSTNode) -> str | None:
    """Channels stay as they are; of a pool over the whole of them nothing else is left."""
    size = argument(call, 1, "output_size") if short.startswith("adaptive_") else None
    is_whole = size is not None and asked.reading.code(size) in ("1", "[1, 1]", "(1, 1)")
    return asked.text(_x(call), "1", at) if key == "1" or (is_whole and key == "1:") else None


def _of_joined(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    axis, every = argument(call, 1, "axis"), asked.elements(call.args[0].value, at)
    place = asked.reading.code(axis) if axis is not None else "0"
    rank = asked.rank(every[0], at) if place == "-1" and key.isdigit() and every else 0
    place = str(rank - 1) if rank else place
    if not every and key == place:
        return asked.joined(call.args[0].value, key, at)
    if not every or not place.lstrip("-").isdigit():
        return None
    if key == place or (key.endswith(":") and (place == "-1" or int(key[:-1]) <= int(place))):  # alike but there
        return summed([asked.text(each, key, at) for each in every])
    is_other = key.isdigit() and place.isdigit()
    return asked.text(every[0], key, at) if is_other else None


def _of_flat(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    start = argument(call, 1, "start_axis")
    if start is None or not asked.reading.code(start).isdigit() or argument(call, 2, "stop_axis") is not None:
        return None
    place = int(asked.reading.code(start))
    if key in (str(place), f"{place}:", "-1"):
        return asked.text(_x(call), f"{place}:", at)
    return asked.text(_x(call), key, at) if key.isdigit() and int(key) < place else None


def _of_reshaped(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    shape = argument(call, 1, "shape")
    sizes = [each.value for each in shape.elements] if isinstance(shape, (cst.List, cst.Tuple)) else []
    place = int(key.removesuffix(":"))
    chosen = sizes[place:] if key.endswith(":") else sizes[place:][:1]
    texts = [asked.reading.code(each) for each in chosen]
    if len(sizes) < 2 or not chosen or any(text == "-1" or "shape" in text for text in texts) or (
            any(text == "0" for text in texts) and (key.endswith(":") or place < 0)):
        return None
    if texts == ["0"]:
        return asked.text(_x(call), key, at)
    return " * ".join(atom(asked.making(each)) for each in chosen) if len(chosen) > 1 else asked.making(chosen[0])


def _axes(asked: Asked, call: cst.Call) -> list[int]:
    """The axes that a call names; nothing where that is not seen. The last one alone may be named from behind."""
    given = argument(call, 1, "axis")
    every = asked.elements(given, call) or [given] if given is not None else []
    found = [each.evaluated_value for each in every if isinstance(each, cst.Integer)]
    if [asked.reading.code(each) for each in every] == ["-1"]:
        return [-1]
    return sorted(found) if len(found) == len(every) else []


def _of_unsqueezed(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    axes = _axes(asked, call)
    if axes == [-1]:
        return {"-1": "1", "1:": asked.text(_x(call), "1:", at)}.get(key) if key in ("-1", "1:") else None
    if not axes or key == "-1":
        return None
    place = int(key.removesuffix(":"))
    if key.endswith(":"):
        return asked.text(_x(call), key, at) if axes[0] >= place == 1 else None
    return "1" if place in axes else asked.text(_x(call), str(place - sum(axis < place for axis in axes)), at)


def _of_squeezed(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    axes = _axes(asked, call)
    if not axes or key == "-1" or (axes[0] < 0 and key != "1:"):
        return None
    place = int(key.removesuffix(":"))
    if key.endswith(":"):
        return asked.text(_x(call), key, at) if place == 1 and 0 not in axes else None
    for axis in axes:
        place += axis <= place
    return asked.text(_x(call), str(place), at)


def _of_reduced(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    """Of images over all of them the channels are left; of others, of a matrix that is left, the last one is as it
    was."""
    axes, keeps = _axes(asked, call), argument(call, 2, "keepdim")
    if axes in ([2, 3], [2, 3, 4]):
        keeps_all = keeps is not None and asked.reading.code(keeps) == "True"
        return asked.text(_x(call), "1", at) if key in ("1", "1:") or (key == "-1" and not keeps_all) else None
    if not axes or axes == [-1] or (keeps is not None and asked.reading.code(keeps) != "False"):
        return None
    if key == "-1":
        return asked.text(_x(call), key, at) if axes == [1] else None
    place, is_product = int(key.removesuffix(":")), key.endswith(":")
    for axis in axes:
        place += axis <= place
    if is_product:
        return asked.text(_x(call), f"{place}:", at) if axes[0] >= 0 and axes[-1] < place else None
    return asked.text(_x(call), str(place), at)


def _of_slice(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    axes = asked.elements(argument(call, 1, "axes") or call, call)
    named = [asked.reading.code(each) for each in axes or ()]
    is_told = bool(named) and all(each.isdigit() for each in named) and key != "-1" and (
        key not in named if key.isdigit() else max(map(int, named)) < int(key[:-1]))
    return asked.text(_x(call), key, at) if is_told else None


def _of_transposed(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    order = asked.elements(argument(call, 1, "perm") or call, call) or []
    texts = [asked.reading.code(each) for each in order]
    if not texts or not all(text.isdigit() for text in texts) or key.endswith(":") or int(key) >= len(texts):
        return None
    return asked.text(_x(call), texts[int(key)], at)


def _of_product(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    turned = argument(call, 3, "transpose_y")
    is_plain = turned is None or asked.reading.code(turned) == "False"
    return asked.text(call.args[1].value, "-1", at) if key == "-1" and is_plain and len(call.args) > 1 else None


def _of_one_hot(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    count = argument(call, 1, "num_classes")
    return asked.making(count) if key == "-1" and count is not None else None


def _of_gathered(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    """Behind the dimensions of the places those of `x` are left that the places do not count."""
    index = argument(call, 1, "index")
    places = asked.fed(index, at) if index is not None else []
    if len(places) < 2 or places[-1] < 1 or key == "-1" or int(key.removesuffix(":")) < len(places) - 1:
        return None
    place = int(key.removesuffix(":")) - (len(places) - 1) + places[-1]
    return asked.text(_x(call), f"{place}{':' if key.endswith(':') else ''}", at)


def _of_added(asked: Asked, call: cst.Call, key: str, at: cst.CSTNode) -> str | None:
    return asked.alike(call.args[0].value, key, at)


_SPECIAL = {
    "concat": _of_joined, "flatten": _of_flat, "reshape": _of_reshaped, "unsqueeze": _of_unsqueezed,
    "squeeze": _of_squeezed, "slice": _of_slice, "transpose": _of_transposed, "matmul": _of_product,
    "one_hot": _of_one_hot, "add_n": _of_added, "gather_nd": _of_gathered,
}


def _x(call: cst.Call) -> cst.BaseExpression:
    found = argument(call, 0, "x") or argument(call, 0, "input")
    return found if found is not None else call.args[0].value


def summed(texts: list[str]) -> str:
    """The text of what several sizes are together."""
    if len(set(texts)) == 1 and len(texts) > 1:
        return f"{len(texts)} * {atom(texts[0])}"
    if all(text.isdigit() for text in texts):
        return str(sum(map(int, texts)))
    return " + ".join(texts)


def atom(text: str) -> str:
    """The text of an expression, in parentheses where it needs them beside an operator."""
    node = cst.parse_expression(text)
    return text if isinstance(node, (cst.Name, cst.Integer, cst.Call, cst.Subscript, cst.Attribute)) or (
        text.startswith("(") and bool(node.lpar)) else f"({text})"
