from collections import OrderedDict
import paddle.fluid as fluid


def build():
    inputs = OrderedDict((name, fluid.data(name, [None, size], 'float32')) for name, size in [('rows', 3), ('label', 1)])
    loader = fluid.io.DataLoader.from_generator(feed_list=list(inputs.values()), capacity=4, iterable=False)
    logits = fluid.layers.fc(inputs['rows'], 1)
    loss = fluid.layers.sigmoid_cross_entropy_with_logits(logits, inputs['label'])
    return inputs, loader, {'loss': fluid.layers.mean(loss), 'largest': fluid.layers.reduce_max(loss)}
