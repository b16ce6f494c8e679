import paddle.fluid as fluid
from base import Base


class Net(Base):
    def build(self, left, right):
        towers = []
        for each in (left, right):
            towers.append(fluid.layers.tanh(fluid.layers.reshape(self.table(each, 'tower'), [-1, 3])))
        product = fluid.layers.reduce_sum(towers[0] * towers[1], dim=1)
        self.cost = fluid.layers.reduce_mean(fluid.layers.square(product - 1.0))
