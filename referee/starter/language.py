"""The languages of the starter kits, with the commands that build and start a bot."""

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Language:
    """One language.

    Attributes:
        name: the name on the command line.
        title: the name for people.
        tool: the program that must be on the PATH.
        build: the command that builds a new bot, in its folder; `{name}` is the bot's name.
        bot: the command that starts the bot; `{name}` is the bot's name.
        test: the command that runs its tests.
        sdk: the sources of the SDK and of the messages; maps a path in the project to a path in
            the kit.
    """

    name: str
    title: str
    tool: str
    build: str
    bot: str
    test: str
    sdk: Mapping[str, str]

    def named(self, name: str) -> "Language":
        """Return the language with the commands of the bot of a name."""
        return replace(self, build=self.build.format(name=name), bot=self.bot.format(name=name))


LANGUAGES: Mapping[str, Language] = {
    language.name: language
    for language in (
        Language(
            name="python",
            title="Python",
            tool="python3",
            build="python3 -m venv .venv && .venv/bin/pip install -q -r requirements.txt",
            bot=".venv/bin/python {name}.py",
            test=".venv/bin/python -m unittest",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/python/tianming": "sdk/tianming/tianming",
                "clients/python/hatch_build.py": "sdk/tianming/hatch_build.py",
                "clients/python/pyproject.toml": "sdk/tianming/pyproject.toml",
                "clients/python/README.md": "sdk/tianming/README.md",
                "proto/python": "sdk/tianming_proto",
            },
        ),
        Language(
            name="typescript",
            title="TypeScript",
            tool="npm",
            build="npm install && npm run build",
            bot="node dist/{name}.js",
            test="npm test",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/typescript/tsconfig.json": "sdk/tianming/tsconfig.json",
                "clients/typescript/tsconfig.build.json": "sdk/tianming/tsconfig.build.json",
                "clients/typescript/src": "sdk/tianming/src",
                "clients/typescript/LICENSE": "sdk/tianming/LICENSE",
                "clients/typescript/README.md": "sdk/tianming/README.md",
            },
        ),
        Language(
            name="go",
            title="Go",
            tool="go",
            build="go build -o {name} .",
            bot="./{name}",
            test="go test .",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/go": "sdk/tianming",
            },
        ),
        Language(
            name="rust",
            title="Rust",
            tool="cargo",
            build="cargo build --release",
            bot="target/release/{name}",
            test="cargo test",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/rust": "sdk/tianming",
                "proto/tianming": "sdk/tianming/proto/tianming",
            },
        ),
        Language(
            name="java",
            title="Java",
            tool="mvn",
            build="mvn -q -B -DskipTests package",
            bot="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -jar bot/target/{name}.jar",
            test="mvn -q -B test",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/java/pom.xml": "sdk/tianming/pom.xml",
                "clients/java/src/main": "sdk/tianming/src/main",
                "proto/tianming": "sdk/tianming/proto/tianming",
            },
        ),
        Language(
            name="cpp",
            title="C++",
            tool="cmake",
            build="cmake -S . -B build && cmake --build build -j 2",
            bot="build/{name}",
            test="ctest --test-dir build --output-on-failure",
            sdk={
                "proto/vectors/questions": "questions",
                "clients/cpp/CMakeLists.txt": "sdk/tianming/CMakeLists.txt",
                "clients/cpp/cmake": "sdk/tianming/cmake",
                "clients/cpp/include": "sdk/tianming/include",
                "clients/cpp/src": "sdk/tianming/src",
                "clients/cpp/stubs": "sdk/tianming/stubs",
                "proto/tianming": "sdk/tianming/proto/tianming",
            },
        ),
    )
}
"""The languages by name."""
