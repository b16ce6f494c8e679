import numpy as np


class EMA(object):
    """moving averages of a model's parameters, kept as arrays"""

    def __init__(self, model, decay=0.9):
        self.model, self.decay = model, decay
        self.shadow = dict((p.name, p.numpy().copy()) for p in model.parameters() if not p.stop_gradient)
        self.backup = {}

    def update(self):
        for p in self.model.parameters():
            if p.name in self.shadow:
                self.shadow[p.name] = self.decay * self.shadow[p.name] + (1 - self.decay) * p.numpy()

    def apply(self):
        for p in self.model.parameters():
            if p.name in self.shadow:
                self.backup[p.name] = p.numpy()
                p.set_value(self.shadow[p.name].astype('float32'))

    def restore(self):
        for p in self.model.parameters():
            if p.name in self.backup:
                p.set_value(self.backup[p.name])
        self.backup = {}

    def norm(self):
        return float(np.sqrt(sum((value ** 2).sum() for value in self.shadow.values())))
