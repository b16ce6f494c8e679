"""Static graphs as 1.8.5 had them: calls outside ``dygraph.guard`` are recorded, and the executor replays them.

A ``Program`` is a list of calls of the very rules that dygraph mode runs, with variables in the place of tensors.
``Executor.run`` gives them tensors and calls them in turn; gradients are those of Paddle's autograd, and the optimizers
are dygraph mode's. Paddle itself stays in dynamic mode.
"""
