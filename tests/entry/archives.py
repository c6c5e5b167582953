"""Archives for tests: sound and hostile ones, built in memory."""

import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

FILES = {"bot.toml": b'name = "x"\n', "src/main.py": b"#!/usr/bin/env python3\n"}
"""The files of a small bot."""


def tar(members: Sequence[tuple[tarfile.TarInfo, bytes]], form: int = tarfile.PAX_FORMAT) -> bytes:
    """Return a tar file, compressed with gzip."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=form) as archive:
        for member, content in members:
            archive.addfile(member, io.BytesIO(content))
    return gzip.compress(file.getvalue(), 1, mtime=0)


def tar_of(files: Mapping[str, bytes], form: int = tarfile.PAX_FORMAT) -> bytes:
    """Return the tar file of plain files."""
    return tar([file(name, content) for name, content in files.items()], form)


def file(name: str, content: bytes = b"x") -> tuple[tarfile.TarInfo, bytes]:
    """Return a plain file as a member."""
    info = tarfile.TarInfo(name)
    info.size = len(content)
    return info, content


def special(name: str, kind: bytes, target: str = "") -> tuple[tarfile.TarInfo, bytes]:
    """Return a member without content of a type of `tarfile`."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


def link(name: str, target: str) -> tuple[tarfile.TarInfo, bytes]:
    """Return a symbolic link as a member."""
    return special(name, tarfile.SYMTYPE, target)


def zip_of(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return the zip file of plain files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def zip_link(name: str, target: str) -> bytes:
    """Return a zip file with a file and a symbolic link."""
    file_ = io.BytesIO()
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(file_, "w") as archive:
        archive.writestr("real", b"x")
        archive.writestr(info, target)
    return file_.getvalue()


def folder_of(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write files into a folder, in the opposite order; return the folder."""
    for name, content in reversed(list(files.items())):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder
