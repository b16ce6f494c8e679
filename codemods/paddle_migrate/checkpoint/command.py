"""`paddle-migrate checkpoint`: parameters that an old script saved, for its migration."""

from __future__ import annotations

import os
from pathlib import Path

import click

from paddle_migrate import streams
from paddle_migrate.checkpoint.convert import Converted, convert
from paddle_migrate.checkpoint.files import passed_over, read, write
from paddle_migrate.chinese.help import language_option
from paddle_migrate.findings import listed
from paddle_migrate.interrupts import Interruptible
from paddle_migrate.text.parsing import SourceError

_NAMED = 5


class Model(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """`model.py:MNIST`."""

    name = "SCRIPT:CLASS"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Path, str]:
        script, colon, class_name = value.rpartition(":")
        if not colon or not class_name.isidentifier() or not Path(script).is_file():
            self.fail(f"{value!r} is not a script and a class of it, such as model.py:MNIST", param, ctx)
        return Path(script), class_name


class Unusable(click.ClickException):
    """As everywhere in the tool, 2 is for what cannot be read."""

    exit_code = 2


@click.command(cls=Interruptible, context_settings={"help_option_names": ["-h", "--help"]})
@language_option
@click.argument("old", type=click.Path(exists=True, path_type=Path))
@click.option("--for", "model", type=Model(),
              help="The old script and a class: model.py:MNIST. Without it the keys stay as they are.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The new file.")
@click.option("--partial", is_flag=True, help="Write it though parameters are missing, left over or of another shape.")
@click.option("-v", "--verbose", is_flag=True, help="List every parameter with its old and its new name.")
def checkpoint_command(old: Path, model: tuple[Path, str] | None, output: Path, partial: bool, verbose: bool) -> None:
    """Write the parameters in OLD under the keys that the migrated model's state_dict has.

    OLD is a .pdparams file of PaddlePaddle 1.6 to 1.8, or a folder that save_persistables of 1.5 wrote. The names are
    read off the old script's text: nothing of it is run, nor anything that OLD names, and no Paddle is needed. The new
    file is for paddle.load. An optimizer's state (.pdopt) is not converted.

    Without --for the keys stay as they are in OLD: for what static programs saved, by fluid.save or, each parameter in
    a file, by save_persistables and save_params; their names are still the parameters' in migrated programs.

    Exit status: 0 done; 2 something does not fit or cannot be read, and nothing was written.
    """
    if any(_is_or_holds(given, output) for given in (old, *(model or ())[:1])):
        raise click.UsageError(f"-o {output} is an input; name a new file")
    try:
        others, held = passed_over(old), read(old)
        done = convert(held, *model) if model else Converted(held, {key: key for key in held})
    except (OSError, ValueError) as error:
        raise Unusable(f"{old}: {error}") from None
    if others:
        streams.say(f"{old}: passed over, as save_persistables did not write it: {listed(others, _NAMED)}")
    if done.problems:
        streams.say(*(f"{old}: {problem}" for problem in done.problems))
    if model and done.problems and not partial:
        raise Unusable(f"{old} does not fit {model[1]} of {model[0]}; nothing was written. Is it the checkpoint of "
                       "another model? To write what there is all the same, give --partial")
    try:
        write(output, done.tensors, done.sources)
    except (SourceError, UnicodeEncodeError) as error:  # a key may be no text
        raise Unusable(f"{output}: {error}") from None
    _report(done, output, verbose)


def _is_or_holds(given: Path, output: Path) -> bool:
    """Whether the output is what is read, by whatever name, or lies in the folder that is read."""
    if output.exists() and given.samefile(output):
        return True
    return given.is_dir() and Path(os.path.realpath(output)).is_relative_to(os.path.realpath(given))


def _report(done: Converted, output: Path, verbose: bool) -> None:
    for key, source in done.sources.items() if verbose else ():
        streams.show(f"{key} {list(done.tensors[key].shape)}  <- {source}")
    renamed = sum(key != source for key, source in done.sources.items())
    streams.say(f"{output}: {len(done.tensors)} parameters, {renamed} of them renamed")
