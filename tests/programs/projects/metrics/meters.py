from collections import OrderedDict

from paddle import fluid


class Meter(object):
    def __init__(self):
        self.sum, self.count = 0., 0

    def add(self, value, n=1):
        self.sum += value * n
        self.count += n

    @property
    def average(self):
        return self.sum / max(self.count, 1)


class Meters(object):
    def __init__(self):
        self.all = OrderedDict()

    def update(self, values, n):
        for name, value in values.items():
            if isinstance(value, fluid.core.VarBase):
                value = value.numpy()[0]
            self.all.setdefault(name, Meter()).add(float(value), n)

    def summary(self):
        return OrderedDict((name, meter.average) for name, meter in self.all.items())
