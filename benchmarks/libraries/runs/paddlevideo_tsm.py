"""A network for videos that shifts channels from frame to frame."""

import paddle
from fixed import fill, floats, steps

PACKAGE = "paddlevideo-0.0.1"
WHAT = "ResNet-50 with temporal shift, 2 steps of Momentum: losses, gradients, parameters"


def run():
    from ppvideo.paddlevideo.modeling.backbones.resnet_tsm import ResNetTSM

    model = fill(ResNetTSM(depth=50, num_seg=4), scale=0.1)
    model.train()
    momentum = paddle.optimizer.Momentum(1e-3, 0.9, parameters=model.parameters())
    frames = paddle.to_tensor(floats(8, 3, 32, 32))
    return steps(model, momentum, lambda step: paddle.mean(model(frames) ** 2), count=2)
