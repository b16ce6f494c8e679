import math
import paddle.fluid as fluid
from paddle.fluid.layers.learning_rate_scheduler import _decay_step_counter


class Rate(object):
    def __init__(self, kind, value):
        self.kind, self.value = kind, value

    def falling(self):
        return self.value * fluid.layers.cos(_decay_step_counter() * (math.pi / 20))

    def noam(self):
        return fluid.layers.noam_decay(1 / self.value ** 2, 3)

    def plain(self):
        return self.value

    def made(self):
        return getattr(self, self.kind)()
