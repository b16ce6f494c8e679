import paddle.fluid as fluid


def loss_of(logits, mask, classes):
    """cross entropy and dice of [N, classes, H, W] against [N, H, W]"""
    logits = fluid.layers.transpose(logits, [0, 2, 3, 1])
    flat = fluid.layers.reshape(logits, [-1, classes])
    target = fluid.layers.reshape(mask, [-1, 1])
    entropy, softmax = fluid.layers.softmax_with_cross_entropy(flat, target, return_softmax=True)
    return fluid.layers.mean(entropy) + fluid.layers.dice_loss(softmax, target)
