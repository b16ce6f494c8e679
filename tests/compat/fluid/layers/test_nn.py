"""Pooling, products, normalisation, dropout out of training, accuracy."""

import numpy as np
import pytest

pytestmark = pytest.mark.oracle

random = np.random.RandomState(8)
GIVEN = {
    "x": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "y": random.uniform(-3, 3, [3, 4]).astype("float32"),
    "w": random.uniform(-2, 2, [4, 2]).astype("float32"),
    "wide": random.uniform(-2, 2, [4, 5]).astype("float32"),
    "v": random.uniform(-2, 2, [4]).astype("float32"),
    "batch": random.uniform(-2, 2, [2, 3, 4]).astype("float32"),
    "image": random.uniform(-2, 2, [1, 2, 5, 5]).astype("float32"),
    "p": (lambda a: (a / a.sum(-1, keepdims=True)).astype("float32"))(random.uniform(0.1, 1, [3, 4])),
    "ids": np.array([[1], [4], [0]]),
    "ids3": np.array([[[1], [4]], [[0], [2]]]),
    "far": np.array([[1], [7], [0]]),
    "flat": np.array([1, 4, 0]),
    "flat3": np.array([1, 3, 0]),
    "label": np.array([[1], [3], [0]]),
    "sizes": np.array([4, 6], "int32"),
    "last": random.uniform(-2, 2, [1, 5, 5, 2]).astype("float32"),
    "tied": np.array([[[[1, 3], [3, 2]], [[0, 0], [0, 0]]]], "float32"),
    "counts": np.array([0], "int32"),
    "totals": np.array([0], "int32"),
    "tall": random.uniform(-2, 2, [1, 1, 14, 45]).astype("float32"),
}
CASES = {
    "adaptive_max": "L.adaptive_pool2d(image, [2, 2])",
    "adaptive_avg": "L.adaptive_pool2d(image, 2, pool_type='avg')",
    "clip": "L.clip(x, -1.0, 1.0)",
    "clip_by_norm": "L.clip_by_norm(x, 1.0)",
    "clip_by_norm_small": "L.clip_by_norm(x, 100.0)",
    "l2_normalize": "L.l2_normalize(x, axis=1)",
    "l2_normalize_0": "L.l2_normalize(x, axis=0)",
    "matmul": "L.matmul(x, y, transpose_y=True)",
    "matmul_x": "L.matmul(x, y, transpose_x=True)",
    "matmul_alpha": "L.matmul(x, y, transpose_y=True, alpha=0.5)",
    "matmul_batch": "L.matmul(batch, batch, transpose_y=True)",
    "matmul_vectors": "L.matmul(v, v)",
    "matmul_vector": "L.matmul(x, v)",
    "mul": "L.mul(x, w)",
    "mul_columns": "L.mul(batch, wide, x_num_col_dims=2)",
    "one_hot": "L.one_hot(ids, 5)",
    "one_hot_3d": "L.one_hot(ids3, depth=5)",
    "one_hot_out": "L.one_hot(far, 5, allow_out_of_range=True)",
    "one_hot_out_refused": "L.one_hot(far, 5)",
    "fluid_one_hot": "fluid.one_hot(ids, 5)",
    "fluid_one_hot_flat": "fluid.one_hot(flat, 5)",
    "fluid_one_hot_out": "fluid.one_hot(far, 5, allow_out_of_range=True)",
    "max": "L.pool2d(image, 2)",
    "max_stride": "L.pool2d(image, pool_size=2, pool_stride=2)",
    "max_pad": "L.pool2d(image, pool_size=3, pool_stride=2, pool_padding=1)",
    "max_ceil": "L.pool2d(image, pool_size=2, pool_stride=2, ceil_mode=True)",
    "max_pair": "L.pool2d(image, pool_size=[2, 3], pool_stride=[1, 2], pool_padding=[1, 0])",
    "avg": "L.pool2d(image, 2, 'avg', 2)",
    "avg_pad": "L.pool2d(image, 3, 'avg', 2, 1)",
    "avg_inclusive": "L.pool2d(image, 3, 'avg', 2, 1, exclusive=False)",
    "avg_ceil": "L.pool2d(image, 2, 'avg', 2, ceil_mode=True)",
    "avg_overhanging": "L.pool2d(image, 2, 'avg', 2, ceil_mode=True, exclusive=False)",
    "avg_overhanging_pair": "L.pool2d(image, [2, 3], 'avg', [3, 2], [0, 1], ceil_mode=True, exclusive=False)",
    "avg_overhanging_sides": "L.pool2d(image, 3, 'avg', 2, [1, 0, 0, 1], ceil_mode=True, exclusive=False)",
    "avg_overhanging_last": "L.pool2d(last, 2, 'avg', 2, [[0, 0], [1, 0], [0, 1], [0, 0]], ceil_mode=True, "
                            "exclusive=False, data_format='NHWC')",
    "avg_sides": "L.pool2d(image, 3, 'avg', 2, [1, 0, 0, 1], exclusive=False)",
    "avg_sides_pair": "L.pool2d(image, [2, 3], 'avg', [3, 2], (0, 1, 2, 0), exclusive=False)",
    "avg_sides_even": "L.pool2d(image, 3, 'avg', 2, [1, 1], exclusive=False)",
    "avg_sides_exclusive": "L.pool2d(image, 3, 'avg', 2, [1, 0, 0, 1])",
    "avg_sides_last": "L.pool2d(last, 2, 'avg', 2, [[0, 0], [1, 0], [0, 1], [0, 0]], exclusive=False, "
                      "data_format='NHWC')",
    "avg_same": "L.pool2d(image, 3, 'avg', 2, 'SAME')",
    "avg_same_inclusive": "L.pool2d(image, 3, 'avg', 2, 'SAME', exclusive=False)",
    "avg_same_inclusive_pair": "L.pool2d(image, [2, 3], 'avg', [3, 2], 'SAME', exclusive=False)",
    "avg_same_inclusive_even": "L.pool2d(image, 4, 'avg', 1, 'SAME', exclusive=False)",
    "avg_same_inclusive_last": "L.pool2d(last, 2, 'avg', 3, 'SAME', exclusive=False, data_format='NHWC')",
    "avg_valid_inclusive": "L.pool2d(image, 3, 'avg', 2, 'VALID', exclusive=False)",
    "global_max": "L.pool2d(image, global_pooling=True)",
    "global_max_tied": "L.pool2d(tied, global_pooling=True)",  # the first of several takes the gradient
    "global_max_last": "L.pool2d(tied, -1, 'max', global_pooling=True, data_format='NHWC')",
    "global_max_relu": "L.pool2d(L.relu(image - 1.5), pool_type='max', global_pooling=True)",
    "global_avg": "L.pool2d(image, pool_type='avg', global_pooling=True)",
    "nhwc": "L.pool2d(image, 2, data_format='NHWC')",
    "no_size": "L.pool2d(image)",
    "unknown": "L.pool2d(image, 2, 'sum')",
    "bilinear": "L.resize_bilinear(image, [6, 7])",
    "bilinear_scale": "L.resize_bilinear(image, scale=2.0)",
    "bilinear_cut": "L.resize_bilinear(image, scale=1.5)",
    "bilinear_cut_edges": "L.resize_bilinear(input=image, scale=1.4, align_corners=False)",
    "bilinear_cut_last": "L.image_resize(last, scale=0.7, align_corners=False, align_mode=0, data_format='NHWC')",
    "bilinear_factor": "L.resize_bilinear(image, scale=L.fill_constant([1], 'float32', 1.4), align_corners=False)",
    "nearest_factor": "L.resize_nearest(tall, scale=L.fill_constant([1], 'float32', 1.4))",
    "bilinear_mode_0": "L.resize_bilinear(image, [6, 7], align_corners=False, align_mode=0)",
    "bilinear_mode_1": "L.resize_bilinear(image, [6, 7], align_corners=False)",
    "image_resize": "L.image_resize(image, [6, 7])",
    "nearest": "L.resize_nearest(image, [6, 7])",
    "nearest_scale": "L.resize_nearest(image, scale=2.0)",
    "nearest_rounded": "L.resize_nearest(tall, [23, 83])",
    "nearest_rounded_size": "L.resize_nearest(tall, scale=1.4)",
    "nearest_rounded_edges": "L.resize_nearest(input=tall, scale=1.4, align_corners=False)",
    "nearest_one": "L.image_resize(tall, [1, 1], resample='NEAREST')",
    "nearest_edges": "L.resize_nearest(image, [6, 7], align_corners=False)",
    "image_nearest": "L.image_resize(image, [6, 7], resample='NEAREST', align_corners=False)",
    "image_nearest_corners": "L.image_resize(image, [6, 7], resample='NEAREST')",
    "scale": "L.scale(x, 2.0)",
    "scale_bias": "L.scale(x, scale=2.0, bias=1.0)",
    "scale_first": "L.scale(x, 2.0, 1.0, bias_after_scale=False)",
    "scale_act": "L.scale(x, 2.0, 1.0, act='relu')",
    "softmax": "L.softmax(x)",
    "softmax_0": "L.softmax(x, axis=0)",
    "softmax_cudnn": "L.softmax(input=x, use_cudnn=True)",
    "softmax_3d": "L.softmax(batch)",
    "accuracy": "L.accuracy(p, label)",
    "accuracy_2": "L.accuracy(input=p, label=label, k=2)",
    "accuracy_flat": "L.accuracy(p, flat3)",
    "dropout_off": "L.dropout(x, 0.0)",
    "dropout_all": "L.dropout(x, 1.0)",
    "dropout_eval": "[fluid.dygraph.Linear(1, 1).eval(), L.dropout(x, 0.3)][1]",
    "dropout_eval_up":
        "[fluid.dygraph.Linear(1, 1).eval(), L.dropout(x, 0.3, dropout_implementation='upscale_in_train')][1]",
    "dropout_train_again":
        "[fluid.dygraph.Linear(1, 1).eval(), fluid.dygraph.Linear(1, 1).train(), L.dropout(x, 0.0)][2]",
    "softmax_named": "L.softmax(x, name='n')",
    "dropout_test": "L.dropout(x, 1.0, is_test=True, dropout_implementation='upscale_in_train')",
    "dropout_named": "L.dropout(x, 0.0, seed=3, name='n')",
    "matmul_named": "L.matmul(x, v, name='n')",
    "nearest_named": "L.resize_nearest(image, [3, 3], name='n')",
    "nearest_actual": "L.resize_nearest(image, [3, 3], actual_shape=sizes)",
    "nearest_last": "L.resize_nearest(last, [3, 4], data_format='NHWC')",
    "accuracy_counts": "[L.accuracy(p, label, 1, correct=counts, total=totals), counts, totals]",
    "nearest_tensor": "L.resize_nearest(image, sizes)",
    "bilinear_actual": "L.resize_bilinear(image, [3, 3], name='n', actual_shape=sizes)",
    "bilinear_tensor": "L.resize_bilinear(image, sizes)",
    "bilinear_both": "L.resize_bilinear(image, [6, 7], 3.0)",
    "image_resize_actual": "L.image_resize(image, [3, 3], actual_shape=sizes)",
    "image_nearest_actual": "L.image_resize(image, [3, 3], name='n', resample='NEAREST', actual_shape=sizes)",
    "bilinear_last": "L.resize_bilinear(last, [3, 4], data_format='NHWC')",
}
# What the codemod leaves to a person: in words of its finding, why.
LEFT = {
    "no_size": "pool_size is needed",
    "unknown": "pool_type is",
}
# Whether a function trains is asked of the layer that calls it, so it is migrated inside one.
IN_A_LAYER = """class Case_{name}(fluid.dygraph.Layer):
    def forward(self, x):
        return {call}


def case_{name}(x):
    layer = Case_{name}()
    layer.{mode}()
    return layer(x)
"""
FUNCTIONS = {
    name: IN_A_LAYER.format(name=name, call=CASES[name][CASES[name].index("L.dropout") :].partition("]")[0],
                            mode="eval" if "eval" in name else "train")
    for name in CASES if name.startswith("dropout")
}


@pytest.fixture(scope="module")
def answers(both):
    return both("layers.nn", CASES, GIVEN, left=LEFT, functions=FUNCTIONS)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name, gradients="eval" not in name)  # behind eval() 1.8.5 recorded none, which is said


def test_a_product_of_matrices_has_a_second_gradient(fluid):
    with fluid.dygraph.guard():
        x, w = (fluid.dygraph.to_variable(GIVEN[name]) for name in ("x", "w"))
        x.stop_gradient = w.stop_gradient = False
        (first,) = fluid.dygraph.grad(fluid.layers.square(fluid.layers.mul(x, w)), x, create_graph=True)
        fluid.layers.reduce_sum(first).backward()
        sums = GIVEN["w"].sum(axis=0) + 0 * GIVEN["w"]  # of 2 x w wT
        wanted = 2 * GIVEN["x"].sum(axis=0)[:, None] * sums
        wanted = wanted + 2 * (GIVEN["x"] @ GIVEN["w"]).sum(axis=0)
        assert np.allclose(w.gradient(), wanted, rtol=1e-4)
