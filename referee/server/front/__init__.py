"""The front: a process between the network and gRPC that limits what peers send.

gRPC limits the bytes of a call's headers, but not their number, and decodes all of them before the
referee sees a token. So peers connect to the front. It parses HTTP/2 frames, counts the fields of
each header block, and passes the bytes unchanged to gRPC, over a Unix socket that only the
referee's user can open. Three things can happen to a connection:

- If it sends bytes that no gRPC client sends, the front closes it.
- If it exceeds the rate of its address, the front stops reading it for a while.
- Otherwise, the front passes the bytes on, in both directions.

`filter.py` decides, without I/O. `relay.py` relays the bytes of a connection, `listener.py` accepts
the connections at one address, and `__main__.py` is the process. `supervisor.py` runs in the
referee: it starts the process, and restarts it when it ends.
"""
