"""Making and converting tensors."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(5)
GIVEN = {
    "x": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "y": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "z": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "v": random.uniform(-2, 2, [4]).astype("float32"),
    "i": np.array([[0, 1], [2, 3]], "int64"),
    "one": np.array([1.0], "float32"),
    "odd": np.array([1.0, np.inf, np.nan], "float32"),
    "b": np.array([[True, False], [True, True]]),
}
CASES = {
    "argmax": "L.argmax(x)",
    "argmax_last": "L.argmax(x, axis=-1)",
    "argmin": "L.argmin(x)",
    "argmin_1": "L.argmin(x, axis=1)",
    "argsort": "L.argsort(x)",
    "argsort_descending": "L.argsort(x, axis=0, descending=True)",
    "assign": "L.assign(x)",
    "assign_array": "L.assign(np.array([1.0, 2.0], 'float32'))",
    "assign_output": "[L.assign(x, y), y]",
    "cast_int": "L.cast(x, 'int64')",
    "cast_double": "L.cast(x, dtype='float64')",
    "cast_float": "L.cast(i, 'float32')",
    "cast_bool": "L.cast(i, 'bool')",
    "cumsum": "L.cumsum(x)",
    "cumsum_0": "L.cumsum(x, axis=0)",
    "cumsum_exclusive": "L.cumsum(x, exclusive=True)",
    "cumsum_reverse": "L.cumsum(x, axis=1, reverse=True)",
    "cumsum_both": "L.cumsum(x, axis=0, exclusive=True, reverse=True)",
    "cumsum_of_int32": "L.cumsum(axis=0, x=L.cast(i, 'int32'))",
    "diag": "L.diag(v)",
    "diag_of_an_array": "L.diag(np.array([1.0, 2.5], 'float32'))",
    "eye": "L.eye(3)",
    "eye_columns": "L.eye(2, 3, dtype='int64')",
    "eye_batch": "L.eye(2, batch_shape=[3])",
    "fill_constant": "L.fill_constant([2, 3], 'float32', 1.5)",
    "fill_constant_int": "L.fill_constant(shape=[1], dtype='int64', value=7)",
    "fill_constant_out": "[L.fill_constant([3, 4], 'float32', 2.0, out=y), y]",
    "fill_batch": "L.fill_constant_batch_size_like(x, [1, 5], 'float32', 0.5)",
    "fill_batch_dims": "L.fill_constant_batch_size_like(x, [2, 1], 'int64', 3, input_dim_idx=1, output_dim_idx=1)",
    "has_inf": "L.has_inf(odd)",
    "has_inf_not": "L.has_inf(x)",
    "has_nan": "L.has_nan(odd)",
    "isfinite": "L.isfinite(odd)",
    "isfinite_yes": "L.isfinite(x)",
    "increment": "[L.increment(one), one]",
    "increment_new": "[L.increment(one, value=2.5, in_place=False), one]",
    "linspace": "L.linspace(0.0, 1.0, 5, 'float32')",
    "ones": "L.ones([2, 2], 'int32')",
    "ones_like": "L.ones_like(x)",
    "range": "L.range(0, 7, 2, 'int64')",
    "range_float": "L.range(0.0, 1.0, 0.25, 'float32')",
    "shape": "L.shape(x)",
    "sum": "L.sum([x, y])",
    "sum_one": "L.sum(x)",
    "sums": "L.sums([x, y])",
    "sums_out": "[L.sums([x, y], out=z), z]",
    "topk": "L.topk(x, 2)",
    "topk_keyword": "L.topk(input=x, k=1)",
    "where": "L.where(b)",
    "zeros": "L.zeros([2, 3], 'float32')",
    "zeros_like": "L.zeros_like(x)",
    "zeros_cpu": "L.zeros([2], 'int64', force_cpu=True)",
    "ones_cpu": "L.ones([2], 'int64', force_cpu=True)",
    "zeros_like_out": "[L.zeros_like(x, out=y), y]",
    "topk_named": "L.topk(x, 2, name='n')",
    "create_parameter": "L.create_parameter([2, 3], 'float32',"
                        " attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(2.0)))",
    "create_parameter_more": "L.create_parameter([2], 'float32', name='c', is_bias=True,"
                             " default_initializer=fluid.initializer.ConstantInitializer(value=3.0, force_cpu=True))",
    "cast_same": "L.cast(x=i, dtype='int64')",
}
# What these write into is an input whose gradient is asked for, which 1.8.5 let pass.
VALUES_ONLY = {"assign_output", "fill_constant_out", "increment_new", "sums_out", "zeros_like_out"}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.tensor", CASES, GIVEN)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name, gradients=name not in VALUES_ONLY)
