"""UNet with the Lovasz loss, and what the other losses say."""

import paddle
from fixed import fill, floats, integers, steps

PACKAGE = "paddleseg-2.5.0"
WHAT = "UNet, 2 steps of Momentum on the Lovasz loss; Lovasz hinge, dice and OHEM losses"


def run():
    from paddleseg.models import UNet
    from paddleseg.models.losses import (
        CrossEntropyLoss,
        DiceLoss,
        LovaszHingeLoss,
        LovaszSoftmaxLoss,
        OhemCrossEntropyLoss,
    )

    model = fill(UNet(num_classes=3), scale=0.05)
    model.train()
    momentum = paddle.optimizer.Momentum(1e-3, 0.9, parameters=model.parameters(), weight_decay=1e-4)
    image, label = paddle.to_tensor(floats(1, 3, 32, 32)), paddle.to_tensor(integers(1, 32, 32, below=3))
    lovasz = LovaszSoftmaxLoss()
    found = steps(model, momentum, lambda step: lovasz(model(image)[0], label), count=2)
    model.eval()
    logits = model(image)[0]
    found["output/logits"] = logits.numpy()
    found["losses/softmax"] = lovasz(logits, label).numpy()
    found["losses/hinge"] = LovaszHingeLoss()(logits[:, :1], (label > 1).astype("int64")).numpy()
    found["losses/entropy"] = CrossEntropyLoss()(logits, label).numpy()
    found["losses/dice"] = DiceLoss()(logits, label).numpy()
    found["losses/ohem"] = OhemCrossEntropyLoss(min_kept=100)(logits, label).numpy()
    return found
