"""The server: streams of bots over gRPC, who they are, and the matches they play."""
