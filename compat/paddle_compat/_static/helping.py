"""What ``LayerHelper`` does in programs, for layers that scripts make of operators themselves."""

from __future__ import annotations

from typing import Any

import paddle
from paddle.utils import unique_name

from . import parameters
from .programs import Program, default_main_program, default_startup_program
from .variables import Parameter, Variable


class OfPrograms:
    """A layer called ``name``, or after its kind, with the arguments of the function that makes it."""

    def __init__(self, layer_type: str, kwargs: dict[str, Any]) -> None:
        self.layer_type, self.kwargs = layer_type, kwargs
        given = kwargs.get("name")
        self.name: str = unique_name.generate(layer_type) if given is None else given

    @property
    def main_program(self) -> Program:
        """The present main program."""
        return default_main_program()

    @property
    def startup_program(self) -> Program:
        """The present startup program."""
        return default_startup_program()

    @property
    def param_attr(self) -> Any:
        """The attribute of its weight."""
        return paddle.ParamAttr._to_attr(self.kwargs.get("param_attr"))

    @property
    def bias_attr(self) -> Any:
        """The attribute of its bias."""
        return paddle.ParamAttr._to_attr(self.kwargs.get("bias_attr"))

    def multiple_input(self, input_param_name: str = "input") -> list[Any]:
        """The argument of that name as a list."""
        given = self.kwargs.get(input_param_name, [])
        return list(given) if isinstance(given, (list, tuple)) else [given]

    def input(self, input_param_name: str = "input") -> Any:
        """The argument of that name. Raises ``ValueError`` where there are several."""
        inputs = self.multiple_input(input_param_name)
        if len(inputs) != 1:
            raise ValueError(f"{self.layer_type} layer only takes one input")
        return inputs[0]

    def input_dtype(self, input_param_name: str = "input") -> Any:
        """The dtype of the inputs. Raises ``ValueError`` where they have several."""
        dtypes = [each.dtype for each in self.multiple_input(input_param_name)]
        for dtype in dtypes:
            if dtype != dtypes[0]:
                raise ValueError(f"Data Type mismatch: {dtypes[0]} to {dtype}")
        return dtypes[0] if dtypes else None

    def create_parameter(self, attr: Any, shape: Any, dtype: Any = "float32", is_bias: bool = False,
                         default_initializer: Any = None, **others: Any) -> Any:
        """A new parameter of the layer; ``None`` where ``attr`` is ``False``."""
        return parameters.create_parameter(self.name, attr, shape, dtype, is_bias, default_initializer)

    def create_variable_for_type_inference(self, dtype: Any, stop_gradient: bool = False) -> Variable:
        """A result of the layer, whose shape the operator that sets it tells."""
        name = unique_name.generate(f"{self.name}.tmp")
        return self.main_program.current_block().create_var(name=name, dtype=dtype,
                                                            stop_gradient=stop_gradient or None)

    create_tmp_variable = create_variable_for_type_inference

    def create_variable(self, *args: Any, **kwargs: Any) -> Variable:
        """A variable of the present block."""
        return self.main_program.current_block().create_var(*args, **kwargs)

    def create_global_variable(self, persistable: bool = False, **kwargs: Any) -> Variable:
        """A variable of the program's first block."""
        kwargs.setdefault("name", unique_name.generate(f"{self.name}.tmp"))
        return self.main_program.global_block().create_var(persistable=persistable, **kwargs)

    def create_or_get_global_variable(self, name: str, *args: Any, **kwargs: Any) -> tuple[Variable, bool]:
        """The variable of that name in the program's first block, and whether it is a new one."""
        block = self.main_program.global_block()
        if name in block.vars:
            return block.vars[name], False
        return self.create_global_variable(*args, name=name, **kwargs), True

    def set_variable_initializer(self, var: Variable, initializer: Any) -> Variable:
        """Have the startup program fill a variable that lasts."""
        startup = self.startup_program.global_block()
        made = startup.create_var(name=var.name, shape=var.shape, dtype=var.dtype, persistable=True)
        parameters.initial(startup, made, initializer)
        return var

    def get_parameter(self, name: str) -> Parameter:
        """The parameter of that name. Raises ``ValueError`` where there is none."""
        found = self.main_program.global_block().var(name)
        if not isinstance(found, Parameter):
            raise ValueError(f"no Parameter name {name} found")
        return found

    def append_op(self, **given: Any) -> Any:
        """Add an operator of 1.8.5's to the present block."""
        return self.main_program.current_block().append_op(**given)

    def append_bias_op(self, input_var: Variable, dim_start: int = 1, dim_end: int | None = None) -> Variable:
        """``input_var`` and a new bias of the sizes of its dimensions from ``dim_start`` on, if it has one."""
        attr = self.bias_attr
        if not attr:
            return input_var
        bias = self.create_parameter(attr, list(input_var.shape[dim_start:dim_end]), input_var.dtype, is_bias=True)
        summed = self.create_variable_for_type_inference(input_var.dtype)
        self.append_op(type="elementwise_add", inputs={"X": [input_var], "Y": [bias]}, outputs={"Out": [summed]},
                       attrs={"axis": dim_start})
        return summed
