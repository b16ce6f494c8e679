"""Operators that a script appends with attributes that change what they give."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
X = np.array([[1, 5, 2], [7, 3, 9]], "float32")
ROWS, COLUMNS = np.array([3, 7], "float32"), np.array([3, 7, 2], "float32")
OF_ONE = [(kind, attrs) for kind in ("arg_max", "arg_min") for attrs in (
    {"axis": 1}, {"axis": 1, "keepdims": True}, {"axis": 0, "keepdims": True}, {"axis": 0, "dtype": 2},
    {"axis": -1, "keepdims": True, "dtype": 3}, {"axis": -2, "keepdims": True})]
OF_ONE += [("reduce_sum", {"dim": [1], "keep_dim": True, "out_dtype": 6}), ("reduce_mean", {"dim": [0]}),
           ("cumsum", {"axis": 1, "exclusive": True, "reverse": True}), ("pow", {"factor": 2.0}),
           ("scale", {"scale": 2.0, "bias": 1.0, "bias_after_scale": False}), ("leaky_relu", {"alpha": 0.3})]
OF_TWO = [(kind, attrs, second) for kind in ("less_than", "less_equal", "greater_than", "greater_equal", "equal",
                                             "not_equal")
          for attrs, second in (({"axis": 0}, ROWS), ({"axis": 1}, COLUMNS), ({}, COLUMNS))]


def appended(name, kind, attrs, given):
    with fluid.program_guard(fluid.Program(), fluid.Program()):
        block = fluid.default_main_program().global_block()
        inputs = {place: [fluid.data(place, value.shape, "float32")] for place, value in given.items()}
        out = block.create_var(name="out", dtype="int64", shape=[1])
        block.append_op(type=kind, inputs=inputs, outputs={"Out": [out]}, attrs=dict(attrs))
        answer[name], = fluid.Executor(fluid.CPUPlace()).run(feed=given, fetch_list=[out])


for number, (kind, attrs) in enumerate(OF_ONE):
    appended("%s %d" % (kind, number), kind, attrs, {"X": X})  # noqa: UP031
for number, (kind, attrs, second) in enumerate(OF_TWO):
    appended("%s %d" % (kind, number), kind, attrs, {"X": X, "Y": second})  # noqa: UP031
