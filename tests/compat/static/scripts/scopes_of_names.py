"""Name scopes that operators were made in, and what their descriptions answer."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]


def nested():
    with fluid.name_scope("outer"):
        x = fluid.layers.data("x", [3])
        y = fluid.layers.relu(x)
        with fluid.name_scope("inner"):
            y = fluid.layers.fc(y, 2)
    with fluid.name_scope("outer"):
        return fluid.layers.softmax(y)


main = fluid.Program()
with fluid.program_guard(main, fluid.Program()), fluid.unique_name.guard():
    y = fluid.layers.mean(nested())
    with fluid.name_scope("outer"):
        fluid.layers.scale(y, 2.0)
    fluid.layers.scale(y, 3.0)
for which, program in (("made", main), ("cloned", main.clone(for_test=True))):
    operators = program.global_block().ops
    answer[which] = np.array([" ".join([each.type, each.attr("op_namescope"), each.desc.attr("op_namescope")])
                              for each in operators])
    answer[which + " has"] = np.array([each.has_attr("op_namescope") and each.desc.has_attr("op_namescope")
                                       for each in operators])
scale = main.global_block().ops[-1].desc
product = next(each for each in main.global_block().ops if each.type == "mul").desc
answer["scale"] = np.array([scale.attr("scale"), float(scale.has_attr("axis")), float("scale" in scale.attr_names())])
answer["places"] = np.array([*product.input_names(), *product.output_names(), *product.input("X"), *product.input("Y"),
                             *product.output("Out"), *product.input_arg_names(), *product.output_arg_names()])
try:
    with fluid.program_guard(main), fluid.name_scope(""):
        pass
except AssertionError as error:
    answer["empty"] = np.array(str(error))
with fluid.dygraph.guard(), fluid.name_scope("outer"):
    answer["eager"] = fluid.layers.relu(fluid.dygraph.to_variable(np.ones(2, "float32"))).numpy()
