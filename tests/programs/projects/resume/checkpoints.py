import os

import paddle.fluid as fluid


def save(folder, epoch, model, optimizer):
    path = os.path.join(folder, 'epoch_%d' % epoch)
    fluid.save_dygraph(model.state_dict(), path)
    fluid.save_dygraph(optimizer.state_dict(), path)


def latest(folder):
    if not os.path.isdir(folder):
        return -1
    numbers = [int(name[len('epoch_'):-len('.pdparams')]) for name in os.listdir(folder) if name.endswith('.pdparams')]
    return max(numbers) if numbers else -1


def load(folder, epoch):
    return fluid.load_dygraph(os.path.join(folder, 'epoch_%d' % epoch))
