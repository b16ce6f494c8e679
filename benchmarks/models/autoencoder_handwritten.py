"""The same autoencoder as a user of Paddle 2 or 3 writes it."""

import paddle
import paddle.nn.functional as F
from paddle import nn


class AutoEncoder(nn.Layer):
    def __init__(self):
        super().__init__()
        self.down1 = nn.Conv2D(1, 16, 3, stride=2, padding=1)
        self.down2 = nn.Conv2D(16, 32, 3, stride=2, padding=1)
        self.up1 = nn.Conv2DTranspose(32, 16, 4, stride=2, padding=1)
        self.up2 = nn.Conv2DTranspose(16, 1, 4, stride=2, padding=1)

    def forward(self, x):
        x = F.relu(self.down2(F.relu(self.down1(x))))
        return F.sigmoid(self.up2(F.relu(self.up1(x))))


def make():
    return AutoEncoder()


def train(batches, weights):
    model = make()
    model.set_state_dict(weights)
    model.train()
    optimizer = paddle.optimizer.SGD(0.01, parameters=model.parameters())
    for images, _ in batches:
        image = paddle.to_tensor(images)
        loss = F.mse_loss(model(image), image)
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield loss.numpy()
