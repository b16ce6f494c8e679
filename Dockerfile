# Paddle, the tool, and real PaddlePaddle 1.8.5 beside them for `paddle-migrate verify --oracle`:
#
#     docker build -t paddle-migrate .
#     docker run --rm -v "$PWD:/work" paddle-migrate old_train.py
#     docker run --rm -v "$PWD:/work" paddle-migrate verify --oracle old_train.py
FROM python:3.7-slim-bullseye AS oracle
RUN pip install --no-cache-dir 'paddlepaddle==1.8.5' 'protobuf<3.21'

FROM python:3.11-slim-bullseye
# all but the first are for the OpenCV that PaddlePaddle 1.8.5 brings
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgomp1 libgl1 libglib2.0-0 libsm6 libxext6 libxrender1 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=oracle /usr/local /opt/python3.7
RUN printf '#!/bin/sh\nLD_LIBRARY_PATH=/opt/python3.7/lib exec /opt/python3.7/bin/python3.7 "$@"\n' \
    > /usr/local/bin/python-1.8.5 && chmod +x /usr/local/bin/python-1.8.5 \
    && python-1.8.5 -c 'import paddle.fluid'
ENV PADDLE_ORACLE_PYTHON=/usr/local/bin/python-1.8.5
COPY pyproject.toml hatch_build.py README.md LICENSE /src/
COPY compat /src/compat
COPY codemods /src/codemods
RUN pip install --no-cache-dir '/src[cpu]' && rm -rf /src
WORKDIR /work
ENTRYPOINT ["paddle-migrate"]
