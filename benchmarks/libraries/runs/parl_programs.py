"""Deep Q-learning and an actor with a critic as programs, by the package's own layers over fluid's."""

import os

from fixed import enable_static, floats, integers, program

PACKAGE = "parl-1.4.3"
SINCE = "1.8.5"
WHAT = "DQN and policy gradient as programs, 3 steps each: costs, predictions, parameters"


def run():
    os.environ["PARL_BACKEND"] = "fluid"
    enable_static()
    import paddle.fluid as fluid
    import parl
    from parl import layers
    from parl.algorithms import DQN, PolicyGradient

    class Value(parl.Model):
        def __init__(self):
            self.first, self.second = layers.fc(size=8, act="relu"), layers.fc(size=3)

        def value(self, obs):
            return self.second(self.first(obs))

    class Policy(parl.Model):
        def __init__(self):
            self.first, self.second = layers.fc(size=8, act="tanh"), layers.fc(size=3, act="softmax")

        def forward(self, obs):
            return self.second(self.first(obs))

    def of_values():
        obs, after = (fluid.data(name, [None, 4], "float32") for name in ("obs", "after"))
        action = fluid.layers.data("action", [1], dtype="int32")
        reward = fluid.layers.data("reward", [], dtype="float32")
        terminal = fluid.layers.data("terminal", [], dtype="bool")
        dqn = DQN(Value(), act_dim=3, gamma=0.9, lr=0.01)
        return [dqn.predict(obs), dqn.learn(obs, action, reward, after, terminal)]

    def of_policies():
        obs = fluid.data("obs", [None, 4], "float32")
        action = fluid.layers.data("action", [1], dtype="int64")
        reward = fluid.layers.data("reward", [], dtype="float32")
        gradient = PolicyGradient(Policy(), lr=0.01)
        return [gradient.predict(obs), gradient.learn(obs, action, reward)]

    values = [{"obs": floats(5, 4, seed=step), "after": floats(5, 4, seed=step + 9), "reward": floats(5, seed=step),
               "action": integers(5, 1, below=3, seed=step).astype("int32"), "terminal": floats(5, seed=step) > 0.5}
              for step in range(3)]
    policies = [{"obs": floats(5, 4, seed=step), "action": integers(5, 1, below=3, seed=step),
                 "reward": floats(5, seed=step)} for step in range(3)]
    return {**{f"values {key}": value for key, value in program(of_values, values).items()},
            **{f"policies {key}": value for key, value in program(of_policies, policies).items()}}
