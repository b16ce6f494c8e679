from paddle import fluid


class QNet(fluid.dygraph.Layer):
    def __init__(self, states, actions, hidden=8):
        super(QNet, self).__init__()
        self.fc1 = fluid.dygraph.Linear(states, hidden, act='relu')
        self.fc2 = fluid.dygraph.Linear(hidden, actions)

    def forward(self, state):
        return self.fc2(self.fc1(state))
