"""Deterministic simulation: whole seasons of matches in one thread, under a virtual clock.

Theory of operation. What is simulated is the world around the referee: its time
(`world`, `loop`), its disk (`disk`, `system`), the network (`wire`), and the bots
(`bot`). What runs in that world is the referee itself, unchanged: streams, sessions,
lobby, hosts, matches, records. It cannot tell the difference, for all it knows of the
world goes through asyncio, the transport of a stream, and the modules `os` and `fcntl`.

A number, the seed, gives one season (`season`): the pairings, slow bots, forbidden messages, and
the times of network cuts, full disks and kills of the referee. The same seed gives the same season,
to the byte. While it runs, a `witness` writes down what crossed the wire, and afterwards the
`oracle` holds the records to it: not by the code that made them, but by what the guarantees say.
"""
