import numpy as np
import paddle.fluid as fluid

from backbone import Backbone, load_pretrained
from utility import start_weights


class Classifier(fluid.dygraph.Layer):
    def __init__(self, classes):
        super(Classifier, self).__init__()
        self.backbone = Backbone(frozen=True)
        self.fc = fluid.dygraph.Linear(4, classes, act='softmax')

    def forward(self, x):
        return self.fc(self.backbone(x))


with fluid.dygraph.guard(fluid.CPUPlace()):
    pretrained = Backbone()
    pretrained.set_dict(start_weights(pretrained.state_dict()))
    fluid.dygraph.save_dygraph(pretrained.state_dict(), 'backbone')

    model = Classifier(3)
    model.set_dict(start_weights(model.state_dict()))
    print(load_pretrained(model, 'backbone', 'backbone.'))
    for p in model.backbone.conv2.parameters():
        p.stop_gradient = True
    trained = [p for p in model.parameters() if p.trainable and not p.stop_gradient]
    print(len(model.parameters()), len(trained))
    optimizer = fluid.optimizer.SGDOptimizer(0.3, parameter_list=trained)
    random = np.random.RandomState(14)
    for step in range(6):
        x = fluid.dygraph.to_variable(random.rand(4, 1, 6, 6).astype('float32'))
        label = fluid.dygraph.to_variable(random.randint(0, 3, [4, 1]).astype('int64'))
        loss = fluid.layers.mean(fluid.layers.cross_entropy(input=model(x), label=label))
        loss.backward()
        optimizer.minimize(loss)
        optimizer.clear_gradients()
        print('loss %r' % float(loss.numpy()[0]))
    print('frozen: loss %r' % float(np.abs(model.backbone.conv1.weight.numpy()).sum()))
