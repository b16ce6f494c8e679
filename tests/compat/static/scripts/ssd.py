"""SSD: heads over maps, its loss trained on images with different numbers of boxes, and the boxes that it finds."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
main, startup = fluid.default_main_program(), fluid.default_startup_program()
startup.random_seed = main.random_seed = 11
image = fluid.data("image", [None, 3, 24, 24], "float32")
true_box = fluid.data("true_box", [None, 4], "float32", lod_level=1)
true_label = fluid.data("true_label", [None, 1], "int32", lod_level=1)

maps = [L.conv2d(image, 4, 3, stride=4, padding=1, act="relu")]
for _ in range(2):
    maps.append(L.conv2d(maps[-1], 4, 3, stride=2, padding=1, act="relu"))
loc, conf, box, spread = L.multi_box_head(maps, image, 24, 3, [[2.0], [2.0, 3.0], [2.0]], 20, 90, clip=True, name="m")
single = L.multi_box_head([maps[0]], image, 24, 2, aspect_ratios=[2.0], min_sizes=[6.0], max_sizes=[9.0], flip=False,
                          steps=[4.0], offset=0.4, variance=[0.2, 0.2, 0.1, 0.1], kernel_size=3, pad=1, stride=1,
                          min_max_aspect_ratios_order=True)
pair = L.multi_box_head(maps[:2], image, 24, 2, [[2.0], 3.0], min_sizes=[6.0, [9.0]], max_sizes=[[], 12.0],
                        step_w=[4.0, 8.0], step_h=[3.0, 8.0])
found, index = L.detection_output(loc, L.softmax(conf), box, spread, nms_threshold=0.45, return_index=True)
plain = L.detection_output(loc, L.softmax(conf), box, spread, score_threshold=0.9)
loss = L.reduce_sum(L.ssd_loss(loc, conf, true_box, true_label, box, spread))
test = main.clone(for_test=True)
fluid.optimizer.Momentum(0.01, 0.9).minimize(loss)

executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
answer["parameters"] = np.array([parameter.name for parameter in main.all_parameters()])
answer["shapes"] = np.array([str(tuple(each.shape)) for each in (box, spread, *single, *pair[2:], loss)])

rng = np.random.RandomState(5)


def fed():
    lengths = rng.randint(1, 4, 3).tolist()
    low = rng.uniform(0, 0.6, [sum(lengths), 2])
    boxes = np.concatenate([low, low + rng.uniform(0.2, 0.4, low.shape)], -1).astype("float32")
    labels = rng.randint(1, 3, (sum(lengths), 1)).astype("int32")
    return {"image": rng.uniform(0, 1, [3, 3, 24, 24]).astype("float32"),
            "true_box": fluid.create_lod_tensor(boxes, [lengths], fluid.CPUPlace()),
            "true_label": fluid.create_lod_tensor(labels, [lengths], fluid.CPUPlace())}


losses = [executor.run(main, feed=fed(), fetch_list=[loss])[0] for _ in range(5)]
answer["losses"] = np.array(losses)
seen = executor.run(test, feed=fed(), fetch_list=[found, index, plain, box, spread, *single, *pair],
                    return_numpy=False)
for number, value in enumerate(seen):
    answer[str(number)] = np.array(value)
    answer[f"lod {number}"] = np.array(str(value.lod()))
