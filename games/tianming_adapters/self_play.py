"""Self-play of thousands of matches at once, on all processors, in shared NumPy arrays.

Each process plays a part of the matches, and writes masks and tensors into its rows of arrays that
all processes share. So a step copies nothing. A match that ends begins again at once.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from tianming_adapters.numbered_match import place_rewards
from tianming_games.action import IllegalAction
from tianming_games.chance import Chance
from tianming_games.registry import load
from tianming_games.state import CHANCE, State
