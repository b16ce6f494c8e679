"""Rows that belong together: what 3.x has lost, from the few operators of sequences that it has.

The lengths of sequences are the sums of a column of ones; rows are gathered by their numbers; a sum takes over what
belongs together from what it adds to.
"""

from __future__ import annotations

from itertools import pairwise

from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.model.building import Building, Unknown, becomes
from paddle_migrate.model.modern.shapes import joined


def lengths(b: Building, x: str) -> str:
    """Of each sequence its number of rows, [sequences, 1]."""
    ones = b.scaled(nothing(b, x), 1.0, 1.0)
    result = b.new(ones, [-1, 1])
    b.add("sequence_pool", {"X": ones}, {"Out": result, "MaxIndex": b.new(ones, [-1, 1], "int32")}, pooltype="SUM",
          is_test=True, pad_value=0.0)
    return b.cast(result, "int64")


def nothing(b: Building, x: str) -> str:
    """A column of zeros whose rows belong together as those of `x` do."""
    rank = len(b.dims(x))
    flat = x if rank == 2 else b.unsqueeze(x, [1]) if rank == 1 else joined(b, x, 1, rank - 1, [-1, -1])
    column = b.put("slice", {"Input": flat}, [-1, 1], axes=[1], starts=[0], ends=[1], infer_flags=[1],
                   decrease_axis=[])
    return b.cast(b.scaled(b.cast(column, "int64"), 0.0), "float32")  # by way of int64, where nothing times 0 is not 0


def alike(b: Building, source: str, like: str, result: str | None = None) -> str:
    """`source`, whose rows belong together as those of `like` do."""
    return shared(b, nothing(b, like), source, result)


def shared(b: Building, zeros: str, source: str, result: str | None = None) -> str:
    """`source`, whose rows belong together as those of a column of zeros do: 3.x's `lod_reset` runs no more."""
    found = b.var(source)
    if found.dtype != "float32":
        zeros = b.cast(zeros, found.dtype)
    if len(found.dims) > 2:
        zeros = b.reshape(zeros, [-1, *[1] * (len(found.dims) - 1)])
    return b.two("elementwise_add", zeros, source, found.dims, result)


def ends(b: Building, counts: str) -> str:
    """Behind the last row of each sequence, [sequences, 1]."""
    return b.put("cumsum", {"X": counts}, [-1, 1], axis=0, exclusive=False, reverse=False, flatten=False)


def places(b: Building, width: str, like: str) -> str:
    """0, 1, 2 … to `width`, [1, width]."""
    column = b.put("range", {"Start": b.full(like, [1], 0, "int64"), "End": b.reshape(width, [1]),
                             "Step": b.full(like, [1], 1, "int64")}, [-1], dtype="int64")
    return b.reshape(column, [1, -1])


def longest(b: Building, counts: str) -> str:
    return b.put("reduce_max", {"X": counts}, [1, 1], dim=[0], keep_dim=True, reduce_all=False)


def of_lengths(b: Building, source: str, counts: str, result: str) -> None:
    """`source` as sequences of so many rows: as `im2sequence` makes them of images of so many rows."""
    inside = b.two("less_than", places(b, longest(b, counts), counts), counts, [-1, -1], dtype="bool")
    image = b.unsqueeze(b.scaled(b.cast(inside, "float32"), 0.0), [1, 3])
    real = b.cast(counts, "float32")
    sizes = b.put("concat", {"X": [real, b.scaled(real, 0.0, 1.0)]}, [-1, 2], axis=1)
    zeros = b.put("im2sequence", {"X": image, "Y": sizes}, [-1, 1], kernels=[1, 1], strides=[1, 1],
                  paddings=[0, 0, 0, 0], out_stride=[1, 1])
    shared(b, zeros, source, result)


def on_rows(b: Building, values: str, like: str) -> str:
    """A value for each sequence, for each row of `like`, [rows, 1]."""
    real = b.cast(values, "float32")
    wide = b.put("sequence_expand", {"X": real, "Y": like}, [-1, 1], ref_level=0)
    return b.cast(wide, "int64")


def numbers(b: Building, like: str) -> str:
    """0, 1, 2 … for the rows of `like`, [rows, 1]."""
    flat = b.reshape(like, [-1])
    column = b.put("fill_any_like", {"X": b.reshape(flat, [-1, 1])}, [-1, 1], dtype="int64", value=1.0)
    b.ops[-1].attrs["dtype"] = formats().CODES["int64"]
    return b.scaled(ends(b, column), 1.0, -1.0)


def gathered(b: Building, x: str, rows: str) -> str:
    """The rows of `x` of these numbers."""
    return b.put("gather", {"X": x, "Index": b.reshape(rows, [-1])}, b.dims(x), axis=0)


@becomes("sequence_reverse", "3")
def sequence_reverse(b: Building) -> None:
    x = b.input("X")
    counts = lengths(b, x)
    last = ends(b, counts)
    first = b.two("elementwise_sub", last, counts)
    both = on_rows(b, b.two("elementwise_add", first, last), x)
    row = b.two("elementwise_sub", b.scaled(both, 1.0, -1.0), numbers(b, both))
    alike(b, gathered(b, x, row), x, b.output("Y"))


@becomes("sequence_expand_as", "3")
def sequence_expand_as(b: Building) -> None:
    x, y = b.input("X"), b.input("Y")
    row = on_rows(b, numbers(b, lengths(b, y)), y)
    alike(b, gathered(b, x, row), y, b.output())


