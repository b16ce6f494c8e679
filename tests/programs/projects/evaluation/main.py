import numpy as np
import paddle.fluid as fluid

from evaluate import evaluate
from net import Net
from utility import start_weights


def batches(seed, count):
    random = np.random.RandomState(seed)
    for _ in range(count):
        yield random.rand(4, 1, 6, 6).astype("float32"), random.randint(0, 3, (4, 1)).astype("int64")


if __name__ == "__main__":
    with fluid.dygraph.guard():
        net = Net(3)
        net.set_dict(start_weights(net.state_dict()))
        optimizer = fluid.optimizer.Momentum(learning_rate=0.05, momentum=0.9, parameter_list=net.parameters())
        for epoch in range(3):
            for image, label in batches(epoch, 2):
                out = net(fluid.dygraph.to_variable(image))
                loss = fluid.layers.mean(fluid.layers.cross_entropy(out, fluid.dygraph.to_variable(label)))
                loss.backward()
                optimizer.minimize(loss)
                net.clear_gradients()
                print("training, loss %r" % float(loss.numpy()[0]))
            test_loss, accuracy = evaluate(net, batches(100, 2))
            print("accuracy %.3f, loss %r" % (accuracy, test_loss))
