"""The front: a process between the network and gRPC that bounds what peers send.

gRPC bounds the bytes of headers, not their number, and decodes each of them before the referee
sees a token. So peers connect to the front. It reads the frames of HTTP/2, counts the fields of
each header block, and passes the bytes on unchanged, over a Unix socket that only the referee's
user can reach. Three things can happen to a connection:

- It sends bytes that no client of gRPC sends: the front closes it.
- It exceeds the rate of its address: the front stops reading it for a while.
- Otherwise the front passes the bytes on, in both directions.

`filter.py` decides and does no I/O. `relay.py` carries the bytes of one connection,
`listener.py` accepts connections at one address, and `__main__.py` is the process.
`supervisor.py` runs in the referee: it starts the process and starts it again where it dies.
"""