@becomes("sequence_concat", "3")
def sequence_concat(b: Building) -> None:
    """Its inputs' first sequences, then their second ones."""
    sources = b.inputs("X")
    counts = [lengths(b, x) for x in sources]
    owners = [on_rows(b, numbers(b, count), x) for count, x in zip(counts, sources, strict=True)]
    whole = b.put("concat", {"X": sources}, b.dims(sources[0]), axis=0)
    owner = b.put("concat", {"X": owners}, [-1, 1], axis=0)
    order = ordered(b, owner)
    total = counts[0]
    for count in counts[1:]:
        total = b.two("elementwise_add", total, count)
    of_lengths(b, gathered(b, whole, order), total, b.output())


def ordered(b: Building, keys: str) -> str:
    """The places of the keys from the smallest to the largest, equal ones as they stand."""
    number = numbers(b, keys)
    many = longest(b, number)
    unique = b.two("elementwise_add", b.two("elementwise_mul", keys, b.scaled(many, 1.0, 1.0)), number)
    flat = b.reshape(unique, [-1])
    result = b.new(flat, [-1])
    b.add("argsort", {"X": flat}, {"Out": b.new(flat, [-1]), "Indices": result}, axis=0, descending=False)
    return result


@becomes("sequence_pad", "3")
def sequence_pad(b: Building) -> None:
    x, pad, dims = b.input("X"), b.input("PadValue"), b.dims(b.input("X"))
    counts, size = lengths(b, x), b.attr("padded_length", -1)
    width = b.full(counts, [1, 1], size, "int64") if size > 0 else longest(b, counts)
    place = places(b, width, counts)
    inside = b.two("less_than", place, counts, [-1, -1], dtype="bool")
    first = b.two("elementwise_sub", ends(b, counts), counts)
    last = b.two("elementwise_min", place, b.scaled(counts, 1.0, -1.0), [-1, -1])
    taken = gathered(b, x, b.two("elementwise_add", first, last, [-1, -1]))
    mask = b.reshape(b.cast(inside, b.var(x).dtype), [-1, *[1] * (len(dims) - 1)])
    rest = b.two("elementwise_mul", b.scaled(mask, -1.0, 1.0), pad, [-1, *b.dims(pad)[-len(dims) + 1:]])
    filled = b.two("elementwise_add", b.two("elementwise_mul", taken, mask, dims), rest, dims)
    ones = [b.full(counts, [1], each, "int64") for each in (-1, *dims[1:])]
    shape = b.put("concat", {"X": [ones[0], b.reshape(width, [1]), *ones[1:]]}, [len(dims) + 1], axis=0)
    b.add("reshape2", {"X": filled, "Shape": b.cast(shape, "int32")},
          {"Out": b.output(), "XShape": b.new(filled, [0, *dims])}, shape=[])
    b.reshape(counts, [-1], b.output("Length"))


@becomes("sequence_unpad", "3")
def sequence_unpad(b: Building) -> None:
    x, dims = b.input("X"), b.dims(b.input("X"))
    counts = b.reshape(b.cast(b.input("Length"), "int64"), [-1, 1])
    sizes = b.put("shape", {"Input": x}, [len(dims)], dtype="int32")
    width = b.put("slice", {"Input": sizes}, [1], axes=[0], starts=[1], ends=[2], infer_flags=[1], decrease_axis=[])
    inside = b.two("less_than", places(b, b.cast(width, "int64"), counts), counts, [-1, -1], dtype="bool")
    found = b.put("where_index", {"Condition": inside}, [-1, 2], dtype="int64", like=counts)
    of_lengths(b, b.put("gather_nd", {"X": x, "Index": found}, [-1, *dims[2:]]), counts, b.output())


@becomes("sequence_reshape", "3")
def sequence_reshape(b: Building) -> None:
    x, size = b.input("X"), b.attr("new_dim", 0)
    old = b.dims(x)[1]
    if old < 0 or (old % size and size % old):
        raise Unknown(f"rows of {old} do not go into rows of {size} without what only a run knows")
    counts = lengths(b, x)
    real = b.scaled(b.cast(counts, "float32"), old / size)
    of_lengths(b, b.reshape(x, [-1, size]), b.cast(real, "int64"), b.output())


@becomes("lod_reset", "3")
def lod_reset(b: Building) -> None:
    x, result = b.input("X"), b.output()
    if b.attr("append", False):
        raise Unknown("it appends a level")
    if b.has("Y") and b.var(b.input("Y")).lod_level:
        alike(b, x, b.input("Y"), result)
        return
    if b.has("Y"):
        offsets = b.reshape(b.cast(b.input("Y"), "int64"), [-1])
        later, before = (b.put("slice", {"Input": offsets}, [-1], axes=[0], starts=[start], ends=[end],
                               infer_flags=[1], decrease_axis=[]) for start, end in ((1, 2**31 - 1), (0, -1)))
        counts = b.two("elementwise_sub", later, before)
    else:
        target = b.attr("target_lod", [])
        counts = b.new(x, [len(target) - 1], "int64")
        b.add("assign_value", {}, {"Out": counts}, shape=[len(target) - 1], dtype=formats().CODES["int64"],
              int64_values=[end - start for start, end in pairwise(target)])
        b.ops[-1].kinds["int64_values"] = 11
    of_lengths(b, x, b.reshape(counts, [-1, 1]), result)
