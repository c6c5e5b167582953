"""What keeps the matches of a league from being played: workers, clusters and folders."""

from tianming_games.ground.error import Sentence


class ExecutionSentence(Sentence):
    """What keeps the matches of a league from being played."""

    NO_WORKER_LIVES = (
        "the last {count:worker|workers} did not start, or ended before they played a match: run "
        "the "
        'league with executor.kind = "here" to see why.'
    )
    DASK_MISSING = (
        "a Dask cluster needs Dask: pip install 'tianming-referee[cluster]', or '.[cluster]' in "
        "the clone."
    )
    NO_SCHEDULER = (
        "no Dask scheduler answers at {address}: start one there with `dask scheduler`, or name "
        "another with --cluster."
    )
    MACHINE_REFUSED = (
        "the machine {machine} (worker {worker}) plays no matches: {why}; {cure}, or set "
        'executor.speed = "record".'
    )
    NO_MACHINE_LEFT = "no machine of the cluster may play: {why}"
    OTHER_SETTINGS = (
        "{folder} has the records of another {league}: its {key} is {kept}, not {given}; name "
        "another folder, or give the settings of that {league} to continue it."
    )
    SETTINGS_DAMAGED = "{file} is damaged: name another folder, or remove this one."
    RECORDS_ARE_THERE = (
        "the record {record} already exists: name another folder, or remove the records of the "
        "last {league} from this one."
    )
