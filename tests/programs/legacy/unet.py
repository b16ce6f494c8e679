# -*- coding: utf-8 -*-
"""U-Net: each pixel of a picture is one of three things."""
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.fluid.dygraph import (BatchNorm, Conv2D, Conv2DTranspose, Layer, Pool2D, Sequential, to_variable)

from utility import parse_args, start_weights

NUM_CLASSES = 3
SIZE = 16


class Encoder(Layer):
    def __init__(self, num_channels, num_filters):
        super(Encoder, self).__init__()
        self.features = Sequential(
            Conv2D(num_channels, num_filters, filter_size=3, padding=1),
            BatchNorm(num_filters, act='relu'),
            Conv2D(num_filters, num_filters, filter_size=3, padding=1),
            BatchNorm(num_filters, act='relu'))
        self.pool = Pool2D(pool_size=2, pool_stride=2, pool_type='max', ceil_mode=True)

    def forward(self, inputs):
        x = self.features(inputs)
        return x, self.pool(x)


class Decoder(Layer):
    def __init__(self, num_channels, num_filters):
        super(Decoder, self).__init__()
        self.up = Conv2DTranspose(num_channels=num_channels, num_filters=num_filters, filter_size=2, stride=2)
        self.features = Sequential(
            ('conv1', Conv2D(num_channels, num_filters, 3, padding=1)),
            ('bn1', BatchNorm(num_filters, act='relu')),
            ('conv2', Conv2D(num_filters, num_filters, 3, padding=1)),
            ('bn2', BatchNorm(num_filters, act='relu')))

    def forward(self, skip, inputs):
        x = self.up(inputs)
        # 上采样后的大小可能与左边不同,补零对齐 / zeros make up for a difference in size
        h_diff = skip.shape[2] - x.shape[2]
        w_diff = skip.shape[3] - x.shape[3]
        x = fluid.layers.pad2d(x, paddings=[h_diff // 2, h_diff - h_diff // 2, w_diff // 2, w_diff - w_diff // 2])
        x = fluid.layers.concat([skip, x], axis=1)
        return self.features(x)


class UNet(Layer):
    def __init__(self, num_classes, widths=(4, 8, 16)):
        super(UNet, self).__init__()
        self.down1 = Encoder(1, widths[0])
        self.down2 = Encoder(widths[0], widths[1])
        self.mid = Sequential(Conv2D(widths[1], widths[2], filter_size=1), BatchNorm(widths[2], act='relu'))
        self.up2 = Decoder(widths[2], widths[1])
        self.up1 = Decoder(widths[1], widths[0])
        self.last_conv = Conv2D(num_channels=widths[0], num_filters=num_classes, filter_size=1)

    def forward(self, inputs):
        x1, x = self.down1(inputs)
        x2, x = self.down2(x)
        x = self.mid(x)
        x = self.up2(x2, x)
        x = self.up1(x1, x)
        return self.last_conv(x)


def create_loss(predict, label, num_classes):
    predict = fluid.layers.transpose(predict, perm=[0, 2, 3, 1])
    predict = fluid.layers.reshape(predict, shape=[-1, num_classes])
    predict = fluid.layers.softmax(predict)
    label = fluid.layers.reshape(label, shape=[-1, 1])
    loss = fluid.layers.cross_entropy(predict, label, ignore_index=255)
    miou, _, _ = fluid.layers.mean_iou(fluid.layers.argmax(predict, axis=-1), fluid.layers.squeeze(label, [1]),
                                       num_classes)
    return fluid.layers.mean(loss), miou


def segments():
    random = np.random.RandomState(8)
    rows, columns = np.mgrid[:SIZE, :SIZE]
    while True:
        y, x, radius = random.uniform(3, SIZE - 3, 2).tolist() + [random.uniform(2, 5)]
        distance = np.sqrt((rows - y) ** 2 + (columns - x) ** 2)
        label = (distance < radius).astype('int64') + (distance < radius / 2)
        image = label * 0.5 + random.uniform(-0.2, 0.2, [SIZE, SIZE])
        yield image.astype('float32')[np.newaxis], label.astype('int64')[np.newaxis]


def main():
    args = parse_args(batch_size=4)
    place = fluid.CUDAPlace(fluid.dygraph.parallel.Env().dev_id) if args.use_gpu else fluid.CPUPlace()
    with fluid.dygraph.guard(place):
        if args.use_data_parallel:
            strategy = fluid.dygraph.parallel.prepare_context()
        model = UNet(NUM_CLASSES)
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.SGD(
            learning_rate=fluid.dygraph.PolynomialDecay(0.2, 20, 0.01, power=0.9), parameter_list=model.parameters())
        if args.use_data_parallel:
            model = fluid.dygraph.parallel.DataParallel(model, strategy)
        batches = paddle.batch(segments, args.batch_size)
        if args.use_data_parallel:
            batches = fluid.contrib.reader.distributed_batch_reader(batches)
        model.train()
        for step, batch in enumerate(batches()):
            if step == args.steps:
                break
            image = to_variable(np.stack([item[0] for item in batch]))
            label = to_variable(np.stack([item[1] for item in batch]))
            predict = model(image)
            loss, miou = create_loss(predict, label, NUM_CLASSES)
            shown = loss.numpy()[0]
            if args.use_data_parallel:
                loss = model.scale_loss(loss)
            loss.backward()
            if args.use_data_parallel:
                model.apply_collective_grads()
            optimizer.minimize(loss)
            model.clear_gradients()
            print('step: {}, miou: {:.3f}, loss {!r}'.format(step, float(miou.numpy()), float(shown)))
        if args.save:
            fluid.save_dygraph(model.state_dict(), '{}_{}'.format(args.save, fluid.dygraph.parallel.Env().local_rank))


if __name__ == '__main__':
    main()
