"""Why a notice does not reach its target."""

from tianming_games.ground.error import Sentence


class NotifySentence(Sentence):
    """Why a notice does not reach its target."""

    ADDRESS_NOT_FOUND = "the host of the address is not found: {why}."
    ADDRESS_IS_PRIVATE = (
        "the host has the address {address}, which is of this machine or a private network: set "
        "private = true if that is meant."
    )
    NOT_CONNECTED = "the host does not answer: {why}."
    NO_RESPONSE = "the target gave no response: {why}."
    REDIRECTED = "the target redirects (status {status}): enter the address that it leads to."
    STATUS = "the target answered with status {status}."
