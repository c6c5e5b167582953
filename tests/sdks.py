"""Check the SDKs and their bots: format, style, types, tests and documentation.

    tox run -e sdks -- [rust] [cpp] [java] [typescript] [go]

This also builds the bots of each language, where `tests/languages.py` expects them. It checks two
languages at once, because their tools often wait for a download. It prints the seconds and the
processor seconds of each step, and ends with 1 if a language fails.
"""

import os
import shlex
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from tempfile import TemporaryFile

from tests.exclusive import MAVEN, exclusive
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
    "cpp": (
        f"clang-format --dry-run -Werror {shlex.join(files(*_CPP))}",
        "cmake -S clients/cpp -B clients/cpp/build",
        "cmake --build clients/cpp/build -j 2",
        "ctest --test-dir clients/cpp/build --output-on-failure",
        f"cmake --install clients/cpp/build --prefix {_INSTALLED}",
        f"cmake -S bots/cpp -B bots/cpp/build -DCMAKE_PREFIX_PATH={_INSTALLED}",
        "cmake --build bots/cpp/build -j 2",
    ),
    "java": ("mvn -q -B -f bots/java/pom.xml verify",),
    "typescript": (
        f"npm --prefix clients/typescript {_NPM}",
        "npm --prefix clients/typescript run check",
        "npm --prefix clients/typescript test",
        "npm --prefix clients/typescript run build",
        f"npm --prefix bots/typescript {_NPM}",
        "npm --prefix bots/typescript run check",
        "npm --prefix bots/typescript run build",
    ),
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
}
"""The commands of each language, the longest first. They run in the project's folder."""

_SETTINGS = {"CARGO_TARGET_DIR": str(ROOT / "bots/rust/target"), "RUSTDOCFLAGS": "-D warnings"}
"""Environment variables of the steps: the SDK in Rust and its bots share what they compile."""


def main(names: list[str]) -> int:
    """Check the languages that are named, or all; return the exit status."""
    chosen = names or list(STEPS)
    with ThreadPoolExecutor(2) as pool:
        passed = list(pool.map(_passes, chosen))
    failed = [name for name, is_good in zip(chosen, passed, strict=True) if not is_good]
    print(f"failed: {', '.join(failed)}" if failed else "all steps passed")
    return 1 if failed else 0


def _passes(name: str) -> bool:
    """Run the steps of a language up to the first that fails; return whether all succeeded."""
    return all(_succeeds(step) for step in STEPS[name])


def _succeeds(step: str) -> bool:
    """Run a step, and print its output when it ends; return whether it succeeded."""
    began = time.monotonic()
    needs_maven = step.startswith("mvn")
    with exclusive(MAVEN) if needs_maven else nullcontext(), TemporaryFile() as output:
        code, processor = _run(shlex.split(step), output.fileno())
        output.seek(0)
        printed = output.read().decode(errors="replace")
    times = f"{time.monotonic() - began:.0f} s, with {processor:.0f} s of a processor"
    print(f"+ {step[:200]}\n{printed}  exit status {code} after {times}", flush=True)
    return code == 0


def _run(words: list[str], output: int) -> tuple[int, float]:
    """Run a program in the project's folder; return its exit status and processor seconds."""
    try:
        process = subprocess.Popen(
            words, cwd=ROOT, env=os.environ | _SETTINGS, stdout=output, stderr=subprocess.STDOUT
        )
    except FileNotFoundError as error:
        os.write(output, f"{error.filename} is missing\n".encode())
        return 127, 0.0
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
