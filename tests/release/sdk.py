"""Package the SDKs of the other languages, each with the tool of its registry."""

import json
import shutil
import tarfile
import tomllib
import zipfile
from pathlib import Path

from tests.exclusive import MAVEN, exclusive
from tests.release.build import ROOT
from tests.release.command import run

_MODULE = "github.com/tianming-referee/tianming/clients/go"
_MAVEN = "org.apache.maven.plugins:maven-{}"
_TIME = "--date=format-local:%Y-%m-%dT%H:%M:%SZ"


def npm(dist: Path, scratch: Path) -> None:
    """Build and pack the SDK in TypeScript; `.npmrc` lets `npm pack` run no script."""
    folder = _copied("typescript", scratch)
    run("npm", "--prefix", folder, "ci", "--prefer-offline", "--no-audit", "--no-fund")
    run("npm", "--prefix", folder, "run", "build")
    run("npm", "pack", "--silent", "--pack-destination", dist, folder=folder)
    (file,) = dist.glob("*.tgz")
    with tarfile.open(file) as archive:
        assert "package/dist/index.js" in archive.getnames()


def crate(dist: Path, scratch: Path) -> None:
    """Package the SDK in Rust with the contract inside; `cargo publish` builds it once more."""
    folder = _copied("rust", scratch)
    run("cargo", "package", "--quiet", "--no-verify", "--target-dir", scratch, folder=folder)
    (file,) = (scratch / "package").glob("*.crate")
    shutil.copy(file, dist)


def maven(dist: Path, scratch: Path) -> None:
    """Deploy the SDK in Java to a folder: the jar, its sources, its documentation and the POM."""
    goals = (
        "package",
        _MAVEN.format("source-plugin:3.3.1:jar-no-fork"),
        _MAVEN.format("javadoc-plugin:3.12.0:jar"),
        _MAVEN.format("deploy-plugin:3.1.4:deploy"),
    )
    pom = _copied("java", scratch) / "pom.xml"
    target = f"-DaltDeploymentRepository=release::file://{dist / 'maven'}"
    with exclusive(MAVEN):
        run("mvn", "-q", "-B", "-f", pom, "-Dmaven.test.skip", target, *goals)


def go(dist: Path, scratch: Path) -> None:
    """Zip the SDK in Go as a module proxy serves it, and let `go` download it from there."""
    version = "v" + tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    folder = dist / "go" / _MODULE / "@v"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / f"{version}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name in run("git", "ls-files", folder=ROOT / "clients/go").splitlines():
            data = (ROOT / "clients/go" / name).read_bytes()
            entry = zipfile.ZipInfo(f"{_MODULE}@{version}/{name}")  # the same time in every zip
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    shutil.copy(ROOT / "clients/go/go.mod", folder / f"{version}.mod")
    committed = run("git", "log", "-1", "--format=%cd", _TIME, folder=ROOT, TZ="UTC").strip()
    (folder / f"{version}.info").write_text(json.dumps({"Version": version, "Time": committed}))
    (folder / "list").write_text(f"{version}\n")
    variables = {
        "GOPROXY": f"file://{dist / 'go'}",
        "GONOSUMDB": _MODULE,
        "GOMODCACHE": str(scratch / "modules"),
        "GOFLAGS": "-modcacherw",
    }
    run("go", "mod", "download", f"{_MODULE}@{version}", folder=scratch, **variables)


def _copied(name: str, scratch: Path) -> Path:
    """Copy the SDK of a language with the contract, because others may build in its folder."""
    folder = scratch / name
    ignored = shutil.ignore_patterns("build", "dist", "node_modules", "target")
    shutil.copytree(ROOT / "clients" / name, folder, ignore=ignored)
    shutil.copytree(ROOT / "proto" / "tianming", folder / "proto" / "tianming")
    return folder


SDKS = {"npm tarball": npm, "crate": crate, "Maven artifacts": maven, "Go module zip": go}
