import paddle.fluid as fluid


class Crossed(object):
    def __init__(self, hidden_units=(5, 4), crossings=2, use_bn=False):
        self.hidden_units = hidden_units
        self.crossings = crossings
        self.use_bn = use_bn
        self.loss = None
        self.auc = None

    def build(self, x, label):
        deep = self.deep(x, self.hidden_units, self.use_bn)
        crossed = self.crossed(x, self.crossings)
        joined = fluid.layers.concat([deep, crossed], axis=-1)
        logits = fluid.layers.fc(joined, 3)
        self.loss = fluid.layers.reduce_mean(fluid.layers.softmax_with_cross_entropy(logits, label))
        self.prob = fluid.layers.softmax(logits)

    def backward(self, rate):
        clip = fluid.clip.GradientClipByGlobalNorm(clip_norm=0.5)
        optimizer = fluid.optimizer.SGD(learning_rate=rate, grad_clip=clip)
        optimizer.apply_gradients(fluid.backward.append_backward(loss=self.loss))

    def clone(self, use_bn):
        return Crossed(self.hidden_units, self.crossings, use_bn)

    def deep(self, input, hidden_units, use_bn):
        for units in hidden_units:
            input = fluid.layers.fc(input=input, size=units)
            if use_bn:
                input = fluid.layers.batch_norm(input)
            input = fluid.layers.relu(input)
        return input

    def cross(self, x0, x, prefix):
        width = x0.shape[-1]
        start = fluid.initializer.Constant(0.1)
        w = fluid.layers.create_parameter([width], 'float32', name=prefix + '_w', default_initializer=start)
        b = fluid.layers.create_parameter([width], 'float32', name=prefix + '_b', default_initializer=start)
        xw = fluid.layers.reduce_sum(x * w, dim=1, keep_dim=True)
        return x0 * xw + b + x

    def crossed(self, input, count):
        x = input
        for i in range(count):
            x = self.cross(input, x, 'cross_layer_{}'.format(i))
        return x
