"""What layers with parameters, and nets of them, do with arguments that are seldom given: results, and updates."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
nets = fluid.nets
W = fluid.ParamAttr
found = []


def fed(name, shape, dtype="float32"):
    feed[name] = np.random.RandomState(len(feed)).uniform(0.1, 0.9, shape).astype(dtype)
    variable = fluid.data(name, list(shape), dtype)
    variable.stop_gradient = False
    return variable


def at(value):
    return fluid.initializer.Constant(value)


feed = {}
main, start = fluid.Program(), fluid.Program()
start.random_seed = main.random_seed = 5
with fluid.program_guard(main, start), fluid.unique_name.guard():
    x, image, volume = fed("x", (3, 4)), fed("image", (2, 4, 5, 5)), fed("volume", (1, 2, 4, 4, 4))
    last, kept = L.transpose(image, [0, 2, 3, 1]), L.data("kept", [3, 4], False, stop_gradient=False)
    feed["kept"] = feed["x"]
    ids = L.assign(np.array([[1], [4], [2]], "int64"))
    layers = {
        "batch_norm": lambda: L.batch_norm(image, param_attr=W("bn_w", at(1.5)), bias_attr=W("bn_b", at(0.2)),
                                           do_model_average_for_mean_and_var=False),
        "bilinear": lambda: L.bilinear_tensor_product(x, x, 2, param_attr=W("bi_w"), bias_attr=W("bi_b", at(0.1))),
        "conv2d": lambda: L.conv2d(last, 2, 3, data_format="NHWC"),
        "conv2d_transpose": lambda: L.conv2d_transpose(image, 4, filter_size=3, padding=1, dilation=2, groups=2,
                                                       use_cudnn=False),
        "conv2d_transpose_last": lambda: L.conv2d_transpose(last, 3, filter_size=2, data_format="NHWC"),
        "conv3d": lambda: L.conv3d(volume, 4, 2, stride=2, dilation=2, groups=2, param_attr=W("c3_w"),
                                   bias_attr=W("c3_b", at(0.3)), use_cudnn=False),
        "conv3d_last": lambda: L.conv3d(L.transpose(volume, [0, 2, 3, 4, 1]), 2, 2, data_format="NDHWC"),
        "conv3d_transpose": lambda: L.conv3d_transpose(
            volume, 4, output_size=[7, 7, 7], filter_size=3, padding=1, stride=2, groups=2, param_attr=W("t3_w"),
            bias_attr=W("t3_b", at(0.3)), act="tanh", use_cudnn=False),
        "conv3d_transpose_wide": lambda: L.conv3d_transpose(volume, 2, filter_size=2, dilation=2),
        "conv3d_transpose_last": lambda: L.conv3d_transpose(L.transpose(volume, [0, 2, 3, 4, 1]), 2, filter_size=2,
                                                            data_format="NDHWC"),
        "data": lambda: kept,
        "embedding": lambda: fluid.embedding(ids, [6, 2], is_distributed=True, dtype="float64"),
        "embedding_of_layers": lambda: L.embedding(ids, [6, 2], is_distributed=True, dtype="float64"),
        "group_norm": lambda: L.group_norm(last, 2, data_layout="NHWC"),
        "instance_norm": lambda: L.instance_norm(image, param_attr=W("in_w", at(1.5)), bias_attr=W("in_b", at(0.2))),
        "layer_norm": lambda: L.layer_norm(x, param_attr=W("ln_w", at(1.5)), bias_attr=W("ln_b", at(0.2))),
        "deformable": lambda: L.deformable_conv(
            image, fed("offsets", (2, 8, 2, 2)), fed("mask", (2, 4, 2, 2)), 2, 2, stride=2, padding=0, dilation=2,
            im2col_step=1, param_attr=W("de_w")),
        "img_conv_group": lambda: nets.img_conv_group(image, [2, 2], 2, conv_padding=0, conv_filter_size=2,
                                                      conv_act="relu", pool_type="avg", use_cudnn=False),
        "simple_img_conv_pool": lambda: nets.simple_img_conv_pool(
            image, 4, 3, 2, 1, pool_padding=1, pool_type="avg", conv_stride=2, conv_padding=2, conv_dilation=2,
            conv_groups=2, param_attr=W("si_w"), bias_attr=W("si_b", at(0.1)), use_cudnn=False),
        "simple_img_conv_pool_whole": lambda: nets.simple_img_conv_pool(image, 4, 3, 2, 1, global_pooling=True),
    }
    for name in sorted(layers):
        found.append(layers[name]())
    total = L.sums([L.cast(L.reduce_sum(L.square(each)), "float32") for each in found])
    fluid.optimizer.SGD(0.01).minimize(total)
    found.append(L.batch_norm(L.scale(image, 2.0), in_place=True))  # which 1.8.5 could not train here
    names = [each.name for each in main.all_parameters()]
    answer["parameters"] = np.array(names)
    exe, scope = fluid.Executor(fluid.CPUPlace()), fluid.Scope()
    with fluid.scope_guard(scope):
        exe.run(start)
        for name, value in zip([*sorted(layers), "in place"], exe.run(main, feed=feed, fetch_list=found)):
            answer[name] = np.array(value)
        for name in names:
            answer["then " + name] = np.array(scope.find_var(name).get_tensor())
