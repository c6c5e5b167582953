"""The gRPC server: it authenticates bots, serves their streams and runs their matches."""
