"""What is wrong with a record, its file, its folder or its key."""

from tianming_games.ground.error import Sentence

_ANALYSE = "write it again with `referee replay RECORD --analyse SECONDS --save`."


class RecordSentence(Sentence):
    """What is wrong with a record, its file, its folder or its key."""

    # reading
    WRONG_ENTRY = "{source}: entry {entry} (byte {byte}): {why}"
    RECORD_CUT_OFF = (
        "{source}: entry {entry} (byte {byte} of {size}) is cut off or damaged, and nothing "
        "valid follows; the {entry:entry before it is|entries before it are} valid: take an "
        "undamaged copy."
    )
    RECORD_DAMAGED = (
        "{source}: entry {entry} (byte {byte} of {size}) is damaged, and the file continues "
        "after it, so somebody or something has changed the file: take an undamaged copy."
    )
    NO_RECORD = (
        "{source}: entry 0 (byte 0) is not the header of a record: take an undamaged copy, or "
        "name a record that the referee has written."
    )
    NEWER_FORMAT = (
        "{source}: the record has format {format}, and this referee reads up to {most}: "
        "use a newer version of tianming-referee."
    )
    RECORD_NOT_READ = "{source}: the record cannot be read: {why}."
    RECORD_NOT_FINISHED = (
        "{source}: there is no such record, but {part} is the record of the interrupted match: "
        "name that file, or finish the match first."
    )
    RECORD_TOO_LARGE = (
        "{source}: the file has more than {most} bytes, too many for a record: name a record "
        "that the referee has written."
    )
    REASONING_NOT_READ = "{source}: the reasoning of the bots cannot be read: {why}."
    REASONING_TOO_LARGE = (
        "{source}: the file has more than {most} bytes, too many for the reasoning of one match: "
        "take the copy that the referee has written."
    )
    OTHER_REASONING = (
        "{source}: the reasoning of entry {entry} is missing, or somebody or something has "
        "changed it: take an undamaged copy, or remove the file."
    )
    WRONG_START_TIME = (
        "{source}: entry 0: the header's start_time is not a valid time: take an undamaged copy."
    )
    OTHER_RULES = (
        "{source}: version {recorded} of the rules of {game} played the match, but version "
        "{installed} is installed: use the release of tianming-referee that wrote it ({writer})."
    )
    OTHER_QUESTION = (
        "{source}: entry {entry} (byte {byte}): the rules lead to another question here: "
        "`referee verify` names the first wrong entry."
    )
    NOT_SEALED = (
        "{source}: entry {entry} (byte {byte}): there is no seal: the match was interrupted, or "
        "is still running."
    )
    SEAL_NOT_READ = "{source}: the seal cannot be read: {why}."
    NOT_EXPORTED = "{source}: {why}"

    NO_STEPS = "{source}: the record has no entry after its header."
    NO_SUCH_PLACE = (
        "the record has no {place!r}: name an entry up to {last}, a question such as `q12`, or a "
        "month, round or turn such as `month 3`."
    )
    NO_SUCH_SEAT = "{source} has no seat {seat}: its seats are 0 to {last}."
    NO_DRAWING = "{game} has no drawing of its board: use `referee replay` without --svg."
    NO_SUCH_ENTRY = "{source} has no entry {entry}: its steps are entries 1 to {last}."

    # analyses
    ANALYSIS_NOT_READ = "{source}: the analysis cannot be read: {why}."
    ANALYSIS_TOO_LARGE = (
        "{source}: the file has more than {most} bytes, too many for an analysis: remove it, or "
        + _ANALYSE
    )
    NO_ANALYSIS = "{source}: this is no analysis of a record, for {where} is wrong: " + _ANALYSE
    OTHER_ANALYSIS = "{source}: the analysis beside it is of another record: " + _ANALYSE
    WRONG_ANALYSIS = "{source}: the analysis beside it does not fit entry {entry}: " + _ANALYSE
    ANALYSIS_NOT_WRITTEN = "the analysis {source} cannot be written: {why}."

    # writing
    RECORD_LEFT_OPEN = (
        "the record {path} is open ({part}): its match was interrupted; resume it (`referee play "
        "--resume`, `referee serve`), or remove that file."
    )
    RECORD_FINISHED = (
        "the record {path} is finished, but there is another one, {part}: move one of them away."
    )
    RECORD_IN_USE = "another match is writing the record {path}: name another file."
    RECORD_NOT_OPENED = "the record {path} cannot be written: {why}; {mend}."
    RECORD_EXISTS = "the record {path} already exists: name another file, or remove that one."
    RECORD_NOT_WRITTEN = "the record {path} cannot be written: {why}."
    RECORD_DISK_FULL = "the record {path} cannot be written: the disk is full."
    RECORD_NOT_KEPT = "the record {path} cannot be stored: {why}."
    RECORD_NOT_READ_BACK = "the record {path} cannot be read: {why}."

    # folders
    RECORDS_NOT_READ = "the records in {folder} cannot be read: {why}."

    # keys and signatures
    KEY_EXISTS = (
        "the key {path} already exists: name another file, or print its public key with --public."
    )
    KEY_NOT_WRITTEN = "the key {path} cannot be written: {why}."
    KEY_NOT_READ = "the key {path} cannot be read: {why}."
    NO_KEY = "{path} is not a private key for records: make one with `referee new key FILE`."
    PUBLIC_KEY_NOT_READ = (
        "the public key {text} cannot be read: {why}; give a file, or the 64 hexadecimal digits "
        "that `referee new key` prints."
    )
    NO_PUBLIC_KEY = (
        "{text} has no public key: give the 64 hexadecimal digits that `referee new key` prints."
    )
    NOT_SIGNED = (
        "{source}: the record has no signature: its organiser did not sign it, or somebody has "
        "removed the signature."
    )
    OTHER_SIGNER = (
        "{source}: the record is signed with the key {found}, not with {expected}: it does not "
        "come from the organiser with that key."
    )
    WRONG_SIGNATURE = (
        "{source}: the signature does not match the record: somebody has changed the record, or "
        "forged the signature."
    )
