"""Operators that calls become in a program, and what they compute when the program is read again from its message."""

import json

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
main, startup = fluid.Program(), fluid.Program()
main.random_seed = startup.random_seed = 3
generator = np.random.RandomState(0)
FEED = {
    "x": generator.rand(3, 4).astype("float32") + 0.1, "y": generator.rand(3, 4).astype("float32") + 0.2,
    "image": generator.rand(3, 4, 8, 8).astype("float32"), "label": np.array([[1], [0], [2]], "int64"),
}
ROWS = generator.rand(6, 4).astype("float32")
LENGTHS = [[2, 1, 3]]
IDS = generator.randint(0, 4, [6, 1]).astype("int64")
LEFT_OUT = ("op_role", "op_role_var", "op_callstack", "op_namescope", "op_device", "seed")

CASES = {
    "fc": lambda: L.fc(x, 3, act="relu"), "fc of two": lambda: L.fc([x, y], 3, act="tanh"),
    "fc of three dimensions": lambda: L.fc(image, 3, num_flatten_dims=2, bias_attr=False),
    "times nothing": lambda: x * 0.0,
    "plus": lambda: x + 1.5, "minus from": lambda: 1 - x, "by": lambda: x / 2, "product": lambda: x * y,
    "power": lambda: x ** 2, "less": lambda: x < y, "negative": lambda: -x,
    "piece": lambda: x[0], "pieces": lambda: image[:, 1:3, 0], "slice": lambda: L.slice(image, [0, 2], [0, 1], [2, -1]),
    "square_error_cost": lambda: L.square_error_cost(x, y), "mse_loss": lambda: L.mse_loss(x, y),
    "l2_normalize": lambda: L.l2_normalize(x, 1), "accuracy": lambda: L.accuracy(x, label, k=2),
    "cross_entropy": lambda: L.cross_entropy(L.softmax(x), label),
    "soft cross_entropy": lambda: L.cross_entropy(L.softmax(x), y, soft_label=True),
    "softmax_with_cross_entropy": lambda: L.softmax_with_cross_entropy(x, label),
    "sigmoid_cross_entropy": lambda: L.sigmoid_cross_entropy_with_logits(x, y),
    "conv2d": lambda: L.conv2d(image, 4, 3, padding=[1, 2], act="relu"),
    "same conv2d": lambda: L.conv2d(image, 4, 3, padding="SAME", bias_attr=False),
    "depthwise": lambda: L.conv2d(image, 8, 3, groups=4, use_cudnn=False, stride=2, dilation=2),
    "conv2d_transpose": lambda: L.conv2d_transpose(image, 4, filter_size=3, output_size=17, stride=2),
    "batch_norm": lambda: L.batch_norm(image, act="relu"), "layer_norm": lambda: L.layer_norm(image, begin_norm_axis=2),
    "group_norm": lambda: L.group_norm(image, 2, param_attr=True, bias_attr=True),
    "instance_norm": lambda: L.instance_norm(image), "prelu": lambda: L.prelu(image, "channel"),
    "embedding": lambda: L.embedding(label, [10, 4], padding_idx=3),
    "embedding of numbers": lambda: fluid.embedding(label, [10, 4]),
    "dropout": lambda: L.dropout(x, 0.4), "upscaled dropout": lambda: L.dropout(
        x, 0.4, dropout_implementation="upscale_in_train"),
    "pool2d": lambda: L.pool2d(image, 3, "avg", 2, 1), "global pool2d": lambda: L.pool2d(
        image, pool_type="max", global_pooling=True),
    "ceiling pool2d": lambda: L.pool2d(image, 3, "max", 2, ceil_mode=True),
    "adaptive_pool2d": lambda: L.adaptive_pool2d(image, 2, "avg"), "lrn": lambda: L.lrn(image),
    "resize_nearest": lambda: L.resize_nearest(image, scale=2.), "resize_bilinear": lambda: L.resize_bilinear(
        image, [4, 6], align_corners=False),
    "reduce_sum": lambda: L.reduce_sum(x), "reduce_mean": lambda: L.reduce_mean(x, dim=1, keep_dim=True),
    "reduce_max": lambda: L.reduce_max(image, dim=[2, 3]), "mean": lambda: L.mean(x),
    "split": lambda: L.split(x, 2, 1)[1], "sections": lambda: L.split(x, [1, 3], -1)[0],
    "concat": lambda: L.concat([x, y], 1), "stack": lambda: L.stack([x, y], 1), "sums": lambda: L.sums([x, y]),
    "topk": lambda: L.topk(x, 2)[0], "argmax": lambda: L.argmax(x, 1), "argsort": lambda: L.argsort(x)[1],
    "one_hot": lambda: L.one_hot(label, 5), "label_smooth": lambda: L.label_smooth(y),
    "ones_like": lambda: L.ones_like(x), "zeros_like": lambda: L.zeros_like(x),
    "like a batch": lambda: L.fill_constant_batch_size_like(x, [-1, 2], "float32", 0.5),
    "fill_constant": lambda: L.fill_constant([2], "int64", 3),
    "of a size": lambda: L.fill_constant([L.shape(x)[0], 2], "float32", 0.5),
    "of another size": lambda: L.fill_constant([3, L.cast(L.shape(x)[0], "int64")], "int64", 3),
    "assign": lambda: L.assign(x),
    "assign an array": lambda: L.assign(np.array([[1.5, 2.0]], "float32")), "shape": lambda: L.shape(image),
    "reshape": lambda: L.reshape(x, [-1, 2, 2], act="relu"), "flatten": lambda: L.flatten(image),
    "transpose": lambda: L.transpose(image, [0, 2, 3, 1]), "unsqueeze": lambda: L.unsqueeze(x, [1]),
    "squeeze": lambda: L.squeeze(L.unsqueeze(x, [1]), [1]), "cast": lambda: L.cast(x, "int64"),
    "gather": lambda: L.gather(x, label), "expand": lambda: L.expand(x, [2, 1]),
    "pad2d": lambda: L.pad2d(image, [1, 1, 0, 2]), "pad": lambda: L.pad(x, [0, 1, 1, 0]),
    "axis": lambda: L.elementwise_mul(image, L.reduce_mean(image, dim=[2, 3]), axis=0, act="relu"),
    "scale": lambda: L.scale(x, 2., 1., act="relu"), "clip": lambda: L.clip(x, 0.3, 0.6),
    "matmul": lambda: L.matmul(x, y, transpose_y=True, alpha=0.5), "cos_sim": lambda: L.cos_sim(x, y),
    "log_softmax": lambda: L.log_softmax(x), "smooth_l1": lambda: L.smooth_l1(x, y),
    "sigmoid": lambda: L.sigmoid(x), "hard_swish": lambda: L.hard_swish(x), "relu6": lambda: L.relu6(x),
    "leaky_relu": lambda: L.leaky_relu(x, 0.1), "swish": lambda: L.swish(x), "hard_sigmoid": lambda: L.hard_sigmoid(x),
    "sequence_pool": lambda: L.sequence_pool(rows, "sqrt"), "last": lambda: L.sequence_last_step(rows),
    "sequence_conv": lambda: L.sequence_conv(rows, 6, 3, act="tanh"),
    "dynamic_lstm": lambda: L.dynamic_lstm(L.fc(rows, 16), 16, use_peepholes=False)[0],
    "dynamic_gru": lambda: L.dynamic_gru(L.fc(rows, 12), 4),
    "sequence_expand": lambda: L.sequence_expand(x, rows),
    "sequence_softmax": lambda: L.sequence_softmax(L.fc(rows, 1)),
    "linear_chain_crf": lambda: L.linear_chain_crf(rows, ids, param_attr=fluid.ParamAttr("transition")),
    "crf_decoding": lambda: L.crf_decoding(rows, fluid.ParamAttr("transition")),
    "sequence_reverse": lambda: L.sequence_reverse(rows), "sequence_concat": lambda: L.sequence_concat([rows, rows]),
    "im2sequence": lambda: L.im2sequence(image, [2, 2], [2, 2]),
    "range": lambda: L.range(1, 7, 2, "int64"), "sequence_mask": lambda: L.sequence_mask(label, 4),
    "glu": lambda: fluid.nets.glu(image, 1), "unfold": lambda: L.unfold(image, [2, 3], 2, 1),
    "shuffle_channel": lambda: L.shuffle_channel(image, 2), "bpr_loss": lambda: L.bpr_loss(x, label),
    "anchor_generator": lambda: L.anchor_generator(image, [64.], [1.], [0.1, 0.1, 0.2, 0.2], [16., 16.])[0],
    "yolo_box": lambda: L.yolo_box(L.conv2d(image, 18, 1), L.cast(L.concat([label, label], 1), "int32"),
                                   [10, 13, 16, 30], 4, 0.01, 32)[1],
    "detection_output": lambda: L.detection_output(L.reshape(image, [-1, 64, 4]), L.reshape(image, [-1, 64, 4]),
                                                   *[L.reshape(each, [-1, 4]) for each in priors()], keep_top_k=5),
    "nested": lambda: fluid.nets.simple_img_conv_pool(image, 3, 3, 2, 2, act="relu"),
}


