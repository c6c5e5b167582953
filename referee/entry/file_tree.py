"""The files of a submission as names: which are allowed, where links lead, and their digest.

Nothing here reads or writes files.
"""

import unicodedata
from dataclasses import dataclass, field
from hashlib import sha256

from referee.archive.member import ArchiveMember, MemberKind
from referee.entry.sentence import SubmissionSentence
from referee.error import DataError

LEFT_OUT = frozenset(
    {
        *(".git", ".hg", ".svn", "__MACOSX", ".DS_Store"),
        *(".venv", "__pycache__", "node_modules", "target", ".gradle"),
    }
)
"""Names of files and folders that no submission needs: metadata, and output of builds."""

_MOST_PASSED = 8
"""How many links may follow each other: fewer than in Linux, so that a check takes no time."""

_LEAST = 1 << 20
"""Bytes to which every archive may unpack."""

Parts = tuple[str, ...]
"""A path as the names of its folders and its file."""


@dataclass(frozen=True, slots=True)
class TreeLimits:
    """The limits of the files of a submission.

    Attributes:
        files: maximum number of members, including folders.
        links: maximum number of symbolic links.
        size: maximum of bytes in all files.
        ratio: how many times its own size an archive may unpack to, if that is over 1 MiB.
        path: maximum length of a path, and of the target of a link, in bytes of UTF-8.
        depth: maximum number of names in a path.
        left_out: names of files and folders that are dropped, wherever they are.
        is_unwrapped: whether a single folder at the top is removed from all paths.
        outside: absolute folders to which links may lead.
    """

    files: int = 10_000
    links: int = 1_000
    size: int = 1 << 28
    ratio: int = 100
    path: int = 240
    depth: int = 24
    left_out: frozenset[str] = LEFT_OUT
    is_unwrapped: bool = True
    outside: tuple[str, ...] = ()


@dataclass(slots=True)
class _Node:
    """A folder, a file (with its digest) or a link (with its target)."""

    kind: MemberKind = MemberKind.FOLDER
    names: dict[str, "_Node"] = field(default_factory=dict)
    folded: dict[str, str] = field(default_factory=dict)
    digest: str = ""
    target: str = ""


