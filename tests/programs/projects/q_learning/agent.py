import numpy as np
import paddle.fluid as fluid

from qnet import QNet
from utility import start_weights


class Agent(object):
    def __init__(self, states, actions, gamma=0.9):
        self.q, self.target = QNet(states, actions), QNet(states, actions)
        self.q.set_dict(start_weights(self.q.state_dict()))
        self.synchronize()
        self.actions, self.gamma = actions, gamma
        self.optimizer = fluid.optimizer.Adam(learning_rate=0.01, parameter_list=self.q.parameters())

    def synchronize(self):
        self.target.set_dict(self.q.state_dict())

    def learn(self, state, action, reward, following, done):
        with fluid.dygraph.no_grad():
            best = self.target(fluid.dygraph.to_variable(following)).numpy().max(axis=1)
        goal = fluid.dygraph.to_variable((reward + (1 - done) * self.gamma * best).astype('float32').reshape([-1, 1]))
        chosen = fluid.layers.one_hot(fluid.dygraph.to_variable(action.reshape([-1, 1])), self.actions)
        value = fluid.layers.reduce_sum(self.q(fluid.dygraph.to_variable(state)) * chosen, dim=1, keep_dim=True)
        loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(value, goal))
        loss.backward()
        self.optimizer.minimize(loss)
        self.q.clear_gradients()
        return loss.numpy()[0]
