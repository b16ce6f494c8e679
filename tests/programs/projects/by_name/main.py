import json

import numpy as np
import paddle.fluid as fluid

import registry
import zoo  # registers the models
from utility import start_weights

RUNS = json.loads('''[
    {"model": "shallow", "optimizer": {"name": "sgd", "rate": 0.1}},
    {"model": "deep", "optimizer": {"name": "rmsprop", "rate": 0.01}},
    {"model": "deep", "optimizer": {"name": "adagrad", "rate": 0.2}}
]''')


def run(config, steps=3):
    model = registry.MODELS[config['model']](3)
    model.set_dict(start_weights(model.state_dict()))
    optimizer = registry.optimizer(parameters=model.parameters(), **config['optimizer'])
    random = np.random.RandomState(18)
    for _ in range(steps):
        x, y = random.rand(4, 3).astype('float32'), random.rand(4, 1).astype('float32')
        loss = fluid.layers.mean(fluid.layers.abs(model(fluid.dygraph.to_variable(x)) - fluid.dygraph.to_variable(y)))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print(config['model'], config['optimizer']['name'], 'loss', float(loss.numpy()[0]).__repr__())


if __name__ == '__main__':
    with fluid.dygraph.guard():
        for config in RUNS:
            run(config)
