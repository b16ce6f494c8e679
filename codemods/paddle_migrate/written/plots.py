"""Curves of losses, which tutorials of Paddle 1 drew with its own class."""

from __future__ import annotations

import os
from typing import Any


class Ploter:
    """Curves by their titles, drawn by Matplotlib in a notebook or into a file; nothing with DISABLE_PLOT=True."""

    def __init__(self, *titles: str) -> None:
        self.titles = titles
        self.reset()

    def reset(self) -> None:
        self.curves: dict[str, tuple[list[Any], list[Any]]] = {title: ([], []) for title in self.titles}

    def append(self, title: str, step: Any, value: Any) -> None:
        self.curves[title][0].append(step)
        self.curves[title][1].append(value)

    def plot(self, path: Any = None) -> None:
        """Draw the curves that have points."""
        if os.environ.get("DISABLE_PLOT") == "True":
            return
        import matplotlib.pyplot as plt

        drawn = [title for title in self.titles if self.curves[title][0]]
        for title in drawn:
            plt.plot(*self.curves[title])
        plt.legend(drawn, loc="upper left")
        if path is None:
            from IPython import display

            display.clear_output(wait=True)
            display.display(plt.gcf())
        else:
            plt.savefig(path)
        plt.gcf().clear()
