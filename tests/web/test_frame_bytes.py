"""Frames as they are sent, to the byte."""

import msgspec
import pytest

from tulips.engine.phrase import Phrase
from tulips.web.messages import ChatFrame, ChatLine, DoneFrame, PongFrame, PositionFrame, RefusedFrame, ToPage
from tulips.web.socket import _numbered, encoded

POSITION = b'{"viewer":0,"said":"\\u0000 \\"frame\\":0 \xc3\xbc"}'
"""What looks like other parts of a frame, and what JSON has to escape, stays as it is."""


@pytest.mark.parametrize(
    ("frame", "text"),
    [
        (PongFrame(0), b'{"type":"pong","frame":7}'),
        (DoneFrame(0, "a", 12), b'{"type":"done","frame":7,"id":"a","number":12,"offer":null}'),
        (PositionFrame(0, 12, encoded(POSITION)), b'{"type":"position","frame":7,"number":12,"position":%s}' % POSITION),
        (
            ChatFrame(0, ChatLine(3, None, "Ada", '"frame":0', "spectators")),
            rb'{"type":"chat","frame":7,"line":{"number":3,"seat":null,"name":"Ada","text":"\"frame\":0","channel":"spectators"}}',
        ),
        (
            RefusedFrame(0, None, "late", Phrase("error.late"), 12, encoded(POSITION)),
            b'{"type":"refused","frame":7,"id":null,"code":"late","why":{"name":"error.late"},"number":12,"position":%s}'
            % POSITION,
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, msgspec.Struct) else "",
)
def test_a_frame_is_sent_with_its_number_and_the_position_as_it_was_made(frame: ToPage, text: bytes) -> None:
    assert _numbered(frame, 7) == {"type": "websocket.send", "text": text.decode()}
