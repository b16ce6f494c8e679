import numpy as np
import paddle.fluid as fluid
import paddle.fluid.layers as layers
from start import show

WORDS, SIZE, BEAMS = 6, 3, 2


def embedded(words):
    return fluid.embedding(words, size=[WORDS, SIZE], param_attr=fluid.ParamAttr(name='table'))


state = fluid.data(name='state', shape=[None, SIZE], dtype='float32')
liked = fluid.data(name='liked', shape=[WORDS], dtype='float32')


def logits(rows):
    made = layers.fc(rows, size=WORDS, num_flatten_dims=len(rows.shape) - 1, param_attr=fluid.ParamAttr(name='out_w'),
                     bias_attr=False)
    return layers.elementwise_add(made, liked)


decoder = layers.BeamSearchDecoder(
    layers.GRUCell(SIZE), start_token=0, end_token=1, beam_size=BEAMS, embedding_fn=embedded, output_fn=logits)
found, last = layers.dynamic_decode(decoder=decoder, inits=state, max_step_num=9)
exe = fluid.Executor(fluid.CPUPlace())
exe.run(fluid.default_startup_program())
random = np.random.RandomState(5)
for end in (-9, 9, -9, 2, 9):  # each run has as many steps as it needs, whatever the run before had
    feed = {'state': random.uniform(-3, 3, [2, SIZE]).astype('float32'),
            'liked': np.array([-9, end, 0, 0.5, 1, 0], 'float32')}
    outs = exe.run(feed=feed, fetch_list=[found, last.log_probs, last.lengths])
    print('shape %s' % list(outs[0].shape))
    for name, out in zip(('found', 'chances', 'lengths'), outs):
        show(name, out)
