#!/bin/sh
# Puts real PaddlePaddle 1.8.5 into the virtual environment $1, if this machine has a Python 3.7.
# Says what happened; exits 0 either way.
venv=${1:-.venv-oracle}

if [ -e "$venv/.installed" ]; then
    echo "oracle: PaddlePaddle 1.8.5 in $venv"
    exit 0
fi

python37=$(sh "$(dirname "$0")/find_python.sh" 3.7)
if [ -z "$python37" ]; then
    echo "oracle: no Python 3.7 found, recorded results of PaddlePaddle 1.8.5 are used"
    exit 0
fi
echo "oracle: installing PaddlePaddle 1.8.5 for $python37: one to five minutes"
if "$python37" -m venv "$venv" &&
    "$venv/bin/python" -m pip --disable-pip-version-check install --quiet 'paddlepaddle==1.8.5' 'protobuf<3.21' &&
    "$venv/bin/python" -c 'import paddle.fluid' 2>/dev/null; then
    touch "$venv/.installed"
    echo "oracle: PaddlePaddle 1.8.5 in $venv"
else
    rm -rf "$venv"
    echo "oracle: PaddlePaddle 1.8.5 does not install here, recorded results are used"
fi
