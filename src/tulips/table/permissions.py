"""Who may do what at a table, by what was granted to them. `need_...` refuses, `may_...` answers."""

from collections.abc import Set

from tulips.engine.viewers import ALL_SEEING, SPECTATOR
from tulips.table.refusal import NOT_HOST, NOT_YOURS, Refused
from tulips.table.state import Grant, Link, TableState

Grants = Set[Grant]


def need_host(grants: Grants) -> None:
    """Refuse whoever is not the host."""
    if Grant("host") not in grants:
        raise Refused("forbidden", NOT_HOST)


def need_seat(grants: Grants, seat: int) -> None:
    """Refuse whoever does not sit there."""
    if Grant("seat", seat) not in grants:
        raise Refused("not yours", NOT_YOURS)


def need_player(grants: Grants) -> None:
    """Refuse whoever neither sits at the table nor is its host."""
    if not _plays_or_hosts(grants):
        raise Refused("forbidden", NOT_HOST)


def need_invitation(state: TableState, grants: Grants) -> None:
    """Refuse to seat whoever came without a link, unless the table is listed."""
    if not state.listed and not _plays_or_hosts(grants):
        raise Refused("forbidden", "error.seat-by-link")


def may_watch(state: TableState, link: Link) -> bool:
    """Whether somebody with the link may watch. Links for another device or to a review are for that alone."""
    return state.watching != "nobody" and link.role not in ("device", "review")


def may_look(state: TableState, grants: Grants) -> bool:
    """Whether somebody may see the table at all."""
    if _plays_or_hosts(grants):
        return True
    invited = state.listed or any(grant.role == "spectator" for grant in grants)
    return invited and (state.phase == "waiting" or state.watching != "nobody")


def may_look_back(state: TableState, grants: Grants) -> bool:
    """Whether somebody may see what came of the match: who may see the table, and who was given its review."""
    return may_look(state, grants) or (state.phase == "over" and Grant("review") in grants)


def need_review(state: TableState, grants: Grants) -> None:
    """Refuse the review before the end, and whoever neither sat there nor was given it by somebody who did."""
    if not _plays_or_hosts(grants) and Grant("review") not in grants:
        raise Refused("forbidden", "error.review-of-players")
    if state.phase != "over":
        raise Refused("waiting", "error.review-at-the-end")


def viewer_of_past(state: TableState, grants: Grants, asked: str) -> int:
    """Returns as whom somebody sees a position of the past: one of their seats, or, once the match is over, whom they like.

    They ask for a seat's number or `all`, or for nothing in particular.
    """
    held = {grant.seat for grant in grants if grant.role == "seat"}
    seats = {str(seat): seat for seat in range(len(state.seats))}
    viewer = min(held, default=SPECTATOR)
    if asked:
        viewer = ALL_SEEING if asked == "all" else seats.get(asked, SPECTATOR)
    if state.phase != "over" and viewer not in (held or {SPECTATOR}):
        raise Refused("forbidden", "error.seen-at-the-end")
    return viewer


def _plays_or_hosts(grants: Grants) -> bool:
    return any(grant.role in ("seat", "host") for grant in grants)
