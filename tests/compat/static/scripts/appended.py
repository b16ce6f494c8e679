"""Layers of a script's own: operators that it appends, with parameters of a LayerHelper."""

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.layer_helper import LayerHelper

answer = globals()["answer"]
L = fluid.layers
place = fluid.CPUPlace()


def filtered(input, filter, stride=2, bias_attr=None, act=None, name=None):
    helper = LayerHelper("conv2d_with_filter", **locals())
    dtype = helper.input_dtype()
    result = helper.create_variable_for_type_inference(dtype)
    helper.append_op(type="conv2d", inputs={"Input": input, "Filter": filter}, outputs={"Output": result},
                     attrs={"strides": [stride, stride], "paddings": [1, 1], "dilations": [1, 1], "groups": 1,
                            "use_cudnn": False, "use_mkldnn": False})
    return helper.append_activation(helper.append_bias_op(result, dim_start=1, dim_end=2))


def scaled(input):
    helper = LayerHelper("scaled", input=input)
    factor = helper.create_parameter(attr=fluid.ParamAttr(initializer=fluid.initializer.Constant(0.5)),
                                     shape=[1, input.shape[1]], dtype=helper.input_dtype())
    wide = helper.create_variable_for_type_inference(dtype="float32")
    helper.append_op(type="elementwise_mul", inputs={"X": [input], "Y": [factor]}, outputs={"Out": [wide]},
                     attrs={"axis": -1})
    rounded = helper.create_variable_for_type_inference(dtype="int64", stop_gradient=True)
    helper.append_op(type="cast", inputs={"X": [wide]}, outputs={"Out": [rounded]},
                     attrs={"in_dtype": wide.dtype, "out_dtype": rounded.dtype})
    return wide, rounded


main, startup = fluid.Program(), fluid.Program()
startup.random_seed = 6
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    image = fluid.data("image", [None, 2, 6, 6])
    weight = L.create_parameter([3, 2, 3, 3], "float32", attr=fluid.ParamAttr("weight"))
    hidden = filtered(image, weight, act="relu")
    rows = L.reshape(hidden, [-1, 27])
    wide, rounded = scaled(rows)
    block = main.global_block()
    total = block.create_var(name="total", dtype="float32", shape=[1])
    block.append_op(type="reduce_sum", inputs={"X": [wide]}, outputs={"Out": [total]},
                    attrs={"reduce_all": True, "dim": [0], "keep_dim": False})
    named = block.create_var(name="all", dtype="float32")
    block.append_op(type="sum", inputs={"X": [wide, wide]}, outputs={"Out": [named]})
    fluid.optimizer.SGD(0.1).minimize(L.mean(named))
    for operator in block.ops[:4]:
        answer["places of " + operator.type] = np.array(
            [operator.type] + [str(len(operator.input(each))) for each in sorted(operator.input_names)
                               if operator.input(each)])
    answer["shapes"] = np.array([str(each.shape) for each in (hidden, wide, rounded, named)])
    answer["dtypes"] = np.array([str(each.dtype).split(".")[-1].lower().replace("fp", "float") for each in
                                 (hidden, wide, rounded, named)])
    answer["parameters"] = np.array([each.name for each in main.all_parameters()])

executor = fluid.Executor(place)
executor.run(startup)
feed = {"image": np.random.RandomState(1).rand(2, 2, 6, 6).astype("float32")}
for step in range(2):
    values = executor.run(main, feed=feed, fetch_list=[wide, rounded, "total", "all", "weight@GRAD"])
    for number, value in enumerate(values):
        answer["step %d: %d" % (step, number)] = value  # noqa: UP031
for each in main.all_parameters():
    answer[each.name] = np.array(fluid.global_scope().find_var(each.name).get_tensor())
