"""Packages that take in the names of the files beside them, and the addresses that 1.8.5 had for these names."""

from __future__ import annotations

import sys
from importlib import import_module

import paddle.fluid as fluid
import pytest
from paddle_compat._runtime.families import families
from paddle_migrate.rules.library import library


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of three files; one lists a name that it has from elsewhere only when asked."""
    (tmp_path / "zoo").mkdir()
    files = {
        "__init__.py": "",
        "cats.py": "__all__ = ['lion']\nlion, _cub, tiger = 'lion', 'cub', 'tiger'\n",
        "dogs.py": "__all__ = ['wolf', 'lion']\nwolf = 'wolf'\n",
        "keeper.py": "__all__ = ['feed']\nfeed = 'feed'\n",
    }
    for name, text in files.items():
        (tmp_path / "zoo" / name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield import_module("zoo")
    for name in [name for name in sys.modules if name.partition(".")[0] == "zoo"]:
        del sys.modules[name]


def test_every_file_is_found(package):
    assert families("zoo", apart=["keeper"]) == ["lion", "wolf"]
    assert (package.lion, package.wolf) == ("lion", "wolf")


def test_what_is_not_listed_or_stands_apart_stays_there(package):
    families("zoo", apart=["keeper"])
    assert not hasattr(package, "tiger")
    assert not hasattr(package, "feed")
    assert package.keeper.feed == "feed"


def test_the_codemod_reads_the_same_names_off_the_folder():
    module = library().module("paddle_compat.fluid.layers")
    assert set(module.names()) >= set(fluid.layers.__all__)
    assert {name for name in module.names() if module.find(name) is not None} == set(fluid.layers.__all__)


def test_functions_for_nested_lists_are_reached_by_their_module():
    assert "map_structure" in fluid.layers.utils.__all__
    assert "map_structure" not in fluid.layers.__all__
    assert not hasattr(fluid.layers.nn, "map_structure")


@pytest.mark.parametrize("address", ["nn", "ops", "tensor", "loss", "control_flow", "metric_op", "detection"])
def test_a_file_of_185s_has_the_names_of_the_package(address):
    module = import_module(f"paddle.fluid.layers.{address}")
    assert module.relu is fluid.layers.relu
    with pytest.raises(AttributeError, match="nonsense"):
        module.nonsense  # noqa: B018
