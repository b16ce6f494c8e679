"""Run with real 1.8.5: writes the models of the table of roundings, their inputs beside them, to the folder argv[1]."""

import os
import sys

import numpy as np
import paddle.fluid as fluid

layers = fluid.layers
random = np.random.RandomState(3)


def convolved(x, channels, size, stride=1, act="relu"):
    x = layers.conv2d(x, channels, size, stride=stride, padding=(size - 1) // 2, bias_attr=False)
    x = layers.batch_norm(x, momentum=0.5)
    return layers.leaky_relu(x, 0.1) if act == "leaky" else layers.relu(x) if act else x


def residual():
    image = fluid.data("image", [None, 3, 32, 32])
    x = convolved(image, 16, 3)
    for channels, stride in ((16, 1), (16, 1), (32, 2), (32, 1), (64, 2), (64, 1)):
        inner = convolved(convolved(x, channels // 2, 1), channels // 2, 3, stride)
        inner = convolved(inner, channels, 1, act=None)
        if x.shape[1] != channels:
            x = convolved(x, channels, 1, stride, act=None)
        x = layers.relu(layers.elementwise_add(inner, x))
    x = layers.pool2d(x, pool_type="avg", global_pooling=True)
    return [layers.fc(x, 10, act="softmax")], {"image": random.uniform(-1, 1, (2, 3, 32, 32))}


def depthwise():
    image = fluid.data("image", [None, 3, 32, 32])
    x = convolved(image, 16, 3, 2)
    for channels, stride in ((32, 1), (64, 2), (64, 1), (128, 2)):
        x = layers.conv2d(x, x.shape[1], 3, stride, 1, groups=x.shape[1], bias_attr=False, use_cudnn=False)
        x = convolved(layers.relu6(layers.batch_norm(x, momentum=0.5)), channels, 1)
    x = layers.pool2d(x, pool_type="avg", global_pooling=True)
    return [layers.fc(x, 10, act="softmax")], {"image": random.uniform(-1, 1, (2, 3, 32, 32))}


def encoder():
    size, heads, steps = 128, 4, 24

    def dense(x, width, act=None):
        start = fluid.initializer.TruncatedNormal(scale=0.05)
        return layers.fc(x, width, 2, param_attr=fluid.ParamAttr(initializer=start), act=act)

    def split(x):
        return layers.transpose(layers.reshape(x, [0, 0, heads, size // heads]), [0, 2, 1, 3])

    words = fluid.data("words", [None, steps, 1], "int64")
    mask = fluid.data("mask", [None, steps, 1])
    x = layers.layer_norm(layers.embedding(words, [500, size]), begin_norm_axis=2)
    unseen = layers.scale(layers.matmul(mask, mask, transpose_y=True), 10000.0, -1.0, bias_after_scale=False)
    unseen = layers.stack([unseen] * heads, axis=1)
    for _ in range(4):
        query, key, value = (split(dense(x, size)) for _ in range(3))
        weights = layers.matmul(layers.scale(query, (size // heads) ** -0.5), key, transpose_y=True)
        seen = layers.matmul(layers.softmax(weights + unseen), value)
        seen = dense(layers.reshape(layers.transpose(seen, [0, 2, 1, 3]), [0, 0, size]), size)
        x = layers.layer_norm(x + seen, begin_norm_axis=2)
        x = layers.layer_norm(x + dense(dense(x, 4 * size, "gelu"), size), begin_norm_axis=2)
    seen = np.ones((2, steps, 1))
    seen[1, 15:] = 0
    return [x], {"words": random.randint(0, 500, (2, steps, 1)), "mask": seen}


def transposed():
    noise = fluid.data("noise", [None, 100])
    x = layers.relu(layers.batch_norm(layers.fc(noise, 128 * 4 * 4), momentum=0.5))
    x = layers.reshape(x, [-1, 128, 4, 4])
    for channels in (64, 32, 16):
        x = layers.conv2d_transpose(x, channels, filter_size=4, stride=2, padding=1, bias_attr=False)
        x = layers.batch_norm(x, act="relu", momentum=0.5)
    x = layers.conv2d_transpose(x, 3, filter_size=5, stride=1, padding=2, act="tanh")
    return [x], {"noise": random.normal(size=(3, 100))}


def resized():
    noise = fluid.data("noise", [None, 100])
    x = layers.reshape(layers.fc(noise, 128 * 4 * 4), [-1, 128, 4, 4])
    for channels in (96, 64, 32):
        x = convolved(layers.resize_bilinear(x, scale=2.0), channels, 3)
    return [layers.tanh(layers.conv2d(x, 3, 3, padding=1))], {"noise": random.normal(size=(3, 100))}


def detector():
    image, size = fluid.data("image", [None, 3, 64, 64]), fluid.data("size", [None, 2], "int32")
    x, scales = convolved(image, 8, 3, act="leaky"), []
    for channels, count in ((16, 1), (32, 2), (64, 2), (96, 2), (128, 1)):
        x = convolved(x, channels, 3, 2, "leaky")
        for _ in range(count):
            inner = convolved(convolved(x, channels // 2, 1, act="leaky"), channels, 3, act="leaky")
            x = layers.elementwise_add(x, inner)
        scales.append(x)
    anchors = [10, 13, 16, 30, 33, 23, 30, 61, 62, 45, 59, 119, 116, 90, 156, 198, 373, 326]
    boxes, scores, above = [], [], []
    for number, x in enumerate(scales[:1:-1]):
        x, channels = layers.concat([*above, x], 1) if above else x, 64 >> number
        for _ in range(2):
            x = convolved(convolved(x, channels, 1, act="leaky"), channels * 2, 3, act="leaky")
        x = convolved(x, channels, 1, act="leaky")
        found = layers.conv2d(convolved(x, channels * 2, 3, act="leaky"), 3 * (5 + 10), 1)
        box, score = layers.yolo_box(found, size, anchors[12 - 6 * number : 18 - 6 * number], 10, 0.005, 32 >> number)
        boxes.append(box)
        scores.append(layers.transpose(score, [0, 2, 1]))
        above = [layers.resize_nearest(convolved(x, channels // 2, 1, act="leaky"), scale=2.0, align_corners=False)]
    every, scored = layers.concat(boxes, 1), layers.concat(scores, 2)
    best = layers.multiclass_nms(every, scored, 0.005, 50, 20, 0.45, background_label=-1)
    given = {"image": random.uniform(-1, 1, (2, 3, 64, 64)), "size": np.array([[64, 64], [48, 60]])}
    return [best, every, scored], given


def write(make, folder):
    main, startup = fluid.Program(), fluid.Program()
    main.random_seed = startup.random_seed = 11
    executor = fluid.Executor(fluid.CPUPlace())
    with fluid.program_guard(main, startup), fluid.unique_name.guard(), fluid.scope_guard(fluid.Scope()):
        outputs, given = make()
        block = main.global_block()
        given = {name: value.astype({2: "int32", 3: "int64", 5: "float32"}[int(block.var(name).dtype)])
                 for name, value in given.items()}
        test = main.clone(for_test=True)
        executor.run(startup)
        for step in range(20):  # normalisations have what they have after a training
            drawn = np.random.RandomState(step)
            executor.run(main, {name: drawn.normal(size=(8, *value.shape[1:])).astype("float32")
                                if name in ("image", "noise") else np.concatenate([value] * 4)
                                for name, value in given.items()})
        fluid.io.save_inference_model(folder, [*given], outputs, executor, test)
    np.savez(folder + ".npz", **given)


for made in (residual, depthwise, encoder, transposed, resized, detector):
    write(made, os.path.join(sys.argv[1], made.__name__))
