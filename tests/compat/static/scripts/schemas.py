"""Inputs, outputs and attributes of 1.8.5's operators, with their defaults."""

import json
import re

import numpy as np
import paddle.fluid as fluid
from paddle.fluid.framework import OpProtoHolder

answer = globals()["answer"]
OF_ALL = ("op_role", "op_role_var", "op_namescope", "op_callstack", "op_device", "with_quant_attr")
ANY = {0: 1, 1: 1.0, 2: "", 3: [1], 4: [1.0], 5: [], 6: False, 9: 1, 11: [1]}
VARIANCES = [0.1, 0.1, 0.2, 0.2]
NEEDED = {
    "pool2d": {"pooling_type": "avg", "ksize": [1, 1]}, "pool3d": {"pooling_type": "avg", "ksize": [1, 1, 1]},
    "anchor_generator": {"anchor_sizes": [1.0], "aspect_ratios": [1.0], "stride": [1.0, 1.0], "variances": VARIANCES},
    "density_prior_box": {"variances": VARIANCES}, "prior_box": {"min_sizes": [1.0], "variances": VARIANCES},
    "assign_value": {"dtype": 5, "shape": [1]}, "sequence_enumerate": {"win_size": 2},
}


def schema(kind, proto):
    """Places with whether they take several, and attributes by name: kind and default."""
    program = fluid.Program()  # which has the operator in it
    operator = program.desc.block(0).append_op()
    operator.set_type(kind)
    given = dict(NEEDED.get(kind, {}))
    for name, value in given.items():
        operator._set_attr(name, value)
    kinds = {each.name: int(each.type) for each in proto.attrs}
    while True:
        try:
            operator.check_attrs()
            break
        except Exception as error:
            found = re.search(r"ttribute \(?'?\"?(\w+)", str(error))
            if not found or found.group(1) in given or kinds.get(found.group(1)) not in ANY:
                return None
            given[found.group(1)] = ANY[kinds[found.group(1)]]
            operator._set_attr(found.group(1), given[found.group(1)])
    known = [name for name in operator.attr_names() if name not in given and kinds.get(name) in ANY]
    places = [{each.name: each.duplicable for each in of} for of in (proto.inputs, proto.outputs)]
    return [*places, {name: [code, default(operator, name) if name in known else None]
                      for name, code in sorted(kinds.items()) if name not in OF_ALL}]


def default(operator, name):
    try:
        return operator.attr(name)
    except fluid.core.EnforceNotMet:
        return None


found = {}
for kind, proto in sorted(OpProtoHolder.instance().op_proto_map.items()):
    if not re.search("_grad2?$", kind):
        described = schema(kind, proto)
        if described:
            found[kind] = described
lines = ["%s: %s" % (json.dumps(kind), json.dumps(each)) for kind, each in found.items()]  # noqa: UP031
answer["schemas"] = np.array("{\n" + ",\n".join(lines) + "\n}\n")