class FileTree:
    """The files of one submission. Add all members, then read `root` and the digest."""

    def __init__(self, limits: TreeLimits, packed: int | None = None) -> None:
        """Make an empty tree.

        Args:
            limits: its limits.
            packed: the size of the archive in bytes; None for a folder.
        """
        self._limits = limits
        self._most = limits.size
        if packed is not None:
            self._most = min(self._most, max(_LEAST, limits.ratio * packed))
        self._top = _Node()
        self._count = self._links = self._size = 0

    def add(self, member: ArchiveMember) -> Parts | None:
        """Add the next member; return its path, or None if it is left out.

        Raises:
            DataError: if the archive may not have this member, or is too large with it.
        """
        self._count += 1
        if self._count > self._limits.files:
            raise DataError(
                SubmissionSentence.TOO_MANY_FILES, most=self._limits.files, path=member.name[:240]
            )
        parts = self._parts(member.name)
        if not parts or not self._limits.left_out.isdisjoint(parts):
            return None
        if member.kind not in (MemberKind.FILE, MemberKind.FOLDER, MemberKind.LINK):
            raise DataError(
                SubmissionSentence.MEMBER_NOT_TAKEN, path=member.name, kind=member.kind.value
            )
        self._insert(parts, member)
        self._measure(member)
        return parts

    def _measure(self, member: ArchiveMember) -> None:
        """Count a file or a link."""
        limits = self._limits
        if member.kind is MemberKind.FILE:
            self._size += member.size
            if self._size > self._most:
                raise DataError(
                    SubmissionSentence.UNPACKED_TOO_LARGE,
                    most=self._most,
                    path=member.name,
                    ratio=limits.ratio,
                )
        if member.kind is MemberKind.LINK:
            self._links += 1
            if self._links > limits.links:
                raise DataError(
                    SubmissionSentence.TOO_MANY_LINKS, most=limits.links, path=member.name
                )
            if len(member.target) > limits.path:
                raise DataError(
                    SubmissionSentence.PATH_TOO_LONG, path=member.target[:240], most=limits.path
                )

    def seal(self, parts: Parts, digest: str) -> None:
        """Note the SHA-256 of the content of a file."""
        self._node(parts).digest = digest

    @property
    def root(self) -> Parts:
        """The folder that all files are in; empty unless the archive has one folder at its top."""
        match list(self._top.names.items()):
            case [(name, _Node(kind=MemberKind.FOLDER))] if self._limits.is_unwrapped:
                return (name,)
        return ()

    def links(self) -> list[tuple[Parts, str]]:
        """Return the links with their targets, sorted by path, relative to the root.

        Raises:
            DataError: if one leads to something that is not in the root.
        """
        found = []
        for parts, node in self._walk(self._node(self.root), ()):
            if node.kind is MemberKind.LINK:
                if self._end(parts[:-1], node.target) is None:
                    raise DataError(
                        SubmissionSentence.LINK_LEADS_NOWHERE,
                        path="/".join(parts),
                        target=node.target[:240],
                    )
                found.append((parts, node.target))
        return found

    def digest(self) -> str:
        """Return the SHA-256 of all paths and contents, relative to the root.

        Order, times, permissions and empty folders do not change it.

        Raises:
            DataError: if there is no file.
        """
        whole, is_empty = sha256(b"tianming submission 1\n"), True
        for parts, node in self._walk(self._node(self.root), ()):
            if node.kind is MemberKind.FOLDER:
                continue
            is_empty = False
            content = node.digest or f"link {node.target}"
            whole.update("\0".join(("/".join(parts), content, "")).encode(errors="surrogateescape"))
        if is_empty:
            raise DataError(SubmissionSentence.SUBMISSION_EMPTY)
        return whole.hexdigest()

    def _parts(self, name: str) -> Parts:
        """Return a path in parts; empty for the top folder itself."""
        limits = self._limits
        if len(name.encode(errors="surrogateescape")) > limits.path:
            raise DataError(SubmissionSentence.PATH_TOO_LONG, path=name[:240], most=limits.path)
        path = name.removesuffix("/")
        while path.startswith("./"):
            path = path[2:]
        if path in ("", "."):
            return ()
        parts = tuple(path.split("/"))
        if path.startswith("/") or ".." in parts:
            raise DataError(SubmissionSentence.PATH_OUTSIDE, path=name)
        if not path.isprintable() or "\\" in path or not {"", "."}.isdisjoint(parts):
            raise DataError(SubmissionSentence.PATH_NOT_PLAIN, path=name)
        if len(parts) > limits.depth:
            raise DataError(SubmissionSentence.PATH_TOO_DEEP, path=name, most=limits.depth)
        return parts

    def _insert(self, parts: Parts, member: ArchiveMember) -> None:
        node = self._top
        for depth, name in enumerate(parts, 1):
            if node.kind is not MemberKind.FOLDER:
                raise DataError(SubmissionSentence.PATH_TWICE, path="/".join(parts[: depth - 1]))
            known = node.folded.setdefault(_folded(name), name)
            if known != name:
                above = parts[: depth - 1]
                raise DataError(
                    SubmissionSentence.PATHS_FOLD,
                    one="/".join((*above, known)),
                    other="/".join((*above, name)),
                )
            if depth == len(parts) and member.kind is not MemberKind.FOLDER:
                if name in node.names:
                    raise DataError(SubmissionSentence.PATH_TWICE, path=member.name)
                node.names[name] = _Node(member.kind, target=member.target)
                return
            node = node.names.setdefault(name, _Node())
        if node.kind is not MemberKind.FOLDER:
            raise DataError(SubmissionSentence.PATH_TWICE, path=member.name)

    def _node(self, parts: Parts) -> _Node:
        node = self._top
        for name in parts:
            node = node.names[name]
        return node

    def _walk(self, node: _Node, above: Parts) -> "list[tuple[Parts, _Node]]":
        found = []
        for name, below in sorted(node.names.items()):
            found.append(((*above, name), below))
            found += self._walk(below, (*above, name))
        return found

    def _end(self, folder: Parts, target: str) -> _Node | None:
        """Return where a link in a folder leads; None if out of the root, or to nothing."""
        root = self._node(self.root)
        waiting, at, passed = target.split("/")[::-1], [*folder], 0
        if not target or target.startswith("/"):
            return root if self._is_outside(target) else None
        while waiting:
            name = waiting.pop()
            if name == "..":
                if not at or _below(root, at).kind is not MemberKind.FOLDER:
                    return None
                at.pop()
            elif name not in ("", "."):
                node = _below(root, at).names.get(name)
                if node is None:
                    return None
                if node.kind is MemberKind.LINK:
                    passed += 1
                    if passed > _MOST_PASSED:
                        return None
                    if node.target.startswith("/"):
                        return root if not waiting and self._is_outside(node.target) else None
                    waiting += node.target.split("/")[::-1]
                else:
                    at.append(name)
        return _below(root, at)

    def _is_outside(self, target: str) -> bool:
        """Return whether an absolute path is in a folder to which links may lead."""
        is_inside = any(target.startswith(f"{folder}/") for folder in self._limits.outside)
        return is_inside and ".." not in target.split("/")


def _below(node: _Node, parts: "list[str]") -> _Node:
    for name in parts:
        node = node.names[name]
    return node


def _folded(name: str) -> str:
    """Return what file systems make of a name that ignore case, normal forms and final dots."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return folded.rstrip(" .") or name
