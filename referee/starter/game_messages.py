"""The generated module of a new game's messages, written without a compiler.

The messages of a new game have the fields of `small.proto`, in a package of the game. So their
descriptor is that of `small.proto` with other names.
"""

from google.protobuf.descriptor_pb2 import DescriptorProto, FileDescriptorProto

from tianming_proto.games.small.v1 import small_pb2

_MODULE = '''"""Generated from {word}.proto: do not edit."""

from google.protobuf import descriptor_pool
from google.protobuf.internal import builder

DESCRIPTOR = descriptor_pool.Default().AddSerializedFile(
    {data!r}
)
builder.BuildMessageAndEnumDescriptors(DESCRIPTOR, globals())
builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, "{word}.{word}_pb2", globals())
'''


def messages_module(word: str) -> str:
    """Return the text of the module `{word}_pb2`, for the package `{word}.v1`."""
    file = FileDescriptorProto()
    small_pb2.DESCRIPTOR.CopyToProto(file)
    file.ClearField("options")
    old, file.package, file.name = file.package, f"{word}.v1", f"{word}/{word}.proto"
    for message in file.message_type:
        _move(message, f".{old}.", f".{file.package}.")
    return _MODULE.format(word=word, data=file.SerializeToString(deterministic=True))


def _move(message: DescriptorProto, old: str, new: str) -> None:
    """Change the package in the types of a message's fields."""
    for field in message.field:
        if field.type_name:
            field.type_name = field.type_name.replace(old, new, 1)
    for nested in message.nested_type:
        _move(nested, old, new)
