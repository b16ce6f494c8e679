import numpy as np
import paddle.fluid as fluid
from paddle.fluid.dygraph import to_variable

from decoder import Decoder
from encoder import Encoder
from utility import start_weights

WORDS, SIZE = 9, 6


class Translator(fluid.dygraph.Layer):
    def __init__(self):
        super(Translator, self).__init__()
        self.encoder, self.decoder = Encoder(WORDS, SIZE), Decoder(WORDS, SIZE)

    def forward(self, source, target, labels):
        memory, state = self.encoder(source)
        logits = self.decoder(target, state, memory)
        loss = fluid.layers.softmax_with_cross_entropy(logits, labels)
        real = to_variable((labels.numpy() != 0).astype('float32'))
        return fluid.layers.reduce_sum(loss * real) / fluid.layers.reduce_sum(real)


def main():
    random = np.random.RandomState(13)
    with fluid.dygraph.guard():
        model = Translator()
        model.set_dict(start_weights(model.state_dict()))
        optimizer = fluid.optimizer.SGD(0.5, parameter_list=model.parameters(),
                                        grad_clip=fluid.clip.GradientClipByGlobalNorm(5.0))
        for step in range(6):
            source = random.randint(1, WORDS, [3, 4]).astype('int64')
            target = np.concatenate([np.zeros([3, 1], 'int64'), source[:, ::-1]], axis=1)
            labels = np.concatenate([source[:, ::-1], np.zeros([3, 1], 'int64')], axis=1)[:, :, None]
            loss = model(*[to_variable(np.ascontiguousarray(v)) for v in (source, target, labels)])
            loss.backward()
            optimizer.minimize(loss)
            model.clear_gradients()
            print('step %d loss %r' % (step, float(loss.numpy()[0])))


main()
