"""The same step as a user of Paddle 2 or 3 writes it by hand: what the other two are measured against."""

import paddle
import paddle.nn.functional as F
from paddle import nn


class MNIST(nn.Layer):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2D(1, 20, 5, padding=2)
        self.pool1 = nn.MaxPool2D(2, 2)
        self.conv2 = nn.Conv2D(20, 20, 5, padding=2)
        self.pool2 = nn.MaxPool2D(2, 2)
        self.fc = nn.Linear(980, 10)

    def forward(self, inputs):
        x = self.pool1(F.relu(self.conv1(inputs)))
        x = self.pool2(F.relu(self.conv2(x)))
        x = paddle.reshape(x, [x.shape[0], 980])
        return F.softmax(self.fc(x))


def train(batches, weights):
    paddle.set_device("cpu")
    model = MNIST()
    model.set_state_dict(weights)
    model.train()
    optimizer = paddle.optimizer.Momentum(learning_rate=0.0001, momentum=0.9, parameters=model.parameters())
    for image_data, label_data in batches:
        image = paddle.to_tensor(image_data)
        label = paddle.to_tensor(label_data)
        predict = model(image)
        loss = F.cross_entropy(predict, label, reduction="none", use_softmax=False)
        avg_loss = paddle.mean(loss)
        avg_loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        yield avg_loss.numpy()
