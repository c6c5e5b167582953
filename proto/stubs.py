"""Compile the contract in every language that has an SDK, so that no name is one it cannot bear.

    python proto/stubs.py [go typescript rust java cpp]

Each language generates the stubs of all files and compiles them with its own tools. C++ and Java
need the programs and headers of Debian's `protobuf-compiler` and `libprotobuf-dev`. The script ends
with 1 if a language fails.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

PROTO = Path(__file__).parent
ROOT = PROTO.parent
TYPESCRIPT = ROOT / "clients/typescript"

JAVA_RUNTIME = "com.google.protobuf:protobuf-java:3.21.12"
"""The runtime for the code that Debian's `protoc` writes."""

CARGO = """
[package]
name = "stubs"
version = "0.0.0"
edition = "2024"

[dependencies]
prost = "0.14"
prost-types = "0.14"
tonic = { version = "0.14", default-features = false, features = ["channel", "codegen"] }
tonic-prost = "0.14"

[build-dependencies]
protox = "0.9"
tonic-prost-build = { version = "0.14", default-features = false }
"""

BUILD = """
fn main() {
    let files = protox::compile(%s, ["%s"]).unwrap();
    let stubs = tonic_prost_build::configure().include_file("all.rs");
    stubs.build_server(false).compile_fds(files).unwrap();
}
"""

BUF = """
version: v2
inputs:
  - directory: %s
plugins:
  - local: %s
    out: src
    include_imports: true
    include_wkt: true
    opt:
      - env=node
      - esModuleInterop=true
      - importSuffix=.js
      - oneof=unions-value
      - outputServices=grpc-js
"""


def run(*words: str | Path, cwd: Path = ROOT) -> None:
    """Run a tool, which must succeed."""
    subprocess.run(words, cwd=cwd, check=True)


def sources() -> list[str]:
    """All files of the contract, relative to its folder."""
    return sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))


def go(folder: Path) -> None:
    """Build the committed stubs."""
    run("go", "build", "./...", cwd=ROOT / "clients/go")


def typescript(folder: Path) -> None:
    """Generate with ts-proto, and check the types."""
    run("npm", "ci", "--prefer-offline", "--no-audit", "--no-fund", cwd=TYPESCRIPT)
    modules = TYPESCRIPT / "node_modules"
    (folder / "node_modules").symlink_to(modules)
    shutil.copy(TYPESCRIPT / "tsconfig.json", folder)
    shutil.copy(TYPESCRIPT / "package.json", folder)
    (folder / "buf.gen.yaml").write_text(BUF % (PROTO, modules / ".bin/protoc-gen-ts_proto"))
    run(modules / ".bin/buf", "generate", cwd=folder)
    run(modules / ".bin/tsc", "--noEmit", cwd=folder)


def rust(folder: Path) -> None:
    """Generate with tonic and prost, and check."""
    files = "[" + ", ".join(f'"{name}"' for name in sources()) + "]"
    (folder / "Cargo.toml").write_text(CARGO)
    (folder / "build.rs").write_text(BUILD % (files, PROTO))
    (folder / "src").mkdir()
    (folder / "src/lib.rs").write_text('include!(concat!(env!("OUT_DIR"), "/all.rs"));\n')
    run("cargo", "check", "--quiet", cwd=folder)


def java(folder: Path) -> None:
    """Generate the messages, and compile them for Java 17."""
    out, jars = folder / "java", folder / "jars"
    out.mkdir()
    run("protoc", f"-I{PROTO}", f"--java_out={out}", *sources())
    copy = ("-q", "-B", "dependency:copy", f"-Dartifact={JAVA_RUNTIME}")
    run("mvn", *copy, f"-DoutputDirectory={jars}", cwd=folder)
    files = [str(path) for path in out.rglob("*.java")]
    run("javac", "--release", "17", "-nowarn", "-cp", f"{jars}/*", "-d", folder / "classes", *files)


def cpp(folder: Path) -> None:
    """Generate with the system's compiler, and compile as C++17."""
    run("protoc", f"-I{PROTO}", f"--cpp_out={folder}", *sources())
    for name in sources():
        unit = folder / name.replace(".proto", ".pb.cc")
        run("g++", "-std=c++17", "-fsyntax-only", f"-I{folder}", unit)


LANGUAGES: dict[str, Callable[[Path], None]] = {
    "go": go,
    "typescript": typescript,
    "rust": rust,
    "java": java,
    "cpp": cpp,
}


def main(arguments: list[str]) -> int:
    """Compile the stubs of the languages that are named, or of all."""
    failed = []
    for name in arguments or LANGUAGES:
        with tempfile.TemporaryDirectory() as folder:
            try:
                LANGUAGES[name](Path(folder))
                print(f"{name}: the stubs compile")
            except (subprocess.CalledProcessError, FileNotFoundError) as error:
                print(f"{name}: {error}", file=sys.stderr)
                failed.append(name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
