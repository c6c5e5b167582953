"""Write tables as TOML."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(data: Mapping[str, Any]) -> str:
    """Return the text of tables, as `tomllib` reads them."""
    return "".join(f"{line}\n" for line in _table(data, ()))


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """Yield the values of a table, then its tables, then its lists of tables."""
    for key, value in data.items():
        if not isinstance(value, Mapping) and not _are_tables(value):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in data.items():
        name = ".".join(map(_key, (*path, key)))
        if isinstance(value, Mapping):
            yield f"[{name}]"
            yield from _table(value, (*path, key))
        elif _are_tables(value):
            for one in value:
                yield f"[[{name}]]"
                yield from _table(one, (*path, key))


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(x, Mapping) for x in value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(one)}' for key, one in value.items())}}}"
    return str(value)
