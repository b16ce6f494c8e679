import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

WORDS, SIZE, BEAMS = 7, 4, 3


class Cell(layers.RNNCell):
    def __init__(self, size):
        self.gru = layers.GRUCell(size)
        self.size = size

    def call(self, word, state, context):
        mixed = layers.fc(layers.concat([word, context], axis=1), self.size, act='tanh')
        return self.gru(mixed, state)


def embedded(words):
    return fluid.embedding(words, size=[WORDS, SIZE], param_attr=fluid.ParamAttr(name='table'))


def logits(rows):
    return layers.fc(
        rows, size=WORDS, num_flatten_dims=len(rows.shape) - 1, param_attr=fluid.ParamAttr(name='out_w'), bias_attr=False)


state = fluid.data(name='state', shape=[None, SIZE], dtype='float32')
context = fluid.data(name='context', shape=[None, 2], dtype='float32')
context = layers.BeamSearchDecoder.tile_beam_merge_with_batch(context, BEAMS)
decoder = layers.BeamSearchDecoder(
    Cell(SIZE), start_token=0, end_token=1, beam_size=BEAMS, embedding_fn=embedded, output_fn=logits)
found, last = layers.dynamic_decode(decoder=decoder, inits=state, max_step_num=8, context=context * 3.0)
again, kept, count = layers.dynamic_decode(
    decoder, state, 5, output_time_major=True, impute_finished=True, return_length=True, context=context)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(3)
for rows in (2, 3, 1):
    feed = {'state': random.uniform(-3, 3, [rows, SIZE]).astype('float32'),
            'context': random.uniform(-3, 3, [rows, 2]).astype('float32')}
    outs = exe.run(feed=feed, fetch_list=[found, last.log_probs, last.lengths, again, kept.log_probs, count])
    print('shape %s' % list(outs[0].shape))
    show('found', outs[0])
    show('chances', outs[1])
    show('lengths', outs[2])
    show('again', outs[3])
    show('kept', outs[4])
    show('count', outs[5])
