import numpy as np
import paddle.fluid as fluid


def mixup(images, labels, random, alpha=0.4):
    share = random.beta(alpha, alpha)
    order = random.permutation(len(images))
    return share * images + (1 - share) * images[order], labels, labels[order], share


def smoothed(labels, classes, epsilon=0.1):
    hot = fluid.layers.one_hot(input=labels, depth=classes)
    return fluid.layers.label_smooth(label=hot, epsilon=epsilon, dtype='float32')


def cost(out, labels, classes):
    return fluid.layers.cross_entropy(input=out, label=smoothed(labels, classes), soft_label=True)
