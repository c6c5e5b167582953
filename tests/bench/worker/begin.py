"""Measure the time from the start of a program to its end."""

import asyncio
import sys
import time
from dataclasses import dataclass

from tests.bench.sample import job_of, report


@dataclass(frozen=True, slots=True)
class Begin:
    """A Python program, as the arguments of the interpreter."""

    words: tuple[str, ...]


async def main(job: Begin) -> None:
    """Run the program to its end, and report its time in seconds."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *job.words, stdout=asyncio.subprocess.DEVNULL
    )
    code = await process.wait()
    if code:
        raise SystemExit(f"{job.words} ended with code {code}")
    report({"seconds": time.perf_counter() - began})


if __name__ == "__main__":
    asyncio.run(main(job_of(Begin)))
