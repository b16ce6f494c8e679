# -*- coding: utf-8 -*-
"""REINFORCE on a pole that has to be kept upright."""
import math

import numpy as np
import paddle.fluid as fluid
import paddle.fluid.dygraph.nn as nn
from paddle.fluid import layers
from paddle.fluid.dygraph.base import to_variable

from utility import parse_args, start_weights

args = parse_args(batch_size=1)
DISCOUNT = 0.99


class Pole(object):
    """A cart with a pole: state [x, speed, angle, angular speed], actions left and right."""

    def __init__(self, seed):
        self.random = np.random.RandomState(seed)

    def reset(self):
        self.state = self.random.uniform(-0.05, 0.05, 4)
        return self.state.astype('float32')

    def step(self, action):
        x, speed, angle, turn = self.state
        force = (10.0 if action == 1 else -10.0) + 0.05 * turn ** 2 * math.sin(angle)
        turned = (9.8 * math.sin(angle) - math.cos(angle) * force / 1.1) / \
            (0.5 * (4.0 / 3.0 - 0.1 * math.cos(angle) ** 2 / 1.1))
        pushed = force / 1.1 - 0.05 * turned * math.cos(angle) / 1.1
        self.state = np.array([x + 0.02 * speed, speed + 0.02 * pushed, angle + 0.02 * turn, turn + 0.02 * turned])
        fallen = abs(self.state[0]) > 2.4 or abs(self.state[2]) > 0.2
        return self.state.astype('float32'), 1.0, fallen


class Policy(fluid.dygraph.Layer):
    def __init__(self, states, actions):
        super(Policy, self).__init__()
        self.hidden = nn.Linear(states, 16)
        self.scores = nn.Linear(16, actions)
        self.dropout = 0.0

    def forward(self, state):
        x = layers.dropout(self.hidden(state), self.dropout)
        return layers.softmax(self.scores(layers.relu(x)), axis=1)


with fluid.dygraph.guard(fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()):
    fluid.default_startup_program().random_seed = 543
    fluid.default_main_program().random_seed = 543
    random = np.random.RandomState(543)
    pole = Pole(seed=7)
    policy = Policy(4, 2)
    policy.set_dict(start_weights(policy.state_dict()))
    adam = fluid.optimizer.AdamOptimizer(learning_rate=1e-2, parameter_list=policy.parameters())

    def play():
        """一局:每一步的对数概率和奖励 / one game: the logarithm of each choice's chance, and the rewards"""
        logs, rewards = [], []
        state, fallen = pole.reset(), False
        while not fallen and len(rewards) < 40:
            now = to_variable(state[np.newaxis, :])
            now.stop_gradient = True
            chances = policy(now)
            action = int(random.rand() > chances.numpy()[0][0])
            chosen = to_variable(np.eye(2, dtype='float32')[[action]])
            logs.append(layers.reduce_sum(layers.elementwise_mul(layers.log(chances), chosen), dim=-1))
            state, reward, fallen = pole.step(action)
            rewards.append(reward)
        return logs, rewards

    def returns_of(rewards):
        returns, after = [], 0.0
        for reward in reversed(rewards):
            after = reward + DISCOUNT * after
            returns.append(after)
        returns = np.array(returns[::-1], dtype='float32')
        return (returns - returns.mean()) / (returns.std() + np.finfo(np.float32).eps)

    def learn(logs, returns):
        costs = []
        for log, value in zip(logs, returns):
            weight = to_variable(np.full_like(log.numpy(), -value))
            weight.stop_gradient = True
            costs.append(layers.elementwise_mul(weight, log))
        loss = layers.concat(costs)
        loss = layers.reduce_sum(loss)
        loss.backward()
        adam.minimize(loss)
        steepest = np.abs(policy.scores.weight.gradient()).max()
        policy.clear_gradients()
        return loss, steepest

    mean_length = 10.0
    for game in range(args.steps):
        logs, rewards = play()
        loss, steepest = learn(logs, returns_of(rewards))
        mean_length = 0.95 * mean_length + 0.05 * len(rewards)
        print('game {}\tlength {}\tmean {:.2f}\tgradient {:.4f}\tloss {!r}'.format(
            game, len(rewards), mean_length, float(steepest), float(loss.numpy()[0])))
    if args.save:
        fluid.save_dygraph(policy.state_dict(), args.save)
