"""Where the matches of a league are played: in this process, in a pool of workers, on a cluster."""
