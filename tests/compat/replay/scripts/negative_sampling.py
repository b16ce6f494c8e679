import numpy as np
import paddle.fluid as fluid


class SkipGram(fluid.dygraph.Layer):
    def __init__(self, words, size):
        super(SkipGram, self).__init__()
        near = fluid.initializer.UniformInitializer(low=-0.5 / size, high=0.5 / size)
        self.centre = fluid.dygraph.Embedding([words, size], param_attr=fluid.ParamAttr("centre", initializer=near))
        self.context = fluid.dygraph.Embedding([words, size], param_attr=fluid.ParamAttr("context", initializer=near))

    def forward(self, centre, context, label):
        product = fluid.layers.elementwise_mul(self.centre(centre), self.context(context))
        score = fluid.layers.reshape(fluid.layers.reduce_sum(product, dim=-1), [-1, 1])
        return fluid.layers.reduce_mean(fluid.layers.sigmoid_cross_entropy_with_logits(score, label))


with fluid.dygraph.guard(fluid.CPUPlace()):
    fluid.default_main_program().random_seed = 7
    data = np.random.RandomState(4)
    model = SkipGram(60, 16)
    optimizer = fluid.optimizer.SGD(5.0, parameter_list=model.parameters())
    for step in range(20):
        word = data.randint(0, 60, [32]).astype("int64")
        sampled = fluid.layers.randint(0, 60, [96], dtype="int64", seed=step + 1)
        contexts = fluid.layers.concat([fluid.dygraph.to_variable((word + 1) % 60), sampled])
        labels = np.array([1.0] * 32 + [0.0] * 96, "float32").reshape([-1, 1])
        centres = fluid.dygraph.to_variable(np.tile(word, 4))
        loss = model(centres, contexts, fluid.dygraph.to_variable(labels))
        loss.backward()
        optimizer.minimize(loss)
        model.clear_gradients()
        print("step", step, "loss", repr(float(loss.numpy()[0])))
