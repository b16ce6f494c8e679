"""The messages of 1.8.5's files. Today's Paddle has them too, with other names in them from version to version."""

from __future__ import annotations

import functools
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory  # type: ignore[import-untyped]

from .fields import ENUMS, MESSAGES

_PACKAGE = "paddle_compat.of_1_8"


@functools.cache
def program_message() -> Any:
    """The class of a program's message."""
    file = descriptor_pb2.FileDescriptorProto(name="paddle_compat/of_1_8.proto", package=_PACKAGE, syntax="proto2")
    for name, values in ENUMS.items():
        enum = file.enum_type.add(name=name)
        for each in values.split():
            value, _, number = each.partition("=")
            enum.value.add(name=value, number=int(number))
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for each in fields.split():
            _add_field(message, each)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.ProgramDesc"))


def _add_field(message: Any, text: str) -> None:
    name, _, rest = text.partition("=")
    number, _, kind = rest.partition(":")
    field = message.field.add(name=name, number=int(number), label=3 if kind.endswith("*") else 1)
    kind = kind.rstrip("*")
    if kind in ENUMS or kind in MESSAGES:
        field.type = field.TYPE_ENUM if kind in ENUMS else field.TYPE_MESSAGE
        field.type_name = f".{_PACKAGE}.{kind}"
    else:
        field.type = getattr(field, f"TYPE_{kind.upper()}")
