"""The recipes of toolchains: how they are prepared, and which variables make builds use them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.launch.bubblewrap import SCRATCH


@dataclass(frozen=True, slots=True)
class ToolchainRecipe:
    """How the toolchain of a language is prepared and used. The commands are for sh.

    Attributes:
        tools: programs that the host must have.
        version: command that prints the versions of the tools.
        homes: command that prints the folders of the tools, one a line; empty if the tools need no
            folder outside of the system.
        prepare: command that fills the folder `$CACHE`, run in a starter kit; empty if the system
            has all that builds need.
        variables: environment variables of builds; `{cache}` is the folder.
        begin: command that begins each build, because a tool reads or writes a file there.
    """

    tools: tuple[str, ...]
    version: str
    homes: str = ""
    prepare: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)
    begin: str = ""


RECIPES: Mapping[str, ToolchainRecipe] = {
    "cpp": ToolchainRecipe(
        tools=("cmake", "c++", "protoc", "grpc_cpp_plugin"),
        version="cmake --version; c++ --version; protoc --version",
    ),
    "go": ToolchainRecipe(
        tools=("go",),
        version="go version",
        homes="go env GOROOT",
        prepare='GOMODCACHE="$CACHE" GOFLAGS=-modcacherw go mod download',
        variables={
            "GOCACHE": f"{SCRATCH}/go-build",
            "GOMODCACHE": "{cache}",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        },
    ),
    "java": ToolchainRecipe(
        tools=("java", "mvn"),
        version="mvn -v",
        homes=(
            "java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p';"
            " maven=$(mvn -v | sed -n 's/^Maven home: //p'); echo \"$maven\";"
            ' dirname "$(readlink -f "$maven/bin/m2.conf")"'
        ),
        prepare='mvn -q -B -Dmaven.repo.local="$CACHE" package',
        variables={"MAVEN_OPTS": f"-Dmaven.repo.local={{cache}} -Duser.home={SCRATCH}"},
        begin=(
            f"mkdir {SCRATCH}/.m2 && echo '<settings><offline>true</offline></settings>'"
            f" > {SCRATCH}/.m2/settings.xml"
        ),
    ),
    "python": ToolchainRecipe(
        tools=("python3",),
        version="python3 --version; python3 -m pip --version",
        prepare=(
            "python3 -m pip download -q --disable-pip-version-check"
            ' -d "$CACHE" -r requirements.txt hatchling'
        ),
        variables={
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_FIND_LINKS": "{cache}",
            "PIP_NO_CACHE_DIR": "1",
            "PIP_NO_INDEX": "1",
        },
    ),
    "rust": ToolchainRecipe(
        tools=("cargo", "rustc", "cc"),
        version="cargo --version; rustc --version",
        homes="rustc --print sysroot",
        prepare=(
            'old="${CARGO_HOME:-$HOME/.cargo}/config.toml";'
            ' if [ -f "$old" ]; then cp "$old" "$CACHE"; fi;'
            ' CARGO_HOME="$CACHE" cargo fetch -q'
        ),
        variables={
            "CARGO_BUILD_BUILD_DIR": f"{SCRATCH}/cargo-build",
            "CARGO_HOME": "{cache}",
            "CARGO_INCREMENTAL": "0",
            "CARGO_NET_OFFLINE": "true",
        },
    ),
    "typescript": ToolchainRecipe(
        tools=("node", "npm"),
        version="echo node $(node --version), npm $(npm --version)",
        homes="node -p \"require('node:path').resolve(process.execPath, '../..')\"",
        prepare=(
            'npm install --cache "$CACHE" --ignore-scripts --no-audit --no-fund --loglevel=error'
        ),
        variables={
            "npm_config_audit": "false",
            "npm_config_cache": f"{SCRATCH}/npm",
            "npm_config_fund": "false",
            "npm_config_logs_max": "0",
            "npm_config_offline": "true",
            "npm_config_update_notifier": "false",
            "TOOLCHAIN": "{cache}",
        },
        begin=f'cp -R "$TOOLCHAIN" {SCRATCH}/npm',
    ),
}
"""The recipes by language."""
