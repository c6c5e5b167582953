"""Check the SDKs and their bots: format, style, types, tests and documentation.

    tox run -e sdks -- [go] [typescript] [rust] [java] [cpp]

This also builds the bots of each language, where `tests/languages.py` expects them. It prints the
seconds of each step, and ends with 1 if a language fails.
"""

import os
import shlex
import subprocess
import sys
import time

from tests.source_tree import ROOT, files

_NPM = "ci --prefer-offline --no-audit --no-fund"
_CARGO = "--manifest-path clients/rust/Cargo.toml"
_CARGO_BOTS = "--manifest-path bots/rust/Cargo.toml"
_CPP = ("clients/cpp/*.h", "clients/cpp/*.cpp", "bots/cpp/*.h", "bots/cpp/*.cpp")
_STRICT = "-- -D warnings"
_GO = "github.com/tianming-referee/tianming/clients/go"
_INSTALLED = ROOT / "bots/cpp/build/installed"
"""The SDK in C++ as a package, which the bots use."""

STEPS = {
    "go": (
        "go -C clients/go run cmd/gofmt -d .",
        "go -C clients/go mod tidy -diff",
        "go -C clients/go vet ./...",
        "go -C bots/go vet ./...",
        f"go -C bots/go tool staticcheck ./... {_GO}/tianming",
        "go -C clients/go test -race ./...",
        "go -C bots/go test ./...",
        "go -C bots/go build -o bin/ ./cmd/...",
    ),
    "typescript": (
        f"npm --prefix clients/typescript {_NPM}",
        "npm --prefix clients/typescript run check",
        "npm --prefix clients/typescript test",
        "npm --prefix clients/typescript run build",
        f"npm --prefix bots/typescript {_NPM}",
        "npm --prefix bots/typescript run check",
        "npm --prefix bots/typescript run build",
    ),
    "rust": (
        f"cargo fmt --check {_CARGO}",
        f"cargo fmt --check --all {_CARGO_BOTS}",
        f"cargo clippy --quiet --locked --all-targets {_CARGO} {_STRICT}",
        f"cargo clippy --quiet --locked --no-default-features --all-targets {_CARGO} {_STRICT}",
        f"cargo clippy --quiet --locked --all-targets {_CARGO_BOTS} {_STRICT}",
        f"cargo test --locked {_CARGO}",
        f"cargo doc --quiet --locked --no-deps {_CARGO}",
        f"cargo build --quiet --locked --release {_CARGO_BOTS}",
    ),
    "java": ("mvn -q -B -f bots/java/pom.xml verify",),
    "cpp": (
        f"clang-format --dry-run -Werror {shlex.join(files(*_CPP))}",
        "cmake -S clients/cpp -B clients/cpp/build",
        "cmake --build clients/cpp/build -j 2",
        "ctest --test-dir clients/cpp/build --output-on-failure",
        f"cmake --install clients/cpp/build --prefix {_INSTALLED}",
        f"cmake -S bots/cpp -B bots/cpp/build -DCMAKE_PREFIX_PATH={_INSTALLED}",
        "cmake --build bots/cpp/build -j 2",
    ),
}
"""The commands of each language, which run in the project's folder."""

_SETTINGS = {"CARGO_TARGET_DIR": str(ROOT / "bots/rust/target"), "RUSTDOCFLAGS": "-D warnings"}
"""Environment variables of the steps: the SDK in Rust and its bots share what they compile."""


def main(names: list[str]) -> int:
    """Check the languages that are named, or all; return the exit status."""
    failed = [name for name in names or STEPS if not _passes(STEPS[name])]
    print(f"failed: {', '.join(failed)}" if failed else "all steps passed")
    return 1 if failed else 0


def _passes(steps: tuple[str, ...]) -> bool:
    """Run the steps of a language up to the first that fails; return whether all succeeded."""
    for step in steps:
        began = time.monotonic()
        print(f"+ {step[:200]}", flush=True)
        try:
            code = subprocess.call(shlex.split(step), cwd=ROOT, env=os.environ | _SETTINGS)
        except FileNotFoundError as error:
            code = 127
            print(f"{error.filename} is missing", flush=True)
        print(f"  exit status {code} after {time.monotonic() - began:.0f} s", flush=True)
        if code:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
