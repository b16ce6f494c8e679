import paddle.fluid as fluid
from paddle.fluid.dygraph.nn import Linear


class Classifier(fluid.dygraph.Layer):
    def __init__(self):
        super(Classifier, self).__init__()
        self.hidden = Linear(10, 12, act='tanh')
        self.out = Linear(12, 5)

    def forward(self, x):
        return self.out(self.hidden(x))

    def metrics(self, x, label):
        logits = self(x)
        loss, probability = fluid.layers.softmax_with_cross_entropy(logits, label, return_softmax=True)
        return {
            'loss': fluid.layers.mean(loss),
            'top1': fluid.layers.accuracy(probability, label),
            'top3': fluid.layers.accuracy(probability, label, k=3),
        }
