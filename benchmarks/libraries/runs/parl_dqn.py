"""Deep Q-learning, and an actor with a critic."""

import paddle
from fixed import fill, floats, integers

PACKAGE = "parl-2.2.1"
WHAT = "DQN and DDPG, 3 steps each: losses, outputs, parameters"


def run():
    import parl
    from parl.algorithms import DDPG, DQN

    class Network(parl.Model):
        def __init__(self, inputs, outputs, last=None):
            super().__init__()
            self.first, self.second, self.last = paddle.nn.Linear(inputs, 8), paddle.nn.Linear(8, outputs), last

        def forward(self, x):
            out = self.second(paddle.nn.functional.relu(self.first(x)))
            return self.last(out) if self.last else out

    class Both(parl.Model):
        def __init__(self):
            super().__init__()
            self.actor, self.critic = Network(4, 2, paddle.tanh), Network(6, 1)

        def policy(self, obs):
            return self.actor(obs)

        def value(self, obs, action):
            return self.critic(paddle.concat([obs, action], 1))

        def get_actor_params(self):
            return self.actor.parameters()

        def get_critic_params(self):
            return self.critic.parameters()

    found = {}
    obs, after = paddle.to_tensor(floats(5, 4)), paddle.to_tensor(floats(5, 4, seed=1))
    reward, terminal = (paddle.to_tensor(each) for each in (floats(5, 1, seed=2), floats(5, 1, seed=3).round()))
    action = paddle.to_tensor(integers(5, 1, below=3))
    dqn = DQN(fill(Network(4, 3), 0.5), gamma=0.9, lr=0.01)
    for step in range(3):
        found[f"loss/dqn{step}"] = dqn.learn(obs, action, reward, after, terminal).numpy()
    dqn.sync_target()
    found["output/dqn"] = dqn.target_model(obs).numpy()
    ddpg = DDPG(fill(Both(), 0.5), gamma=0.9, tau=0.1, actor_lr=0.01, critic_lr=0.01)
    for step in range(3):
        losses = ddpg.learn(obs, paddle.to_tensor(floats(5, 2, seed=4)), reward, after, terminal)
        found.update({f"loss/ddpg{step}{each}": loss.numpy() for each, loss in enumerate(losses)})
    found["output/ddpg"] = ddpg.predict(obs).numpy()
    found.update({"parameter/" + name: each.numpy() for name, each in ddpg.model.state_dict().items()})
    return found
