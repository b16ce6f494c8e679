# coding: utf-8
from __future__ import unicode_literals

import numpy as np

TEXT = '春眠不觉晓处处闻啼鸟夜来风雨声花落知多少' * 4


def vocabulary():
    return {c: i for i, c in enumerate(sorted(set(TEXT)))}


def windows(batch, steps):
    ids = np.array([vocabulary()[c] for c in TEXT]).astype('int64')
    rows = ids[:len(ids) // batch * batch].reshape([batch, -1])
    for k in range((rows.shape[1] - 1) // steps):
        begin = k * steps
        yield rows[:, begin:begin + steps], rows[:, begin + 1:begin + steps + 1]
