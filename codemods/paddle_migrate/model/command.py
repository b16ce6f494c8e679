"""`paddle-migrate model`: inference models of another Paddle."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from paddle_migrate import streams
from paddle_migrate.checkpoint.command import Unusable
from paddle_migrate.checkpoint.files import write as state_dict
from paddle_migrate.chinese.help import language_option
from paddle_migrate.chinese.sentences import said
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.model import about, arrays, checking, convert, files, inference, running
from paddle_migrate.model.exact import Exact
from paddle_migrate.model.files import Model
from paddle_migrate.model.writing import write
from paddle_migrate.text.parsing import SourceError

INSTALL_3 = "a model of Paddle 3 is written by Paddle 3: pip install 'paddlepaddle>=3' beside paddle-migrate"


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
@click.argument("old", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="NEWDIR", help="Write it there: a new folder.")
@click.option("--to", "target", type=click.Choice(["2.6", "3", "1.8"]),
              help="The Paddle that is to load it; else the one that is installed.")
@click.option("--model-file", metavar="NAME", help="The file of the program in OLD, where it is not __model__.")
@click.option("--params-file", metavar="NAME", help="The file in OLD that holds all parameters.")
@click.option("--check-with", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE.npz",
              help="Compare on these inputs, and not on random ones; NAME.lengths are the lengths of sequences.")
@click.option("--no-check", is_flag=True, help="Run neither of the models.")
def model_command(old: Path, output: Path | None, target: str | None, model_file: str | None,
                  params_file: str | None, check_with: Path | None, no_check: bool) -> None:
    """Say what the inference model OLD is, and with -o write it for another Paddle.

    OLD is a folder with __model__ and the parameters, each in a file or all in one, a file of a program, or what stands
    before .pdmodel and .pdiparams. NEWDIR gets model.pdmodel and model.pdiparams for Paddle 2.6, model.json and
    model.pdiparams for 3, __model__ and __params__ for 1.8; where OLD's file has a name of its own, that name.

    Where NEWDIR ends in .pdparams, it becomes a file of the parameters by their names, for paddle.load.

    Then both are run, OLD on real PaddlePaddle 1.8.5 where it is at hand (PADDLE_ORACLE_PYTHON, .venv-oracle), and the
    largest difference is printed; where it is more than rounding can explain, nothing is written.

    Exit status: 0 done; 2 it cannot be read or converted, or the two differ, and nothing was written.
    """
    try:
        model = files.read(old, model_file, params_file)
        convert.refuse_what_reaches_out(model.program)
        if output is None:
            click.echo("\n".join(about.plain(said(line)) for line in about.described(model)))
            return
        if output.suffix == ".pdparams":
            _parameters(model, output)
            return
        _convert(model, old, output, target or running.major() or "2.6", check_with, no_check)
    except (OSError, ValueError, SourceError) as error:
        raise Unusable(about.plain(" ".join(f"{old}: {error}".split()))) from None


def _parameters(model: Model, output: Path) -> None:
    if output.exists():
        raise click.UsageError(f"-o {output} is there already; name a new file")
    state_dict(output, model.tensors, {name: name for name in model.tensors})
    streams.show(said(f"{output}: {len(model.tensors)} parameters"))


def _convert(model: Model, old: Path, output: Path, target: str, check_with: Path | None, no_check: bool) -> None:
    if target == "3" and running.major() != "3":
        raise click.UsageError(INSTALL_3)
    with _beside(output) as folder:
        inner = folder / "new"
        inner.mkdir()
        rewritten = write(model, inner, target)
        checked = ["not checked"] if no_check else _check(model, inner, folder, target, check_with)
        output.parent.mkdir(parents=True, exist_ok=True)
        os.replace(inner, output)
    others = said(f"; in other operators: {', '.join(rewritten)}") if rewritten else ""
    streams.show(said(f"{output}: for Paddle {target}, {len(model.tensors)} parameters{others}"))
    if (target, running.major()) == ("2.6", "3"):
        click.echo(said("load_inference_model() of Paddle 2.6 reads it; here is Paddle 3, which wants --to 3"))
    for line in checked:
        click.echo(about.plain(said(line)))


@contextmanager
def _beside(output: Path) -> Iterator[Path]:
    """A folder beside the output, from which it is renamed; it is gone afterwards."""
    if output.is_symlink() or (output.exists() and not (output.is_dir() and not any(output.iterdir()))):
        raise click.UsageError(f"-o {output} is there already; name a new folder")
    place = Path(os.path.realpath(output)).parent
    if not place.is_dir():
        raise click.UsageError(f"-o {output}: there is no folder {place}")
    folder = place / f".paddle-migrate-{os.getpid()}"
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _check(model: Model, new: Path, folder: Path, target: str, given: Path | None) -> list[str]:
    """Run both, and say how far they are apart, and what `paddle.inference` makes of the new one."""
    inputs = folder / "inputs.npz"
    if given is None:
        arrays.write(inputs, checking.random_inputs(model.program))
    else:
        missing = [var.name for var in model.program.fed() if var.name not in arrays.names(given)]
        if missing:
            raise ValueError(f"{given} lacks the input {', '.join(missing)}")
        shutil.copyfile(given, inputs)
    ways = running.ways_of_1_8(new, ("__model__", running.there(new, "__params__"))) if target == "1.8" else [
        way for way in [running.way_of_new(new, model.name)] if way]
    olds = running.ways_of_old(model)
    if not ways or not olds:
        return ["not checked: there is no Paddle beside paddle-migrate to run the models with"]
    compared = checking.compare(olds, ways[0], inputs, folder)
    kind = "random inputs" if given is None else str(given)
    exact = Exact(model, compared.old, inputs, folder)
    found = f"on {kind} {compared.new.name} is {compared.apart.difference:.1e} apart from {compared.old.name} at most"
    if not compared.same and not exact.explains(folder / "new.npz"):
        raise ValueError(f"{found}; nothing was written. Random inputs may not suit it: give real ones with "
                         "--check-with, or leave the comparison out with --no-check")
    rounded = {} if compared.close else {compared.new.name: folder / "new.npz"}
    lines = [found]
    if target != "1.8":
        sentence, close = inference.found(ways[0], inputs, folder, exact)
        lines.append(sentence)
        if not close:
            rounded["paddle.inference"] = folder / "inference.npz"
    return [*lines, *exact.sentences(rounded)]
