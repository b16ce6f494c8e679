"""Programs that train, save with `save_inference_model` and predict: under 1.8.5, unchanged, and migrated."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytestmark = [pytest.mark.oracle, pytest.mark.numeric]

HEAD = """
import os, tempfile
import numpy as np
import paddle.fluid as fluid
out = []
folder = os.path.join(tempfile.mkdtemp(), 'inf')
place = fluid.CPUPlace()
def weights(*shape):
    values = np.random.RandomState(len(shape)).uniform(-0.5, 0.5, shape).astype('float32')
    return fluid.ParamAttr(initializer=fluid.initializer.NumpyArrayInitializer(values))
def save(feeds, targets, loss, batches, **names):
    fluid.optimizer.SGD(0.1).minimize(loss)
    exe = fluid.Executor(place)
    exe.run(fluid.default_startup_program())
    for batch in batches:
        out.append(exe.run(feed=batch, fetch_list=[loss])[0])
    fluid.io.save_inference_model(folder, feeds, targets, exe, **names)
X = np.random.RandomState(0).rand(4, 6).astype('float32')
"""

# a file for each parameter, tensors in and out through functions
CLASSIFIER = """
from paddle.fluid.core import AnalysisConfig, PaddleTensor, create_paddle_predictor
x = fluid.data('x', [None, 6])
y = fluid.data('y', [None, 1], dtype='int64')
hidden = fluid.layers.fc(x, 8, act='tanh', param_attr=weights(6, 8))
p = fluid.layers.fc(hidden, 3, act='softmax', param_attr=weights(8, 3))
loss = fluid.layers.reduce_mean(fluid.layers.cross_entropy(p, y))
Y = np.array([[0], [1], [2], [1]])
save(['x'], [p, hidden], loss, [{'x': X, 'y': Y}] * 3)

def inputs_of(array):
    array = PaddleTensor(array)
    return [array]

def predict(predictor, array):
    outputs = predictor.run(inputs_of(array))
    return [each.as_ndarray() for each in outputs], outputs[0].shape, outputs[0].data.float_data()

config = AnalysisConfig(folder)
config.disable_gpu()
config.disable_glog_info()
predictor = create_paddle_predictor(config)
for rows in (4, 1):
    arrays, shape, data = predict(predictor, X[:rows])
    out += [*arrays[0], arrays[0][:, 1], arrays[1].sum(), *shape, *data]
"""

# both files named, tensors that are not copied, a predictor that an object keeps
RECOMMENDER = """
u = fluid.data('user', [None, 1], dtype='int64')
v = fluid.data('item', [None, 1], dtype='int64')
y = fluid.data('y', [None, 1])
a = fluid.layers.reshape(fluid.layers.embedding(u, [5, 4], param_attr=weights(5, 4)), [-1, 4])
b = fluid.layers.reshape(fluid.layers.embedding(v, [7, 4], param_attr=weights(7, 4)), [-1, 4])
score = fluid.layers.reduce_sum(fluid.layers.elementwise_mul(a, b), dim=1, keep_dim=True)
score = fluid.layers.fc(fluid.layers.concat([score, a, b], axis=1), 1, act='sigmoid', param_attr=weights(9, 1))
loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(score, y))
U, V = np.array([[0], [3], [4]]), np.array([[6], [1], [0]])
save(['item', 'user'], [score], loss, [{'user': U, 'item': V, 'y': np.ones([3, 1], 'float32')}] * 3,
     model_filename='__model__', params_filename='__params__')

class Recommender(object):
    def __init__(self, model_dir, use_gpu=False):
        self.predictor = self.load(model_dir, use_gpu)

    def load(self, model_dir, use_gpu):
        precisions = {'fp32': fluid.core.AnalysisConfig.Precision.Float32}
        config = fluid.core.AnalysisConfig(os.path.join(model_dir, '__model__'), os.path.join(model_dir, '__params__'))
        if use_gpu:
            config.enable_use_gpu(100, 0)
            config.enable_tensorrt_engine(precision_mode=precisions['fp32'])
        else:
            config.disable_gpu()
        config.disable_glog_info()
        config.switch_ir_optim(True)
        config.enable_memory_optim()
        config.switch_use_feed_fetch_ops(False)
        return fluid.core.create_paddle_predictor(config)

    def score(self, inputs):
        for name in self.predictor.get_input_names():
            tensor = self.predictor.get_input_tensor(name)
            tensor.copy_from_cpu(inputs[name])
        self.predictor.zero_copy_run()
        names = self.predictor.get_output_names()
        return self.predictor.get_output_tensor(names[0]).copy_to_cpu()

recommender = Recommender(folder)
for rows in (3, 2):
    out += list(recommender.score({'user': U[:rows], 'item': V[:rows]}))
