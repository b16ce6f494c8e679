"""The same block as a user of Paddle 2 or 3 writes it."""

import paddle
import paddle.nn.functional as F
from paddle import nn

WIDTH, HEADS = 64, 4


class Encoder(nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(1000, WIDTH)
        self.query = nn.Linear(WIDTH, WIDTH)
        self.key = nn.Linear(WIDTH, WIDTH)
        self.value = nn.Linear(WIDTH, WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.norm = nn.LayerNorm(WIDTH)
        self.wide = nn.Linear(WIDTH, 4 * WIDTH)
        self.narrow = nn.Linear(4 * WIDTH, WIDTH)
        self.last_norm = nn.LayerNorm(WIDTH)
        self.classes = nn.Linear(WIDTH, 10)

    def heads(self, x):
        x = paddle.reshape(x, [x.shape[0], x.shape[1], HEADS, WIDTH // HEADS])
        return paddle.transpose(x, [0, 2, 1, 3])

    def forward(self, ids):
        x = self.words(ids)
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        scores = paddle.matmul(q, k, transpose_y=True) * (WIDTH // HEADS) ** -0.5
        seen = paddle.matmul(F.softmax(scores), v)
        seen = paddle.reshape(paddle.transpose(seen, [0, 2, 1, 3]), [x.shape[0], x.shape[1], WIDTH])
        x = self.norm(x + self.out(seen))
        x = self.last_norm(x + self.narrow(F.relu(self.wide(x))))
        return self.classes(paddle.mean(x, axis=1))


def make():
    return Encoder()


def train(batches, weights):
    model = make()
    model.set_state_dict(weights)
    model.train()
    optimizer = paddle.optimizer.SGD(0.001, parameters=model.parameters())
    for words, labels in batches:
        loss = F.cross_entropy(model(paddle.to_tensor(words)), paddle.to_tensor(labels))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield loss.numpy()
