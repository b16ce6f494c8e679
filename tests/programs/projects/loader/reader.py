import numpy as np


class Data(object):
    """lines of a file as samples, shuffled as the seed says"""

    def __init__(self, lines, seed=0):
        self.lines, self.seed = lines, seed

    def parse(self, line):
        numbers = [float(word) for word in line.split(',')]
        return np.array(numbers[:-1], 'float32'), np.array([int(numbers[-1])], 'int64')

    def create_reader(self, epoch):
        def reader():
            order = np.random.RandomState(self.seed + epoch).permutation(len(self.lines))
            for i in order:
                yield self.parse(self.lines[i])
        return reader


def batched(reader, size, drop_last=False):
    def batches():
        batch = []
        for sample in reader():
            batch.append(sample)
            if len(batch) == size:
                yield batch
                batch = []
        if batch and not drop_last:
            yield batch
    return batches
