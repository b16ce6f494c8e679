import importlib
from training import train

for name in ('wide', 'deep'):
    train(importlib.import_module('net_' + name).Net())
