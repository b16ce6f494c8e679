"""``paddle.utils.plot``: curves in a notebook, or in a picture."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__all__ = ["PlotData", "Ploter"]


class PlotData:
    """One curve."""

    def __init__(self) -> None:
        self.step: list[Any] = []
        self.value: list[Any] = []

    def append(self, step: Any, value: Any) -> None:
        """Add a point."""
        self.step.append(step)
        self.value.append(value)

    def reset(self) -> None:
        """Take all points out."""
        self.step, self.value = [], []


class Ploter:
    """Curves by title. With ``DISABLE_PLOT=True`` nothing is drawn, and Matplotlib and IPython are not needed."""

    def __init__(self, *args: str) -> None:
        self.__args__ = args
        self.__plot_data__ = {title: PlotData() for title in args}
        self.__disable_plot__ = os.environ.get("DISABLE_PLOT")
        if not self.__plot_is_disabled__():
            self.plt: Any = import_module("matplotlib.pyplot")
            self.display: Any = import_module("IPython.display")

    def __plot_is_disabled__(self) -> bool:
        return self.__disable_plot__ == "True"

    def append(self, title: str, step: Any, value: Any) -> None:
        """Add a point to the curve of this title; raises ``AssertionError`` for another than the constructor got."""
        assert isinstance(title, str)
        assert title in self.__plot_data__
        self.__plot_data__[title].append(step, value)

    def plot(self, path: Any = None) -> None:
        """Draw the curves that have points: in the notebook, or into the file ``path``."""
        if self.__plot_is_disabled__():
            return
        drawn = [title for title in self.__args__ if self.__plot_data__[title].step]
        for title in drawn:
            self.plt.plot(self.__plot_data__[title].step, self.__plot_data__[title].value)
        self.plt.legend(drawn, loc="upper left")
        if path is None:
            self.display.clear_output(wait=True)
            self.display.display(self.plt.gcf())
        else:
            self.plt.savefig(path)
        self.plt.gcf().clear()

    def reset(self) -> None:
        """Take the points out of every curve."""
        for data in self.__plot_data__.values():
            data.reset()
