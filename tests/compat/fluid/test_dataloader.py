"""Data sets and batches of their samples: the indices, their order, and what is refused."""

import pytest

pytestmark = pytest.mark.oracle

SET = """\
class Numbers(fluid.io.Dataset):
    def __init__(self, count):
        self.count = count
    def __getitem__(self, index):
        return np.full([2], index, 'float32'), index
    def __len__(self):
        return self.count
"""
CASES = {
    "set": SET + "out += [len(Numbers(3)), Numbers(3)[1][0]]\n",
    "sampler": SET + "out += list(fluid.io.BatchSampler(Numbers(5), batch_size=2))\n",
    "length": SET + "out += [len(fluid.io.BatchSampler(Numbers(5), None, False, 2)),"
    " len(fluid.io.BatchSampler(dataset=Numbers(5), batch_size=2, drop_last=True))]\n",
    "drop_last": SET + "out += list(fluid.io.BatchSampler(Numbers(5), None, False, 2, True))\n",
    "indices": "out += list(fluid.io.BatchSampler(indices=[7, 8, 9, 3], batch_size=3))\n",
    "imported": "from paddle.fluid.io import BatchSampler, Dataset\n" + SET.replace("fluid.io.", "")
    + "out += list(BatchSampler(Numbers(3)))\n",
    "its_own_module": "from paddle.fluid.dataloader import BatchSampler\n"
    "out += list(BatchSampler(indices=(4, 5, 6)))\n",
    "heir_of_set": SET + "class Pairs(fluid.io.BatchSampler):\n"
    "    def __init__(self, count):\n        super().__init__(Numbers(count), batch_size=2)\nout += list(Pairs(5))\n",
    "heir": "class Evens(fluid.io.BatchSampler):\n"
    "    def __init__(self, count):\n"
    "        super(Evens, self).__init__(indices=list(range(0, count, 2)), batch_size=2)\n"
    "out += list(Evens(7))\n",
    "heir_without_init": "class Lists(fluid.io.BatchSampler):\n    pass\nout += list(Lists(indices=[1, 2, 3]))\n",
    "shuffled": SET + "np.random.seed(3)\ns = fluid.io.BatchSampler(Numbers(7), shuffle=True, batch_size=3)\n"
    "out += list(s) + list(s)\n",
    "shuffled_indices": "np.random.seed(3)\n"
    "s = fluid.io.BatchSampler(indices=[5, 6, 7, 8], shuffle=True, batch_size=2)\nout += list(s) + list(s)\n",
    "nothing": "fluid.io.BatchSampler()\n",
    "both": SET + "fluid.io.BatchSampler(Numbers(2), [1])\n",
}
LEFT = dict.fromkeys(["indices", "its_own_module", "heir", "heir_without_init", "shuffled_indices", "both"],
                     "indices= has no equivalent today")
DIFFERS = {"shuffled": "the order is another one than in 1.8"}


@pytest.fixture(scope="module")
def answers(three_ways):
    return three_ways("dataloader", CASES, left=LEFT, differs=DIFFERS)


@pytest.mark.parametrize("name", CASES)
def test_same_as_185(answers, name):
    answers.check(name)
