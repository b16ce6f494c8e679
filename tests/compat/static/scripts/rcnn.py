"""Mask R-CNN, trained: anchors, proposals, sampled boxes, their regions and masks; and deformed convolutions."""

import numpy as np
import paddle.fluid as fluid

answer = globals()["answer"]
L = fluid.layers
main, startup = fluid.default_main_program(), fluid.default_startup_program()
startup.random_seed = main.random_seed = 13
SIZE, CLASSES = 32, 3
image = fluid.data("image", [None, 3, SIZE, SIZE], "float32")
info = fluid.data("info", [None, 3], "float32")
box = fluid.data("box", [None, 4], "float32", lod_level=1)
kind = fluid.data("kind", [None, 1], "int32", lod_level=1)
crowd = fluid.data("crowd", [None, 1], "int32", lod_level=1)
polygons = fluid.data("polygons", [None, 2], "float32", lod_level=3)

maps = L.conv2d(image, 6, 3, stride=4, padding=1, act="relu")
offset = L.conv2d(maps, 18, 3, padding=1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Normal(0.0, 0.1)))
mask = L.sigmoid(L.conv2d(maps, 9, 3, padding=1))
# without im2col_step of at most a batch, 1.8.5 left the result as it was in memory
maps = L.relu(L.deformable_conv(maps, offset, mask, 6, 3, padding=1, im2col_step=1))
plain = L.deformable_conv(maps, offset, None, 4, 3, padding=1, groups=1, deformable_groups=1, im2col_step=2,
                          modulated=False, bias_attr=False, name="plain")
anchors, spread = L.anchor_generator(maps, [6.0, 12.0], [0.5, 1.0], [1.0, 1.0, 1.0, 1.0], [4.0, 4.0], 0.5)
score = L.conv2d(maps, 4, 1)
delta = L.conv2d(maps, 16, 1, param_attr=fluid.ParamAttr(initializer=fluid.initializer.Normal(0.0, 0.02)))
rois, chances = L.generate_proposals(L.sigmoid(score), delta, info, anchors, spread, 100, 12, 0.7, 0.0)
found = L.rpn_target_assign(
    L.reshape(L.transpose(delta, [0, 2, 3, 1]), [0, -1, 4]), L.reshape(L.transpose(score, [0, 2, 3, 1]), [0, -1, 1]),
    L.reshape(anchors, [-1, 4]), L.reshape(spread, [-1, 4]), box, crowd, info, 16, 0.0, 0.5, 0.6, 0.3, use_random=False)
loss = L.reduce_mean(L.sigmoid_cross_entropy_with_logits(found[0], L.cast(found[2], "float32")))
loss = loss + L.reduce_mean(L.smooth_l1(found[1], found[3], found[4], found[4], 3.0))
sampled = L.generate_proposal_labels(rois, kind, crowd, box, info, 8, 0.5, 0.5, 0.5, 0.0, [0.1, 0.1, 0.2, 0.2], CLASSES,
                                     use_random=False)
for each in sampled:
    each.stop_gradient = True
regions = L.roi_align(maps, sampled[0], 3, 3, 0.25, 2)
hidden = L.fc(regions, 10, act="relu")
logits, moves = L.fc(hidden, CLASSES), L.fc(hidden, 4 * CLASSES)
loss = loss + L.reduce_mean(L.softmax_with_cross_entropy(logits, L.cast(sampled[1], "int64")))
loss = loss + L.reduce_mean(L.smooth_l1(moves, *sampled[2:], sigma=1.0))
mask_rois, has_mask, masks = L.generate_mask_labels(info, kind, crowd, polygons, sampled[0], sampled[1], CLASSES, 6)
pooled = L.roi_pool(maps, mask_rois, 3, 3, 0.25)
drawn = L.reshape(L.conv2d_transpose(pooled, CLASSES, filter_size=2, stride=2), [0, -1])
loss = loss + L.reduce_sum(L.sigmoid_cross_entropy_with_logits(
    drawn, L.cast(masks, "float32"), ignore_index=-1, normalize=True)) + 0.1 * L.reduce_mean(plain)
test = main.clone(for_test=True)
fluid.optimizer.Momentum(0.005, 0.9).minimize(loss)

executor = fluid.Executor(fluid.CPUPlace())
executor.run(startup)
answer["parameters"] = np.array([parameter.name for parameter in main.all_parameters()])
deformed = np.array(fluid.global_scope().find_var("deformable_conv_0.w_0").get_tensor())
answer["first"] = deformed
rng = np.random.RandomState(5)


def fed():
    counts = rng.randint(1, 4, 2).tolist()
    low = np.round(rng.uniform(0, 18, [sum(counts), 2]))
    boxes = np.concatenate([low, low + np.round(rng.uniform(6, 13, low.shape))], -1).astype("float32")
    points = boxes[:, [0, 1, 2, 1, 2, 3]].reshape(-1, 2)

    def rows(values, lengths):
        return fluid.create_lod_tensor(values, lengths, fluid.CPUPlace())

    return {"image": rng.uniform(0, 1, [2, 3, SIZE, SIZE]).astype("float32"), "box": rows(boxes, [counts]),
            "info": np.array([[SIZE, SIZE, 1.0]] * 2, "float32"),
            "kind": rows(rng.randint(1, CLASSES, (sum(counts), 1)).astype("int32"), [counts]),
            "crowd": rows(np.zeros((sum(counts), 1), "int32"), [counts]),
            "polygons": rows(points, [counts, [1] * sum(counts), [3] * sum(counts)])}


answer["losses"] = np.array([executor.run(main, feed=fed(), fetch_list=[loss])[0] for _ in range(4)])
seen = executor.run(test, feed=fed(), fetch_list=[rois, chances, *sampled, mask_rois, has_mask, masks, regions],
                    return_numpy=False)
for number, value in enumerate(seen):
    answer[str(number)] = np.array(value)
    answer[f"lod {number}"] = np.array(str(value.lod()))
