"""Products, look-ups and other arithmetic."""

from __future__ import annotations

from math import prod

from paddle_migrate.checkpoint.tensors import formats
from paddle_migrate.model.building import Building, Unknown, becomes
from paddle_migrate.model.modern.shapes import joined


@becomes("mul", "3")
def mul(b: Building) -> None:
    """3.x reads it with sizes that it takes for known."""
    x, y, result = b.input("X"), b.input("Y"), b.output()
    rows, inner = b.attr("x_num_col_dims", 1), b.attr("y_num_col_dims", 1)
    left, right = b.dims(x), b.dims(y)
    if len(right) != 2:
        y = b.reshape(y, [prod(right[:inner]), prod(right[inner:])])
    if len(left) != rows + 1:
        x = joined(b, x, rows, len(left) - 1, [*left[:rows], prod(right[:inner])])
    flat = result if len(right) == 2 else b.new(result, [*left[:rows], prod(right[inner:])])
    b.add("matmul_v2", {"X": x, "Y": y}, {"Out": flat}, trans_x=False, trans_y=False)
    if flat != result:
        b.reshape(flat, [*[0] * rows, *right[inner:]], result)


@becomes("lookup_table", "3")
def lookup_table(b: Building) -> None:
    ids = b.input("Ids")
    inner = b.squeeze(ids, [len(b.dims(ids)) - 1])
    b.add("lookup_table_v2", {"W": b.input("W"), "Ids": inner}, {"Out": b.output()}, is_sparse=False,
          is_distributed=False, remote_prefetch=False)
    b.ops[-1].attrs["padding_idx"], b.ops[-1].kinds["padding_idx"] = b.attr("padding_idx", -1), 9


@becomes("one_hot", "2.6 3")
def one_hot(b: Building) -> None:
    x = b.input("X")
    inner = b.squeeze(x, [len(b.dims(x)) - 1])
    inputs = {"X": inner, **({"depth_tensor": b.input("depth_tensor")} if b.has("depth_tensor") else {})}
    b.add("one_hot_v2", inputs, {"Out": b.output()}, depth=b.attr("depth", -1), dtype=b.attr("dtype", 5),
          allow_out_of_range=b.attr("allow_out_of_range", False))


@becomes("top_k", "3")
def top_k(b: Building) -> None:
    b.same("top_k_v2", axis=-1, largest=True, sorted=True)


@becomes("fill_zeros_like fill_zeros_like2", "3")
def zeros_like(b: Building) -> None:
    b.add("fill_any_like", {"X": b.input("X")}, {"Out": b.output()}, value=0.0,
          dtype=formats().CODES[b.var(b.input("X")).dtype])


@becomes("minus", "3")
def minus(b: Building) -> None:
    b.two("elementwise_sub", b.input("X"), b.input("Y"), result=b.output())


@becomes("isfinite", "2.6 3")
def all_finite(b: Building) -> None:
    x = b.input("X")
    each = b.put("isfinite_v2", {"X": x}, b.dims(x), dtype="bool")
    one = b.put("reduce_all", {"X": each}, [], dtype="bool", dim=[0], keep_dim=False, reduce_all=True)
    b.reshape(one, [1], b.output())


@becomes("cos_sim", "2.6 3")
def cos_sim(b: Building) -> None:
    x, y = b.input("X"), b.input("Y")
    if len(b.dims(x)) != 2:
        raise Unknown("its inputs have more than two dimensions")
    norms = [b.put("sqrt", {"X": _sum(b, b.two("elementwise_mul", each, each))}, [b.dims(each)[0], 1])
             for each in (x, y)]
    both = _sum(b, b.two("elementwise_mul", x, y))
    over_x = b.two("elementwise_div", both, norms[0])
    b.two("elementwise_div", over_x, norms[1], result=b.output())


def _sum(b: Building, source: str) -> str:
    return b.put("reduce_sum", {"X": source}, [b.dims(source)[0], 1], dim=[1], keep_dim=True, reduce_all=False)


@becomes("data_norm", "3")
def data_norm(b: Building) -> None:
    if b.attr("slot_dim", -1) > 0:
        raise Unknown("it has slot_dim, which leaves out what no one has shown")
    x, count = b.input("X"), b.input("BatchSize")
    means = b.two("elementwise_div", b.input("BatchSum"), count)
    scales = b.put("sqrt", {"X": b.two("elementwise_div", count, b.input("BatchSquareSum"))}, b.dims(count))
    middle = b.two("elementwise_sub", x, means)
    if not b.attr("enable_scale_and_shift", False):
        b.two("elementwise_mul", middle, scales, result=b.output("Y"))
        return
    normal = b.two("elementwise_mul", middle, scales)
    b.two("elementwise_add", b.two("elementwise_mul", normal, b.input("scale_w")), b.input("bias"),
          result=b.output("Y"))
