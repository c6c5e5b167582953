"""The owners of bots in a ledger, and their former names."""

from sqlalchemy import Connection, delete, insert, select, update

from referee.identifier import OwnerName
from referee.league.ledger.journal_event import OwnerRenamed
from referee.league.ledger.schema import bot, former_owner


def rename_owner(connection: Connection, event: OwnerRenamed) -> None:
    """Give an owner another name, at each of its bots and at each of its former names."""
    now = {"now": event.name}
    of_bots, known = bot.c.owner == event.owner, former_owner.c
    connection.execute(update(bot).where(of_bots).values(owner=event.name))
    connection.execute(update(former_owner).where(known.now == event.owner).values(**now))
    connection.execute(delete(former_owner).where(known.name.in_((event.owner, event.name))))
    connection.execute(insert(former_owner), {"name": event.owner, **now})


def owner_names(connection: Connection) -> dict[OwnerName, OwnerName]:
    """Return the present name of each owner by its former names."""
    rows = connection.execute(select(former_owner).order_by(former_owner.c.name))
    return {OwnerName(name): OwnerName(now) for name, now in rows}
