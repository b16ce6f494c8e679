# -*- coding: utf-8 -*-
"""The lowest energy of a short chain of spins, looked for by a quantum circuit that a classical optimizer turns."""
import numpy as np
import paddle
import paddle.fluid as fluid
from paddle.complex import kron, matmul, trace
from paddle.complex import transpose as turned
from paddle.fluid import layers
from paddle.fluid.dygraph import to_variable
from paddle.fluid.framework import ComplexVariable

from utility import parse_args, start_weights

args = parse_args(batch_size=1)
QUBITS, DEPTH = 3, 2
X = np.array([[0, 1], [1, 0]])
Z = np.array([[1, 0], [0, -1]])


def on(matrix, place):
    """The matrix acting on one of the qubits, as an array."""
    whole = np.eye(1)
    for qubit in range(QUBITS):
        whole = np.kron(whole, matrix if qubit == place else np.eye(2))
    return whole


def hamiltonian(field=0.7, level=6.0):
    pairs = sum(on(Z, i).dot(on(Z, i + 1)) for i in range(QUBITS - 1))
    return (pairs + field * sum(on(X, i) for i in range(QUBITS)) + level * np.eye(2 ** QUBITS)).astype('complex64')


def entangle():
    """Turns the sign where two neighbours are both up."""
    signs = np.ones(2 ** QUBITS)
    for state in range(2 ** QUBITS):
        bits = '{:b}'.format(state).zfill(QUBITS)
        signs[state] = (-1) ** bits.count('11')
    return np.diag(signs).astype('complex64')


def about_y(angle):
    cos, sin = layers.cos(angle / 2), layers.sin(angle / 2)
    real = layers.reshape(layers.concat([cos, -sin, sin, cos], axis=0), [2, 2])
    return ComplexVariable(real, layers.zeros([2, 2], 'float32'))


def about_z(angle):
    cos, sin, none = layers.cos(angle / 2), layers.sin(angle / 2), layers.zeros([1], 'float32')
    real = layers.concat([cos, none, none, cos], axis=0)
    imag = layers.concat([-sin, none, none, sin], axis=0)
    return ComplexVariable(layers.reshape(real, [2, 2]), layers.reshape(imag, [2, 2]))


class Circuit(fluid.dygraph.Layer):
    def __init__(self):
        super(Circuit, self).__init__()
        self.angles = self.create_parameter(shape=[DEPTH * QUBITS * 2], attr=None, dtype='float32', is_bias=False)
        self.entangle = to_variable(entangle())

    def place(self, gate, qubit):
        """A gate on one qubit as a matrix for all: real unit matrices before and behind it."""
        if qubit > 0:
            gate = kron(to_variable(np.eye(2 ** qubit, dtype='float32')), gate)
        if qubit < QUBITS - 1:
            gate = paddle.complex.kron(gate, to_variable(np.eye(2 ** (QUBITS - 1 - qubit), dtype='float32')))
        return gate

    def forward(self, state, energies):
        number = 0
        for layer in range(DEPTH):
            for qubit in range(QUBITS):
                state = matmul(self.place(about_y(self.angles[number]), qubit), state)
                state = matmul(self.place(about_z(self.angles[number + 1]), qubit), state)
                number += 2
            state = matmul(self.entangle, state)
        density = matmul(state, turned(ComplexVariable(state.real, -state.imag), perm=[1, 0]))
        energy = trace(matmul(energies, density))
        return energy.real, paddle.complex.elementwise_mul(density, density)


with fluid.dygraph.guard(fluid.CUDAPlace(0) if args.use_gpu else fluid.CPUPlace()):
    circuit = Circuit()
    circuit.set_dict(start_weights(circuit.state_dict()))
    optimizer = fluid.optimizer.MomentumOptimizer(0.1, momentum=0.5, parameter_list=circuit.parameters())
    down = np.zeros([2 ** QUBITS, 1], 'complex64')
    down[0] = 1
    energies = to_variable(hamiltonian())
    for step in range(args.steps):
        loss, squares = circuit(to_variable(down), energies)
        loss.backward()
        optimizer.minimize(loss)
        circuit.clear_gradients()
        peak = np.abs(squares.numpy()).max()
        print('step {}\tpeak {:.3f}\tloss {!r}'.format(step, peak, float(loss.numpy()[0])))
    if args.save:
        fluid.save_dygraph(circuit.state_dict(), args.save)
