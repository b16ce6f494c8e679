import paddle.fluid as fluid


def adversarial(logits, real):
    """how far the discriminator is from saying `real`"""
    target = fluid.layers.fill_constant_batch_size_like(logits, [-1, 1], 'float32', 1.0 if real else 0.0)
    cost = fluid.layers.sigmoid_cross_entropy_with_logits(x=logits, label=target)
    return fluid.layers.reduce_mean(cost)
