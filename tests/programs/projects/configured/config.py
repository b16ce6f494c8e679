CONV = [
    {'filters': 4, 'size': 3, 'stride': 1, 'act': 'relu'},
    {'filters': 6, 'size': 3, 'stride': 2, 'act': 'relu'},
    {'filters': 6, 'size': 1, 'stride': 1, 'act': None},
]
CLASSES = 4
TRAIN = {'lr': 0.1, 'steps': 6, 'batch': 3}
