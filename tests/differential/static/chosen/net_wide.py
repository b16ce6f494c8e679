import paddle.fluid as fluid
from base import Base


class Net(Base):
    def build(self, left, right):
        towers = [fluid.layers.reshape(self.table(each, 'shared'), [-1, 3]) for each in (left, right)]
        self.cost = fluid.layers.mean(fluid.layers.square(towers[0] - 2.0 * towers[1]))