def priors():
    return L.prior_box(image, L.resize_nearest(image, [32, 32]), [4.], [], [1.], clip=True)


def attribute(value):
    if isinstance(value, float):
        return format(value, ".6g")
    return [attribute(each) for each in value] if isinstance(value, list) else value


def told(operator):
    attrs = sorted((name, attribute(operator.attr(name))) for name in operator.attr_names if name not in LEFT_OUT)
    places = [sorted((place, len(listed(place))) for place in names if listed(place))
              for names, listed in ((operator.input_names, operator.input), (operator.output_names, operator.output))]
    return [operator.type, places[0], places[1], attrs]


results = {}
with fluid.program_guard(main, startup), fluid.unique_name.guard():
    x, y = fluid.data("x", [None, 4]), fluid.data("y", [None, 4])
    image, label = fluid.data("image", [None, 4, 8, 8]), fluid.data("label", [None, 1], "int64")
    rows = fluid.data("rows", [None, 4], lod_level=1)
    ids = fluid.data("ids", [None, 1], "int64", lod_level=1)
    for name, make in CASES.items():
        before = len(main.global_block().ops)
        results[name] = make().name
        answer[name + " is"] = np.array(json.dumps([told(each) for each in main.global_block().ops[before:]]))

executor = fluid.Executor(fluid.CPUPlace())
with fluid.scope_guard(fluid.Scope()):
    executor.run(startup)
    place = fluid.CPUPlace()
    feed = dict(FEED, rows=fluid.create_lod_tensor(ROWS, LENGTHS, place),
                ids=fluid.create_lod_tensor(IDS, LENGTHS, place))
    test = main.clone(for_test=True)
    again = fluid.Program.parse_from_string(test.desc.serialize_to_string())
    for which, program in (("", test), (", read again", again)):
        values = executor.run(program, feed=feed, fetch_list=list(results.values()), return_numpy=False)
        for name, value in zip(results, values):
            answer[name + which] = np.array(value)
            answer[name + which + "'s sequences"] = np.array(json.dumps(value.lod()))
