"""A table's state as it is stored: the same bytes as ever."""

import msgspec

from tulips.table.state import (
    CurtainState,
    InitialSettings,
    NextChance,
    Notice,
    SeatState,
    TableSettings,
    TableState,
    UndoState,
    decode_state,
    encode_state,
)
from tulips.table.wishes import TableWish
from tulips.web.messages import TableInfo

STORED = (
    '{"game":"tulip","rules":"1","seats":[{"name":"Ann","kind":"human","level":null,"standing_in":false,"links":0,'
    '"awaited":false,"device":false,"browsers":2,"shares_screen":false}],"options":{"a":1},"phase":"playing","listed":true,'
    '"watching":"delayed","delay":3,"clock":60,"one_screen":true,"seed":"s","commitment":"c","nonces":{"host":"n"},'
    '"given":{"deck":["a"]},"opening":[[0,3]],"started":1.5,"undo":{"seat":0,"moves":1,"number":2,"waiting_for":[1],'
    '"message":"m"},"curtain":{"shows":0,"since":1.0,"until":2.0,"seat":0,"number":3,"used":0.5},"rematch":"r",'
    '"next":{"seed":"s","commitment":"c","nonces":{"0":"x"}},"notices":[{"number":1,"kind":"taken","seat":0,"name":"Ann",'
    '"at":2.0}],"spectators_talk":false}'
)
"""Written before a table's settings were a struct of their own, and before there was help."""

HELP = '"help_asked":null,"help_used":[],"help":null,'


def test_a_state_is_written_as_it_was_before_its_settings_were_a_struct() -> None:
    state = TableState(
        game="tulip",
        rules="1",
        seats=[SeatState("Ann", "human", browsers=2)],
        options={"a": 1},
        phase="playing",
        listed=True,
        watching="delayed",
        delay=3,
        clock=60,
        one_screen=True,
        seed="s",
        commitment="c",
        nonces={"host": "n"},
        given={"deck": ["a"]},
        opening=[(0, 3)],
        started=1.5,
        undo=UndoState(0, 1, 2, [1], "m"),
        curtain=CurtainState(0, 1.0, 2.0, 0, 3, 0.5),
        rematch="r",
        next=NextChance("s", "c", {"0": "x"}),
        notices=[Notice(1, "taken", 0, "Ann", 2.0)],
        spectators_talk=False,
    )
    assert encode_state(state) == STORED.replace('"spectators_talk"', f'{HELP}"spectators_talk"')
    assert decode_state(STORED) == state


def test_every_setting_is_in_the_state_and_in_what_pages_hear_and_a_wish_has_all_that_are_chosen_first() -> None:
    for struct, settings in ((TableState, TableSettings), (TableInfo, TableSettings), (TableWish, InitialSettings)):
        assert set(settings.__struct_fields__) <= set(struct.__struct_fields__)


def test_what_pages_hear_of_a_table_has_no_field_that_may_be_left_out() -> None:
    assert all(field.required for field in msgspec.structs.fields(TableInfo))
