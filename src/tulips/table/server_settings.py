"""How a server runs its tables: what whoever starts it can set, with the defaults."""

import math

import msgspec

DAY = 24 * 3600.0
FOREVER = math.inf


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a server runs its tables. What people set for one table is `state.TableSettings`."""

    database: str
    pace: float = 0.2  # seconds that a bot's move takes at least, so that each is told by itself; pages show them more slowly
    thought: float = 0.7  # seconds that the strongest bot may think about a move, where there is a pace
    megabytes: float = 16.0  # that a searching bot's thoughts may take
    seeds: bool = False  # whether tables may be made with a seed that the caller knows; for tests
    unstarted: float = DAY  # seconds after which a table that never began is forgotten
    keep_left: float = 180 * DAY  # seconds that a match is kept in which nothing happens any more
    keep_uploads: float = 30 * DAY  # seconds that an uploaded record is kept
    keep_finished: float = FOREVER  # seconds that a match is kept that was played to its end
    idle: float = 60.0  # seconds after which a room that nobody is in leaves the memory
    rooms: int = 2000  # live at once
    rooms_an_address: int = 200  # of them
    tables_a_day: int = 500  # that an address may make
    uploads_a_day: float = 50.0  # megabytes of records that an address may upload
    reviews_a_day: int = 50  # that an address may have computed
    review_effort: float = 1.0  # the part of its usual effort that a review takes
