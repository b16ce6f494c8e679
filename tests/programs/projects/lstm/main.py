# -*- coding: utf-8 -*-
import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable

from classifier import Classifier
from utility import start_weights

TEXTS = [(u"好 看 好 看", 1), (u"不 好 看", 0), (u"好", 1), (u"不 看 不 好 看", 0)]
VOCABULARY = {u"<pad>": 0, u"好": 1, u"看": 2, u"不": 3}


def batch():
    ids = [[VOCABULARY[w] for w in text.split()] for text, _ in TEXTS]
    length = max(map(len, ids))
    words = np.array([line + [0] * (length - len(line)) for line in ids]).astype('int64')
    mask = (words != 0).astype('float32')
    return words, mask, np.array([[label] for _, label in TEXTS]).astype('int64')


with fluid.dygraph.guard():
    model = Classifier(len(VOCABULARY))
    model.set_dict(start_weights(model.state_dict()))
    clip = fluid.clip.GradientClipByGlobalNorm(0.5)
    optimizer = fluid.optimizer.SGD(0.5, parameter_list=model.parameters(), grad_clip=clip)
    for step in range(6):
        words, mask, label = batch()
        logits = model(to_variable(words), to_variable(mask))
        loss = fluid.layers.softmax_with_cross_entropy(logits, to_variable(label))
        loss = fluid.layers.mean(loss)
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print('loss %r' % float(loss.numpy()[0]))