"""

# a network that oneDNN would end or get wrong; tensors that are filled in and go by their names
DETECTOR = """
from paddle.fluid.core import AnalysisConfig, PaddleBuf, PaddleDType, PaddleTensor, create_paddle_predictor
image = fluid.data('image', [None, 1, 6, 6])
size = fluid.data('size', [None, 1])
found = fluid.layers.conv2d(image, 3, 3, padding=1, param_attr=weights(3, 1, 3, 3))
found = fluid.layers.resize_nearest(fluid.layers.leaky_relu(found, 0.1), scale=2.0)
found = fluid.layers.batch_norm(found, is_test=False)
found = fluid.layers.reshape(fluid.layers.pool2d(found, 12, 'avg'), [-1, 3])
box = fluid.layers.elementwise_mul(fluid.layers.fc(found, 4, param_attr=weights(3, 4)), size, axis=0)
loss = fluid.layers.reduce_mean(fluid.layers.square(box))
IMAGE = np.random.RandomState(1).rand(2, 1, 6, 6).astype('float32')
SIZE = np.array([[3.], [4.]], 'float32')
save(['image', 'size'], [box], loss, [{'image': IMAGE, 'size': SIZE}] * 2, params_filename='params')

def tensor(name, array):
    made = PaddleTensor()
    made.name = name
    made.shape = list(array.shape)
    made.dtype = PaddleDType.FLOAT32
    made.data = PaddleBuf(array.ravel().tolist())
    return made

config = AnalysisConfig()
config.set_model(folder + '/__model__', folder + '/params')
config.disable_gpu()
config.disable_glog_info()
config.switch_specify_input_names(True)
predictor = create_paddle_predictor(config)
outputs = predictor.run([tensor('size', SIZE), tensor('image', IMAGE)])
assert outputs[0].dtype == PaddleDType.FLOAT32 and outputs[0].lod == []
out += [*outputs[0].as_ndarray(), *outputs[0].shape, *outputs[0].data.float_data()[:3]]
"""

# settings of the other kind, a list of tensors that grows
NATIVE = """
import paddle.fluid.core as core
x = fluid.data('x', [None, 6])
pred = fluid.layers.fc(x, 2, param_attr=weights(6, 2))
loss = fluid.layers.reduce_mean(fluid.layers.square(pred))
save(['x'], [pred], loss, [{'x': X}] * 3)

config = core.NativeConfig()
config.model_dir = folder
config.use_gpu = False
config.device = 0
predictor = core.create_paddle_predictor(config)
inputs = []
inputs.append(core.PaddleTensor(data=X))
first, = predictor.run(inputs)
out += list(first.as_ndarray())
for turn in range(2):
    for result in predictor.run([core.PaddleTensor(X * turn)]):
        out += list(result.as_ndarray().sum(axis=1))
"""

# sequences of several lengths
SENTENCES = """
from paddle.fluid.core import AnalysisConfig, PaddleTensor, create_paddle_predictor
words = fluid.data('words', [None, 1], dtype='int64', lod_level=1)
y = fluid.data('y', [None, 1])
pooled = fluid.layers.sequence_pool(fluid.layers.embedding(words, [9, 4], param_attr=weights(9, 4)), 'sum')
p = fluid.layers.fc(pooled, 1, act='sigmoid', param_attr=weights(4, 1))
loss = fluid.layers.reduce_mean(fluid.layers.square_error_cost(p, y))
W = fluid.create_lod_tensor(np.array([[1], [2], [3], [4], [8]]), [[2, 3]], place)
save(['words'], [p], loss, [{'words': W, 'y': np.ones([2, 1], 'float32')}] * 2)

class Sentences(object):
    predictor = None

    def load(self):
        config = AnalysisConfig(folder)
        config.disable_glog_info()
        self.predictor = create_paddle_predictor(config)

    def tensor(self, ids, lengths):
        tensor = PaddleTensor(np.array(ids).astype('int64').reshape(-1, 1))
        tensor.name = 'words'
        tensor.lod = [[0] + np.cumsum(lengths).tolist()]
        tensor.shape = [len(ids), 1]
        return tensor

    def scores(self, ids, lengths):
        return self.predictor.run([self.tensor(ids, lengths)])[0].as_ndarray()

sentences = Sentences()
sentences.load()
out += list(sentences.scores([1, 2, 3, 4, 8, 7], [1, 3, 2]))
out += list(sentences.scores([5, 0], [2]))
"""
PROGRAMS = {
    name: HEAD + text
    for name, text in {
        "classifier": CLASSIFIER, "recommender": RECOMMENDER, "detector": DETECTOR, "native": NATIVE,
        "sentences": SENTENCES,
    }.items()
}  # fmt: skip


@pytest.fixture(scope="module")
def trials(harness):
    path = Path(__file__).parents[1] / "oracle" / "trials.py"
    spec = importlib.util.spec_from_file_location("trials", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    found.ask = harness.ask
    return found


@pytest.fixture(scope="module", params=PROGRAMS)
def whole(request, trials):
    """One, in processes of its own: they share their default programs."""
    name = request.param
    one = {name: PROGRAMS[name]}
    return one, trials.of_1_8(f"predictors.{name}", one)


def test_unchanged(trials, whole):
    old, theirs = whole
    assert trials.same(theirs, trials.of_today(old, compat=True)) == []


def test_migrated(trials, whole):
    old, theirs = whole
    new, codes = trials.migrated(old)
    if "native" in old:  # NativeConfig is a person's
        assert any(code == "PM301" for found in codes.values() for code in found), codes
        return
    assert not any(code.startswith("PM3") for found in codes.values() for code in found)
    assert not any("fluid" in text for text in new.values())
    assert trials.same(theirs, trials.of_today(new, compat=False)) == []
