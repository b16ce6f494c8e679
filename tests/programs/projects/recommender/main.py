import numpy as np
import paddle.fluid as fluid

from towers import Recommender
from utility import start_weights

USER, ITEM = [('id', 7), ('age', 3)], [('id', 9), ('kind', 4), ('year', 2)]


def draw(random, fields, size):
    return np.stack([random.randint(0, count, size) for _, count in fields], axis=1).astype('int64')


def main(size=6):
    random = np.random.RandomState(22)
    with fluid.dygraph.guard():
        model = Recommender(USER, ITEM)
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.SGD(learning_rate=0.05, parameter_list=model.parameters())
        for step in range(6):
            users, items = draw(random, USER, size), draw(random, ITEM, size)
            scores = fluid.dygraph.to_variable(random.randint(1, 6, [size, 1]).astype('float32'))
            answer = model(fluid.dygraph.to_variable(users), fluid.dygraph.to_variable(items))
            loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(answer, scores))
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            print('%d loss %r' % (step, float(loss.numpy()[0])))


main()
