"""Create the tasks of a league's matches from the league file."""

import secrets
from dataclasses import replace
from pathlib import Path

from referee.error import UsageError
from referee.launch.match_task import MatchTask, TaskBot
from referee.launch.preset import Preset
from referee.league.attempt import AttemptName
from referee.league.configuration.local_sandbox import local_sandbox
from referee.league.configuration.settings import LeagueSettings
from referee.league.format.round_format import RoundFormat
from referee.league.pairing import Pairing
from referee.league.sentence import LeagueSentence
from referee.match.settings import MatchSettings
from tianming_games.registry import load


class TaskFactory:
    """Creates a task for each attempt at a match.

    Workers write records into `folder`, and run local bots in the folder of the league file. If
    `folder` is None, workers return records, and run local bots in their own working directory.

    The execution backend adds how its workers invite remote bots, and how they log.
    """

    def __init__(self, settings: LeagueSettings, folder: Path | None) -> None:
        self._settings = settings
        self._folder = folder
        self._walls = local_sandbox(settings)
        self._sandbox = replace(self._walls, hidden=()) if folder is None else self._walls

    def task(
        self,
        pairing: Pairing,
        attempt: AttemptName,
        seed: bytes,
        players: tuple[TaskBot, ...],
        resume: bool,
        machine: str = "",
    ) -> MatchTask:
        """Return the task of one attempt at a match.

        Args:
            pairing: the match as it is planned.
            attempt: the name of the attempt.
            seed: the seed of all draws of the attempt, 32 bytes.
            players: how to start or reach its bots.
            resume: whether to resume the attempt from its record.
            machine: the machine that played other matches of the set; empty if none did.

        Raises:
            UsageError: when the game rejects the options, or the league file no longer has the
                variant.
        """
        settings = self._settings
        return MatchTask(
            settings=self._match(pairing, attempt, seed),
            players=tuple(map(self._placed, players)),
            startup=settings.match.startup,
            record=None if self._folder is None else attempt.record(self._folder),
            key=None if self._folder is None else settings.signing_key,
            resume=resume,
            folder=Path() if self._folder is None else settings.folder,
            sandbox=self._sandbox,
            durable=settings.match.durable,
            set_number=pairing.set_number,
            machine=machine,
            keeps_output=_keeps_output(settings),
        )

    def _placed(self, player: TaskBot) -> TaskBot:
        """Return a bot; a hosted one with its folder, and with the sandbox `strict`."""
        if player.folder is None or player.sandbox is None:
            return player
        folder = (self._settings.folder / player.folder).absolute()
        readable = (folder, *player.sandbox.readable)
        sandbox = replace(self._walls, preset=Preset.STRICT, readable=readable)
        return replace(player, folder=folder, sandbox=sandbox)

    def _match(self, pairing: Pairing, attempt: AttemptName, seed: bytes) -> MatchSettings:
        """Return the match settings of an attempt."""
        settings = self._settings
        if pairing.variant >= len(settings.variants):
            raise UsageError(
                LeagueSentence.NO_SUCH_VARIANT,
                match=pairing.match_id,
                variant=pairing.variant + 1,
                variants=len(settings.variants),
            )
        options = settings.variants[pairing.variant]
        return MatchSettings(
            match_id=attempt.as_match,
            game=settings.game,
            options=load(settings.game).checked(len(pairing.bots), options),
            bots=pairing.bots,
            seed=seed,
            seed_nonce=secrets.token_bytes(32),
            clock=settings.clock.settings,
            strikes=settings.match.strikes,
        )


def _keeps_output(settings: LeagueSettings) -> bool:
    """Whether owners, or the command after a round, may ask for what bots printed."""
    form = settings.format
    return bool(settings.entry.listen) or (isinstance(form, RoundFormat) and bool(form.after_round))
