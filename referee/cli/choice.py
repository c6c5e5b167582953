"""A choice between words, whose error names the nearest one."""

import click


class WordChoice(click.Choice[str]):
    """A choice between words."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """Return what is wrong with a value, and what would be right."""
        from tianming_games.ground.text import did_you_mean

        return f"there is no {value!r}: {did_you_mean(str(value), self.choices)}"
