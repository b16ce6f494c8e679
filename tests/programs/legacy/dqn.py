# -*- coding: utf-8 -*-
"""DQN on a small grid: what an action is worth is learnt against a copy of the network that follows behind."""
from __future__ import print_function

import collections
import random

import numpy as np
import paddle.fluid as fluid

from utility import parse_args, start_weights

SIDE = 5
ACTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
GAMMA = 0.9
UPDATE_TARGET_STEPS = 5


class Grid(object):
    """From one corner to the other: +1 there, a little less than 0 everywhere else."""

    def reset(self):
        self.place = (0, 0)
        return self.obs()

    def obs(self):
        obs = np.zeros([SIDE * SIDE], dtype='float32')
        obs[self.place[0] * SIDE + self.place[1]] = 1.0
        return obs

    def step(self, action):
        move = ACTIONS[action]
        self.place = tuple(min(max(self.place[i] + move[i], 0), SIDE - 1) for i in range(2))
        done = self.place == (SIDE - 1, SIDE - 1)
        return self.obs(), 1.0 if done else -0.02, done


class QNet(fluid.dygraph.Layer):
    def __init__(self, obs_dim, act_dim):
        super(QNet, self).__init__()
        self.fc1 = fluid.dygraph.Linear(obs_dim, 16, act='tanh')
        self.fc2 = fluid.dygraph.Linear(16, 16, act='tanh')
        self.value = fluid.dygraph.Linear(16, act_dim)

    def forward(self, obs):
        return self.value(self.fc2(self.fc1(obs)))


class DQN(object):
    def __init__(self, obs_dim, act_dim):
        self.act_dim = act_dim
        self.model = QNet(obs_dim, act_dim)
        self.model.set_dict(start_weights(self.model.state_dict()))
        self.target_model = QNet(obs_dim, act_dim)
        self.target_model.set_dict(self.model.state_dict())
        self.optimizer = fluid.optimizer.Adam(learning_rate=0.01, parameter_list=self.model.parameters())
        self.global_step = 0

    def predict(self, obs):
        with fluid.dygraph.no_grad():
            value = self.model(fluid.dygraph.to_variable(obs[np.newaxis]))
        return int(np.argmax(value.numpy()))

    def learn(self, obs, action, reward, next_obs, terminal):
        # 每隔几步把参数同步到 target_model / every few steps the copy catches up
        if self.global_step % UPDATE_TARGET_STEPS == 0:
            self.target_model.set_dict(self.model.state_dict())
        self.global_step += 1

        obs = fluid.dygraph.to_variable(obs)
        action = fluid.dygraph.to_variable(action.astype('int64').reshape(-1, 1))
        reward = fluid.dygraph.to_variable(reward.astype('float32'))
        terminal = fluid.dygraph.to_variable(terminal.astype('float32'))
        next_pred_value = self.target_model(fluid.dygraph.to_variable(next_obs))
        best_v = fluid.layers.reduce_max(next_pred_value, dim=1)
        best_v.stop_gradient = True
        target = reward + (1.0 - terminal) * GAMMA * best_v

        pred_value = self.model(obs)
        action_onehot = fluid.layers.one_hot(action, self.act_dim)
        pred_action_value = fluid.layers.reduce_sum(
            fluid.layers.elementwise_mul(action_onehot, pred_value), dim=1)
        cost = fluid.layers.square_error_cost(pred_action_value, target)
        cost = fluid.layers.reduce_mean(cost)
        cost.backward()
        self.optimizer.minimize(cost)
        self.model.clear_gradients()
        return cost.numpy()[0]


def play(env, agent, memory, rate):
    obs, steps = env.reset(), 0
    while steps < 30:
        steps += 1
        action = random.randrange(len(ACTIONS)) if random.random() < rate else agent.predict(obs)
        next_obs, reward, done = env.step(action)
        memory.append((obs, action, reward, next_obs, done))
        obs = next_obs
        if done:
            break
    return steps


def main():
    args = parse_args(batch_size=16)
    random.seed(4)
    place = fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        agent = DQN(SIDE * SIDE, len(ACTIONS))
        env, memory = Grid(), collections.deque(maxlen=200)
        for step in range(args.steps):
            steps = play(env, agent, memory, rate=0.9)
            batch = random.sample(list(memory), args.batch_size)
            obs, action, reward, next_obs, done = [np.array(column) for column in zip(*batch)]
            cost = agent.learn(obs, action, reward, next_obs, done)
            print('step {}, played {}, loss {!r}'.format(step, steps, float(cost)))
        if args.save:
            fluid.save_dygraph(agent.model.state_dict(), args.save)
            fluid.save_dygraph(agent.target_model.state_dict(), args.save + '_target')


if __name__ == '__main__':
    main()
