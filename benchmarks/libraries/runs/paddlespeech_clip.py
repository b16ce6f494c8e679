"""Gradients clipped by their norm, as the speech models train."""

import paddle
from fixed import fill, floats, steps

PACKAGE = "paddlespeech-1.4.1"
WHAT = "clipping by the global norm with a log, 3 steps of SGD: losses, gradients, parameters"


def run():
    from paddlespeech.s2t.training.gradclip import ClipGradByGlobalNormWithLog

    model = fill(paddle.nn.Sequential(paddle.nn.Linear(6, 8), paddle.nn.Tanh(), paddle.nn.Linear(8, 3)), scale=1.0)
    sgd = paddle.optimizer.SGD(0.5, parameters=model.parameters(), grad_clip=ClipGradByGlobalNormWithLog(0.3))
    return steps(model, sgd, lambda step: paddle.mean(model(paddle.to_tensor(floats(4, 6, seed=step))) ** 2))
