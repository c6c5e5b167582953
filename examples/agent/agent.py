"""An agent that asks an endpoint with the interface of OpenAI's chat completions.

    referee play ming "referee bridge --text -- python agent.py" greedy --decision 300

The environment names the endpoint: `OPENAI_BASE_URL` such as `http://127.0.0.1:11434/v1`,
`OPENAI_MODEL`, and `OPENAI_API_KEY` if it needs one.
"""

import json
import os
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

BASE = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
MODEL = os.environ.get("OPENAI_MODEL", "gpt-4o-mini")
KEY = os.environ.get("OPENAI_API_KEY", "")

TIMEOUT = 120
"""Seconds for one request, at most."""

USAGE = {"prompt_tokens": "tokens_in", "completion_tokens": "tokens_out"}
"""Tokens of an answer, as the endpoint and as the bridge name them."""

TASK = "Play to win. Think in a few words, and end with a line that has only the number."


def texts() -> Iterator[str]:
    """Yield each text of the bridge; an empty line ends it."""
    lines: list[str] = []
    for line in sys.stdin:
        if line.strip():
            lines.append(line)
        else:
            yield "".join(lines)
            lines = []


def completion(messages: list[dict[str, str]]) -> tuple[str, dict[str, int]]:
    """Return the answer of the model to some messages, and the tokens that it took.

    Raises:
        OSError: when the endpoint does not answer.
        ValueError: when its answer is no completion.
    """
    body = json.dumps({"model": MODEL, "messages": messages}).encode()
    headers = {"Content-Type": "application/json"}
    if KEY:
        headers["Authorization"] = f"Bearer {KEY}"
    request = urllib.request.Request(f"{BASE}/chat/completions", body, headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
        found: Any = json.load(response)
    try:
        said, usage = str(found["choices"][0]["message"]["content"]), found.get("usage") or {}
        return said, {ours: int(usage[theirs]) for theirs, ours in USAGE.items() if theirs in usage}
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ValueError("the endpoint returned no completion") from None


def answer(messages: list[dict[str, str]]) -> str:
    """Return what to print: tokens and answer of the model, or that there is no answer."""
    try:
        said, usage = completion(messages)
        declared = [f"{name}: {count}" for name, count in usage.items()]
        return "\n".join([*declared, said.strip() or "no answer"])
    except (OSError, ValueError) as error:
        print(f"agent: {BASE}: {error}", file=sys.stderr)
        return "no answer"


def main() -> None:
    """Answer each question; a question that is asked again follows the answer before it."""
    rules: list[dict[str, str]] = []
    messages: list[dict[str, str]] = []
    for text in texts():
        if text.startswith("Question "):
            messages = [*rules, {"role": "user", "content": text}]
        elif text.startswith("Your answer "):
            messages.append({"role": "user", "content": text})
        else:
            if not text.startswith(("A match ", "The ")):
                rules = [{"role": "system", "content": f"{text}{TASK}"}]
            continue
        said = answer(messages)
        messages.append({"role": "assistant", "content": said})
        print(said, flush=True)


if __name__ == "__main__":
    main()
