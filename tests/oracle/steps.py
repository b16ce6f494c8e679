"""Some steps of an optimizer on one matrix, in 1.8.5 or ours; executed beside either. Python 3.7."""

import numpy as np


def run_steps(fluid, cases, given):
    answer = {}
    for name, expression in cases.items():
        with fluid.dygraph.guard(fluid.CPUPlace()):
            start = fluid.initializer.NumpyArrayInitializer(given["start"])
            layer = fluid.dygraph.Linear(3, 2, param_attr=fluid.ParamAttr(name="w", initializer=start), bias_attr=False)
            optimizer = eval("fluid.optimizer." + expression, {"fluid": fluid, "p": layer.parameters()})
            try:
                weights = []
                for batch in given["batches"]:
                    loss = fluid.layers.mean(fluid.layers.square(layer(fluid.dygraph.to_variable(batch))))
                    loss.backward()
                    optimizer.minimize(loss)
                    layer.clear_gradients()
                    weights.append(layer.weight.numpy())
                answer[name + "|weights"] = np.array(weights)
                answer[name + "|state"] = np.array(sorted(optimizer.state_dict()))
            except Exception as error:
                answer[name + "|error"] = np.array(type(error).__name__)
    return answer
