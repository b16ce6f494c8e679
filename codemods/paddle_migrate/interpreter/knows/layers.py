"""The library's layers: how they are made, in their old form or not, and the shape that calling one gives."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from paddle_migrate.interpreter import shapes
from paddle_migrate.interpreter.knows.arguments import plain, shape_of
from paddle_migrate.interpreter.knows.network import embedded, pooled
from paddle_migrate.interpreter.records import place
from paddle_migrate.interpreter.values import TEXT, UNKNOWN, Array, BuiltLayer, Dim, Items, Shape, Symbol

if TYPE_CHECKING:
    from paddle_migrate.interpreter.machine import Machine

_HOLDERS = ("Sequential", "LayerList")


def make(
    machine: Machine, short: str, args: list[Any], keywords: dict[str, Any], site: ast.Call | None
) -> BuiltLayer | None:
    """A layer, or None when `short` is none. An old-form one is recorded."""
    if short in _HOLDERS:
        return BuiltLayer(short, {"items": _held(args)})
    first = args[0] if args else keywords.get("name_scope")
    named = isinstance(first, str) or first is TEXT
    old = bool(machine.dialect.params(short, True)) and (
        (site is not None and machine.dialect.is_old(short, place(site))) or (named and short not in ("PRelu",))
    )
    params = machine.dialect.params(short, old)
    if not params or not (old or short in _SHAPES or short == "GRUUnit"):
        return None
    if old:
        args = args[1:] if "name_scope" not in keywords else args
        keywords = {k: v for k, v in keywords.items() if k != "name_scope"}
    bound = dict(params)
    bound.update(zip(bound, args, strict=False))
    bound.update(keywords)
    layer = BuiltLayer(short, bound, scope=first if old else None)
    if old and site is not None:
        layer.made = machine.record(short, site)
        layer.made.args = bound
    return layer


def _held(args: list[Any]) -> Items:
    """The layers that a container is given: one by one, in pairs with names, or in a list."""
    if args and (isinstance(args[0], str) or args[0] is TEXT):
        args = args[1:]  # a name scope
    if len(args) == 1 and isinstance(args[0], Items):
        args = list(args[0].values)
    return Items([a[1] if isinstance(a, tuple) and len(a) == 2 else a for a in args])


def forward(machine: Machine, layer: BuiltLayer, args: list[Any], keywords: dict[str, Any]) -> Any:
    """What calling the layer gives."""
    if not args and keywords:
        args = [keywords.get("input", next(iter(keywords.values())))]
    if layer.made is not None:
        machine.called_with(layer.made, args)
    if layer.short == "Sequential":
        value = args[0] if args else UNKNOWN
        for held in layer.args["items"].values:
            value = machine.call(held, [value], {}, None)
        return value
    first = args[0] if args else UNKNOWN
    if layer.short == "FC":
        return Array(_fully_connected(first, layer.args))
    if layer.short == "GRUUnit":
        return _gru(layer.args)
    function = _SHAPES.get(layer.short)
    return Array(function(shape_of(first), layer)) if function else Array()


def _same(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    return shape


def _number(value: Any) -> Dim:
    return value if isinstance(value, int) and not isinstance(value, bool) else Symbol()


def _convolution(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    spatial = 3 if "3D" in layer.short else 2
    channels = _number(layer.args.get("num_filters"))
    if shape is None or len(shape) != spatial + 2:
        return (Symbol(), channels, *(Symbol() for _ in range(spatial)))
    parts = [shapes.pair(plain(layer.args.get(n)), spatial) for n in ("filter_size", "stride", "padding", "dilation")]
    turn = shapes.unwindow if "Transpose" in layer.short else shapes.window
    sizes = plain(layer.args.get("output_size")) if "Transpose" in layer.short else None
    if sizes is not None:
        return (shape[0], channels, *map(_number, shapes.pair(sizes, spatial)))
    return (shape[0], channels, *(turn(d, *ks) for d, ks in zip(shape[2:], zip(*parts, strict=True), strict=True)))


def _pooled(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    return pooled(shape, layer.args)


def _linear(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    size = _number(layer.args.get("output_dim"))
    return (Symbol(), size) if shape is None else (*shape[:-1], size)


def _fully_connected(value: Any, args: dict[str, Any]) -> Shape | None:
    if isinstance(value, (Items, tuple)):
        value = (value.values if isinstance(value, Items) else list(value))[0]
    kept, shape, size = args.get("num_flatten_dims", 1), shape_of(value), _number(args.get("size"))
    if not isinstance(kept, int):
        return None
    return (*(shape[:kept] if shape is not None else (Symbol() for _ in range(kept))), size)


def _embedded(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    return embedded(shape, layer.args.get("size"), old=layer.made is not None)


def _normalized(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    channels = layer.args.get("num_channels")
    if shape is None and isinstance(channels, int):
        return None
    if shape is not None and len(shape) > 1 and isinstance(shape[1], Symbol) and isinstance(channels, int):
        return (shape[0], channels, *shape[2:])
    return shape


def _gru(args: dict[str, Any]) -> Any:
    size = args.get("size")
    width = size // 3 if isinstance(size, int) else Symbol()
    state = Array((Symbol(), width))
    return (state, state, Array((Symbol(), _number(size))))


def _bilinear(shape: Shape | None, layer: BuiltLayer) -> Shape | None:
    return (shape[0] if shape else Symbol(), _number(layer.args.get("size", layer.args.get("output_dim"))))


_SHAPES: dict[str, Callable[[Shape | None, BuiltLayer], Shape | None]] = {
    **dict.fromkeys(("Conv2D", "Conv3D", "Conv2DTranspose", "Conv3DTranspose"), _convolution),
    **dict.fromkeys(("LayerNorm", "GroupNorm", "PRelu", "Dropout", "InstanceNorm", "SpectralNorm", "RowConv"), _same),
    "BatchNorm": _normalized,
    "Pool2D": _pooled,
    "Linear": _linear,
    "Embedding": _embedded,
    "BilinearTensorProduct": _bilinear,
}
