"""The same blocks as a user of Paddle 2 or 3 writes them."""

import paddle
import paddle.nn.functional as F
from paddle import nn


class Block(nn.Layer):
    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.first = nn.Conv2D(in_channels, out_channels, 3, stride=2, padding=1, bias_attr=False)
        self.first_norm = nn.BatchNorm2D(out_channels)
        self.second = nn.Conv2D(out_channels, out_channels, 3, padding=1, bias_attr=False)
        self.second_norm = nn.BatchNorm2D(out_channels)
        self.short = nn.Conv2D(in_channels, out_channels, 1, stride=2, bias_attr=False)
        self.short_norm = nn.BatchNorm2D(out_channels)

    def forward(self, x):
        y = self.second_norm(self.second(F.relu(self.first_norm(self.first(x)))))
        return F.relu(y + self.short_norm(self.short(x)))


class Net(nn.Layer):
    def __init__(self):
        super().__init__()
        self.first = Block(3, 16)
        self.second = Block(16, 32)
        self.fc = nn.Linear(32, 10)

    def forward(self, x):
        x = self.second(self.first(x))
        return F.softmax(self.fc(paddle.mean(x, axis=[2, 3])))


def make():
    return Net()


def train(batches, weights):
    model = make()
    model.set_state_dict(weights)
    model.train()
    optimizer = paddle.optimizer.Momentum(0.001, 0.9, parameters=model.parameters(), weight_decay=1e-4)
    for images, labels in batches:
        predict = model(paddle.to_tensor(images))
        loss = F.cross_entropy(predict, paddle.to_tensor(labels), use_softmax=False)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield loss.numpy()
