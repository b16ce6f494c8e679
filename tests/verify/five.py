"""The five commonest kinds of network, one after the other in one process: `five.py FOLDER STEPS`, run as it is.

Pooled convolutions, a residual network with batch norm, words and a GRU, a transformer, two generators against two
discriminators: own programs of tests/programs, whose folder (of the old ones, or of their migration) is the argument.
"""

import os
import runpy
import sys

folder, steps, *kernels = sys.argv[1:]
sys.path.append(os.path.dirname(os.path.abspath(__file__)))
if kernels:
    import other_kernels

    other_kernels.install()
sys.path.append(folder)
for name in ("mnist_loader", "resnet", "sentiment_gru", "transformer", "cycle_gan"):
    sys.argv = [name, "--steps", steps]
    runpy.run_path(os.path.join(folder, name + ".py"), run_name="__main__")
