"""Seldom given arguments of dygraph mode's layers, decays and lists: results, gradients, rates and what is printed."""

import contextlib
import io
import re

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
D = fluid.dygraph
L = fluid.layers
random = np.random.RandomState(3)


def even(value=0.2):
    return fluid.ParamAttr(initializer=fluid.initializer.Constant(value))


def drawn(*shape, dtype="float64"):
    return random.uniform(-0.9, 0.9, shape).astype(dtype)


def dense(gradient, shape):
    if not isinstance(gradient, tuple):
        return gradient
    found = np.zeros(shape)
    np.add.at(found, gradient[1], gradient[0])
    return found


def told(name, made, *inputs):
    """What a layer makes of its inputs, its weights, and the gradients of both."""
    fluid.default_startup_program().random_seed = fluid.default_main_program().random_seed = 5
    given = [D.to_variable(each) for each in inputs]
    of = [each for each, array in zip(given, inputs) if array.dtype.kind == "f"]
    for each in of:
        each.stop_gradient = False
    layer = made()
    out = layer(*given)
    L.reduce_sum(L.square(out)).backward()
    answer[name] = out.numpy()
    for number, each in enumerate(layer.parameters()):
        answer[f"{name} weight {number}"] = each.numpy()
        answer[f"{name} weight's gradient {number}"] = dense(each.gradient(), each.shape)
    for number, each in enumerate(of):
        answer[f"{name} gradient {number}"] = each.gradient()


def rates(name, decay, count=6):
    answer[name] = np.array([decay().numpy() for _ in range(count)])


edges, labels = np.array([[[1, 2], [1, 3], [2, 4]]], "int32"), np.array([[1], [4], [0]])
with D.guard(fluid.CPUPlace()):
    told("bilinear", lambda: D.BilinearTensorProduct(3, 4, 2, dtype="float64"), drawn(2, 3), drawn(2, 4))
    told("conv3d", lambda: D.Conv3D(2, 3, 2, param_attr=even(), dtype="float64"), drawn(1, 2, 4, 4, 4))
    told("group_norm", lambda: D.GroupNorm(4, 2, dtype="float64"), drawn(2, 4, 3, 3))
    told("instance_norm", lambda: D.InstanceNorm(4, dtype="float64"), drawn(2, 4, 3, 3))
    # whose weight was float32 whatever it was given
    told("prelu", lambda: D.PRelu("channel", 4, dtype="float64"), drawn(2, 4, 3, 3, dtype="float32"))
    told("nce", lambda: D.NCE(5, 4, param_attr=even(), num_neg_samples=3, seed=2, is_sparse=True, dtype="float64"),
         drawn(3, 4), labels)
    told("weighted nce", lambda: D.NCE(5, 4, sample_weight=D.to_variable(np.array([[0.5], [2.0], [1.0]], "float32")),
                                       num_neg_samples=3, seed=2), drawn(3, 4, dtype="float32"), labels)
    told("tree_conv", lambda: D.TreeConv(3, 2, param_attr=even(), dtype="float64"), drawn(1, 4, 3), edges)

    rates("exponential", D.ExponentialDecay(0.1, 2, 0.5, dtype="float64"))
    rates("inverse", D.InverseTimeDecay(0.1, 2, 0.5, dtype="float64"))
    rates("natural", D.NaturalExpDecay(0.1, 2, 0.5, dtype="float64"))
    rates("noam", D.NoamDecay(8, 3, dtype="float64"))
    rates("polynomial", D.PolynomialDecay(0.1, 4, dtype="float64"))
    rates("warm", D.LinearLrWarmup(0.1, 4, 0.0, 0.1, step=2, dtype="float64"))
    plateau, printed, seen = D.ReduceLROnPlateau(0.1, patience=1, verbose=True, dtype="float64"), io.StringIO(), []
    with contextlib.redirect_stdout(printed):
        for _ in range(6):
            plateau.step(D.to_variable(np.array([1.0], "float32")))
            seen.append(plateau().numpy())
    answer["plateau"] = np.array(seen)
    answer["plateau's words"] = np.array(re.findall(r"^Epoch \d+|learning rate", printed.getvalue(), re.MULTILINE))

    kept = [L.create_parameter([2, 2], "float32", default_initializer=fluid.initializer.Constant(float(number)))
            for number in range(2)]
    listed = D.ParameterList(parameters=kept)
    listed.append(L.create_parameter([1], "float32", default_initializer=fluid.initializer.Constant(7.0)))
    answer["list"] = np.array([len(listed), *(float(np.sum(each.numpy())) for each in listed)])
    answer["list's names"] = np.array([*(name for name, _ in listed.named_parameters()), *listed.state_dict()])
