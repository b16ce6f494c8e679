"""The same word vectors as a user of Paddle 2 or 3 trains them."""

import paddle
import paddle.nn.functional as F
from paddle import nn


class Pairs(nn.Layer):
    def __init__(self):
        super().__init__()
        self.centre = nn.Embedding(5000, 128)
        self.context = nn.Embedding(5000, 128)

    def forward(self, words):
        centre, context = self.centre(words[:, 0]), self.context(words[:, 1])
        return paddle.sum(centre * context, axis=-1, keepdim=True)


def make():
    return Pairs()


def train(batches, weights):
    model = make()
    model.set_state_dict(weights)
    model.train()
    optimizer = paddle.optimizer.SGD(0.01, parameters=model.parameters())
    for words, labels in batches:
        score = model(paddle.to_tensor(words))
        label = paddle.cast(paddle.to_tensor(labels), 'float32')
        loss = F.binary_cross_entropy_with_logits(score, label)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield loss.numpy()
