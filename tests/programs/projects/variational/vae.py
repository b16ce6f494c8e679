import paddle.fluid as fluid
from paddle.fluid.dygraph import Layer, Linear, to_variable


class VAE(Layer):
    def __init__(self, inputs, hidden=6, codes=2):
        super(VAE, self).__init__()
        self.codes = codes
        self.encode = Linear(inputs, hidden, act='tanh')
        self.mean, self.log_variance = Linear(hidden, codes), Linear(hidden, codes)
        self.decode = Linear(codes, hidden, act='tanh')
        self.out = Linear(hidden, inputs)

    def forward(self, x, random):
        hidden = self.encode(x)
        mean, log_variance = self.mean(hidden), self.log_variance(hidden)
        noise = to_variable(random.normal(size=mean.shape).astype('float32'))
        code = mean + noise * fluid.layers.exp(0.5 * log_variance)
        return self.out(self.decode(code)), mean, log_variance


def negative_elbo(logits, x, mean, log_variance):
    cost = fluid.layers.sigmoid_cross_entropy_with_logits(logits, x)
    reconstruction = fluid.layers.reduce_mean(fluid.layers.reduce_sum(cost, dim=1))
    divergence = 1 + log_variance - mean ** 2 - fluid.layers.exp(log_variance)
    return reconstruction, -0.5 * fluid.layers.reduce_mean(fluid.layers.reduce_sum(divergence, 1))
