import numpy as np
import paddle.fluid as fluid


@fluid.dygraph.no_grad
def evaluate(model, batches):
    model.eval()
    losses, right, count = [], 0, 0
    for image, label in batches:
        out = model(fluid.dygraph.to_variable(image))
        cost = fluid.layers.cross_entropy(out, fluid.dygraph.to_variable(label))
        losses.append(fluid.layers.mean(cost).numpy()[0])
        right += int((np.argmax(out.numpy(), axis=1) == label[:, 0]).sum())
        count += len(label)
    model.train()
    return float(np.mean(losses)), right / float(count)
