"""What a layer keeps: its attributes, the keys, shapes and names of its parameters. Python 3.7.

Attributes are told by ``repr``; tensors and parameter attributes only by what they are.
"""

# What every layer has; it is not an argument of its constructor.
COMMON = {
    "_buffers", "_built", "_dtype", "_forward_post_hooks", "_forward_pre_hooks", "_full_name", "_helper",
    "_loaddict_holder", "_parameters", "_sub_layers", "training",
}


def describe(fluid, made):
    answer = {}
    for name, expression in made.items():
        with fluid.dygraph.guard(fluid.CPUPlace()):
            try:
                layer = eval("fluid.dygraph." + expression, {"fluid": fluid})
            except Exception:
                continue
            answer[name] = {"attributes": attributes(layer), "state": state(layer), "name": layer.full_name()}
    return answer


def attributes(layer):
    kept = {key: value for key, value in vars(layer).items() if key not in COMMON or type(value) is str}
    kept.update({key: None for key, value in layer._parameters.items() if value is None})
    return {key: "ParamAttr" if "ParamAttr" in repr(value) else repr(value) for key, value in kept.items()}


def state(layer):
    return {key: [list(value.shape), value.name] for key, value in layer.state_dict().items()}
