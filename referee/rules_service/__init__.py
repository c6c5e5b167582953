"""The rules as a gRPC service on this machine, for bots in any language that search."""
