"""YOLOv3's head: its loss, gradients, and boxes after decoding and non-maximum suppression."""

import paddle
from fixed import fill, floats, integers, steps

PACKAGE = "paddledet-2.4.0"
WHAT = "YOLOv3's head and loss, 2 steps of Momentum; decoded boxes, multiclass NMS"

ANCHORS = [[10, 13], [16, 30], [33, 23], [30, 61], [62, 45], [59, 119], [116, 90], [156, 198], [373, 326]]
MASKS = [[6, 7, 8], [3, 4, 5], [0, 1, 2]]


def run():
    from ppdet.modeling.heads import YOLOv3Head
    from ppdet.modeling.layers import MultiClassNMS, YOLOBox
    from ppdet.modeling.losses import YOLOv3Loss

    head = YOLOv3Head(in_channels=[8, 8, 4], anchors=ANCHORS, anchor_masks=MASKS, num_classes=4,
                      loss=YOLOv3Loss(num_classes=4, label_smooth=True))
    fill(head, scale=0.5)
    features = [paddle.to_tensor(floats(2, channels, size, size, seed=size))
                for channels, size in ((8, 3), (8, 6), (4, 12))]
    head.train()
    momentum = paddle.optimizer.Momentum(1e-4, 0.9, parameters=head.parameters())
    found = {}

    def loss_of(step):
        losses = head(features, targets())
        found.update({f"losses/{name}{step}": loss.numpy() for name, loss in losses.items()})
        return losses["loss"]

    found.update(steps(head, momentum, loss_of, count=2))
    head.eval()
    outputs = head(features)
    found.update({f"output/{place}": each.numpy() for place, each in enumerate(outputs)})
    boxes, scores = YOLOBox(num_classes=4, conf_thresh=0.01)(
        outputs, head.mask_anchors, paddle.to_tensor([[96.0, 96.0]] * 2), paddle.to_tensor([[1.0, 1.0]] * 2))
    found["boxes/all"], found["scores/all"] = boxes.numpy(), scores.numpy()
    kept, count, _ = MultiClassNMS(score_threshold=0.05, nms_threshold=0.5, keep_top_k=20, nms_top_k=50)(
        boxes, scores)
    found["kept/boxes"], found["count/kept"] = kept.numpy(), count.numpy()
    return found


def targets():
    """Some cells of each scale with an object in them, as the reader's transform makes it."""
    made = {"gt_bbox": paddle.to_tensor(abs(floats(2, 5, 4, seed=4)) * 0.5)}
    for place, size in enumerate((3, 6, 12)):
        target = abs(floats(2, 3, 10, size, size, seed=size + 1))
        target[:, :, 5] = integers(2, 3, size, size, below=2, seed=size)
        target[:, :, 6:] = integers(2, 3, 4, size, size, below=2, seed=size + 2)
        made[f"target{place}"] = paddle.to_tensor(target)
    return made
