"""What people ask of tables: a new one, another one to sit on a seat, other settings."""

from typing import Literal

import msgspec

from tulips.table.field_order import field_order
from tulips.table.state import Help, InitialSettings


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: yours, open for somebody with its link, or a bot's."""

    kind: Literal["you", "open", "bot"]
    name: str | None = None
    level: str | None = None


@field_order("game", "seats", "options", "seed", "nonce", "listed", "watching", "delay", "clock", "one_screen")
class TableWish(InitialSettings, forbid_unknown_fields=True, kw_only=True):
    """A new table. A `seed` is accepted only by a server for tests; a `nonce` is mixed into the chance.

    A nonce that is sent here is known to the server before it commits to a seed. Let the table `wait`, send it to `nonce` once
    the answer has told the commitment, and `start`.
    """

    game: str
    seats: list[SeatWish]
    options: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    seed: str | None = None
    nonce: str | None = None
    wait: bool = False


class SeatChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to happen to a seat.

    For the host: `open` it, give it to a `bot`, `revoke` it: whoever sits there is out, and there is a new link. For whoever
    sits there: `leave` (once the match has begun a bot stands in), `return`, change the `name`, get a link for another
    `device`, hold the seat `only here`. For anybody: `take` an open seat of a listed table that waits.
    """

    action: Literal["open", "bot", "take", "leave", "return", "revoke", "name", "device", "only here"]
    level: str | None = None
    name: str | None = None
    nonce: str | None = None


class SettingsWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host wants otherwise; null leaves it as it is."""

    listed: bool | None = None  # whether the lobby shows the table
    spectators_talk: bool | None = None  # whether those who watch may say something
    help: Help | None = None  # what help there is; all others who play have to agree
