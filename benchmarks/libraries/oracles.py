"""Real Paddle of 2.0 to 2.4 in environments of their own below FOLDER, to hold the libraries' runs against.

    python benchmarks/libraries/oracles.py FOLDER [2.0.2 2.2.2 2.4.2]

They are the builds for GPUs, the only ones of those years that the package index has; without a GPU they compute on
the CPU. Two things that they want of the machine are made here: the CUDA runtime that 2.4.2 is linked to, as a library
that knows no device, and a name that glibc has dropped, for 2.0.2. Needs CPython 3.7 and 3.8, gcc and nm, and 4 GB
for each.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PYTHON = {"2.0.2": "3.7", "2.2.2": "3.8", "2.4.2": "3.8"}
NEEDED = ["protobuf<3.21", "numpy<1.24", "scipy", "setuptools<66", "networkx", "attrs", "pyyaml", "six", "tqdm",
          "colorama", "colorlog", "easydict", "packaging", "psutil", "yacs"]

# Names that glibc kept for itself until 2.34.
OF_GLIBC = """
#define _GNU_SOURCE
#include <dlfcn.h>
void *_dl_sym(void *handle, const char *name, void *who) { return dlsym(handle, name); }
"""
NO_DEVICE = """
#define NONE 100
int cudaGetDeviceCount(int *count) { *count = 0; return NONE; }
const char *cudaGetErrorString(int code) { return "no device"; }
const char *cudaGetErrorName(int code) { return "cudaErrorNoDevice"; }
void **__cudaRegisterFatBinary(void *binary) { static void *handle; return &handle; }
"""


def main() -> None:
    folder, versions = Path(sys.argv[1]).resolve(), sys.argv[2:] or list(PYTHON)
    for version in versions:
        print(version, make(folder / version, version))


def make(environment: Path, version: str) -> str:
    """The environment's Python, made unless it is there; or why there is none."""
    python = environment / "bin" / "python"
    if not python.exists():
        found = shutil.which(f"python{PYTHON[version]}")
        if found is None:
            return f"no Python {PYTHON[version]}"
        run(found, "-m", "venv", str(environment))
    if not list(environment.glob("lib/python3*/site-packages/paddlepaddle_gpu*")):
        run(str(python), "-m", "pip", "install", "--quiet", f"paddlepaddle-gpu=={version}", *NEEDED)
    (paddle,) = environment.glob("lib/python3*/site-packages/paddle")
    link_glibc(paddle)
    for library in (paddle / "fluid").glob("*.so"):
        link_cuda(library, paddle / "libs")
    return text(str(python), "-c", "import paddle; print(paddle.__version__, paddle.ones([2]).sum().numpy())")


def link_glibc(paddle: Path) -> None:
    """Loaded at the start of the interpreter, so that whatever is loaded later finds the name."""
    library = paddle / "libs" / "libglibc_names.so"
    compile_c(OF_GLIBC, library, "-ldl")
    line = f"import ctypes; ctypes.CDLL({str(library)!r}, ctypes.RTLD_GLOBAL)\n"
    (paddle.parent / "glibc_names.pth").write_text(line, encoding="utf-8")


def link_cuda(library: Path, folder: Path) -> None:
    """The CUDA runtime that ``library`` is linked to, if it is: every call answers that there is no device."""
    symbols = [line.split()[-1].split("@") for line in text("nm", "-D", "--undefined-only", str(library)).splitlines()]
    of_cuda = {name: version[-1] for name, *version in symbols if version and version[-1].startswith("libcudart")}
    for wanted in set(of_cuda.values()):
        names = [name for name, version in of_cuda.items() if version == wanted and f"{name}(" not in NO_DEVICE]
        code = NO_DEVICE + "".join(f"int {name}() {{ return NONE; }}\n" for name in names)
        versions = folder / f"{wanted}.map"
        versions.write_text(f"{wanted} {{ global: *; }};\n", encoding="utf-8")
        compile_c(code, folder / wanted, f"-Wl,--version-script={versions}", f"-Wl,-soname,{wanted}")


def compile_c(code: str, library: Path, *options: str) -> None:
    source = library.with_suffix(".c")
    source.write_text(code, encoding="utf-8")
    run("gcc", "-w", "-shared", "-fPIC", "-o", str(library), str(source), *options)


def text(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
