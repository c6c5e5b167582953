"""The front: a process that stands between the network and gRPC, and bounds what peers send.

gRPC bounds the bytes of headers, not their number, and pays for each of them before anybody
is asked for a token. So peers connect to the front. It reads the frames of HTTP/2, counts the
fields of each header block, and passes the bytes on unchanged, over a Unix socket that only
the referee's user can reach. Three things can happen to a connection:

- It sends what no client of gRPC sends: the front closes it.
- It sends more than its address may in a second: the front stops reading it for a while.
- Otherwise the bytes go on, in both directions, as they come.

`filter.py` decides and does no I/O. `relay.py` carries the bytes of one connection,
`listener.py` accepts connections at one address, and `__main__.py` is the process.
`supervisor.py` runs in the referee: it starts the process and starts it again where it dies.
"""
