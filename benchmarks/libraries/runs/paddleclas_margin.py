"""A classifier with a margin loss on top."""

import paddle
from fixed import fill, floats, integers, steps

PACKAGE = "paddleclas-2.2.1"
WHAT = "ResNet-18 with a circle margin, 2 steps of Momentum; triplet and label-smoothed losses"


def run():
    from paddleclas.ppcls.arch.backbone import ResNet18
    from paddleclas.ppcls.arch.gears.circlemargin import CircleMargin
    from paddleclas.ppcls.loss.celoss import CELoss
    from paddleclas.ppcls.loss.triplet import TripletLossV2

    model = paddle.nn.Layer()
    model.backbone, model.margin = ResNet18(class_num=16), CircleMargin(16, 5, 0.25, 8.0)
    fill(model, scale=0.1)
    model.train()
    momentum = paddle.optimizer.Momentum(1e-3, 0.9, parameters=model.parameters())
    image, label = paddle.to_tensor(floats(4, 3, 32, 32)), paddle.to_tensor(integers(4, 1, below=5))
    smoothed = CELoss(epsilon=0.1)

    def loss_of(step):
        return smoothed(model.margin(model.backbone(image), label), label)["CELoss"]

    found = steps(model, momentum, loss_of, count=2)
    given, pairs = {"features": paddle.to_tensor(floats(4, 16))}, paddle.to_tensor([[0], [0], [1], [1]])
    found["losses/triplet"] = TripletLossV2()(given, pairs)["TripletLossV2"].numpy()
    return found
