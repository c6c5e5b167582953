"""Generate the committed stubs from the contract, and say whether the tree changed.

Python is written to `proto/python`, Go to `clients/go`. `--check` writes into a
temporary folder instead, compares, and ends with 1 where a committed file differs.

    python proto/generate.py [--check]
"""

import filecmp
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PROTO = Path(__file__).parent
ROOT = PROTO.parent
GO_PLUGINS = (
    "google.golang.org/protobuf/cmd/protoc-gen-go",
    "google.golang.org/grpc/cmd/protoc-gen-go-grpc",
)
IMPORT = re.compile(r"^from tianming\.", re.MULTILINE)
GO_MODULE = "github.com/tianming-referee/tianming/clients/go"


def protoc(*arguments: str) -> None:
    """Run the compiler of grpcio-tools."""
    subprocess.run(
        [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *arguments], check=True
    )


def sources(*, with_service: bool = False) -> list[str]:
    """The files of the contract, or those that define a service."""
    files = sorted(PROTO.rglob("*.proto"))
    return [str(file) for file in files if not with_service or "\nservice " in file.read_text()]


def generate_python(out: Path) -> None:
    """Messages with their types, and the stubs of services, as the package `tianming_proto`.

    The compiler names Python packages like those of the contract. The SDK is the package
    `tianming`, so the messages move to one of their own.
    """
    with tempfile.TemporaryDirectory() as folder:
        protoc(f"--python_out={folder}", f"--pyi_out={folder}", *sources())
        protoc(
            f"--grpc_python_out={folder}",
            f"--mypy_grpc_out=quiet:{folder}",
            *sources(with_service=True),
        )
        made = Path(folder) / "tianming"
        for file in generated(made):
            target = out / "tianming_proto" / file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(IMPORT.sub("from tianming_proto.", (made / file).read_text()))
    for package in [*out.rglob("tianming_proto"), *out.rglob("tianming_proto/**/")]:
        name = package.relative_to(out).as_posix().replace("tianming_proto", "proto/tianming")
        (package / "__init__.py").write_text(f'"""Generated from `{name}`."""\n')


def generate_go(out: Path) -> None:
    """Messages and services, with the plugins that `clients/go/go.mod` pins as tools."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["go", "build", "-o", folder, *GO_PLUGINS], cwd=ROOT / "clients/go", check=True
        )
        protoc(
            f"--plugin={folder}/protoc-gen-go",
            f"--plugin={folder}/protoc-gen-go-grpc",
            f"--go_out={out}",
            f"--go_opt=module={GO_MODULE}",
            f"--go-grpc_out={out}",
            f"--go-grpc_opt=module={GO_MODULE}",
            *sources(),
        )


TARGETS = {"proto/python/tianming_proto": generate_python, "clients/go/tianming": generate_go}


def generated(folder: Path) -> set[Path]:
    """Generated files below a folder, relative to it."""
    return {
        path.relative_to(folder)
        for pattern in ("__init__.py", "*_pb2*.py*", "*.pb.go")
        for path in folder.rglob(pattern)
        if path.suffix != ".pyc"
    }


def check(target: Path, generate: Callable[[Path], None]) -> list[str]:
    """Committed files that differ from what the contract says, by name."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        generate(fresh)
        made = fresh / target.name
        names = generated(made) | generated(target)
        return [
            f"{target.relative_to(ROOT)}/{name}"
            for name in sorted(names)
            if not (made / name).exists()
            or not (target / name).exists()
            or not filecmp.cmp(made / name, target / name, shallow=False)
        ]


def main(arguments: list[str]) -> int:
    """Generate, or check what is committed."""
    if "--check" in arguments:
        stale = [name for path, make in TARGETS.items() for name in check(ROOT / path, make)]
        for name in stale:
            print(f"{name} differs from the contract: run `tox run -e proto -- --write`")
        return 1 if stale else 0
    for path, make in TARGETS.items():
        target = ROOT / path
        for file in generated(target):
            (target / file).unlink()
        make(target.parent)
    return 0


if __name__ == "__main__":
    if shutil.which("go") is None:
        sys.exit("go is not on the PATH: `tox run -e proto` installs it.")
    sys.exit(main(sys.argv[1:]))
