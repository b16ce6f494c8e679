import numpy as np
import paddle.fluid as fluid


def fgsm(model, image, label, epsilon):
    x = fluid.dygraph.to_variable(image)
    x.stop_gradient = False
    loss = fluid.layers.mean(fluid.layers.cross_entropy(model(x), fluid.dygraph.to_variable(label)))
    loss.backward()
    gradient = x.gradient()
    model.clear_gradients()
    return np.clip(image + epsilon * np.sign(gradient), 0, 1).astype('float32'), float(np.abs(gradient).sum())
