"""Deterministic simulation: whole seasons of matches in one thread, under a virtual clock.

Theory of operation. The environment of the referee is simulated: time (`world`, `loop`), disk
(`disk`, `system`), network (`wire`) and bots (`bot`). The referee itself runs unchanged: streams,
sessions, lobby, hosts, matches, records. It accesses its environment only through asyncio, the
transport of a stream, and the modules `os` and `fcntl`, which the simulation replaces.

A seed determines a season (`season`): the pairings, slow bots, forbidden messages, and the times of
network cuts, full disks and kills of the referee. The same seed gives the same season, to the byte.
During a season, a `witness` records what crosses the wire. Afterwards, the `oracle` compares the
records with the witness's notes, by the documented guarantees and not by the code of the referee.
"""
