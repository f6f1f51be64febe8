"""Chance: each state's own stream of random bits, drawn with SipHash-1-3 under a secret 128-bit key.

Word n of the stream is SipHash-1-3 of n (eight bytes, little endian). SipHash is a keyed pseudo-random function: who has
seen any number of dice but not the key cannot tell the next one. Words are used in pieces of 16 bits, lowest first, and a
draw among n equally likely outcomes rejects the few pieces that would favour some of them, so it is exactly uniform.

Nothing is decided before somebody could see it: a deck is a heap of cards without an order, and each draw takes a random
one. What lies in the state is then only what was really drawn, and a server holds no deck order that could leak.

`noise` is the other randomness: a fast stream for bots, random play and redeals, kept apart from the game's chance.
"""

import hashlib
import re
import secrets
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from tulips.engine.errors import BadChance
from tulips.engine.state.rule import rule, rule_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tulips.engine.state.state import GameState

Noise: TypeAlias = npt.NDArray[np.uint64]
"""One word of state of the fast stream."""

U = np.uint64

_V0, _V1 = U(0x736F6D6570736575), U(0x646F72616E646F6D)
_V2, _V3 = U(0x6C7967656E657261), U(0x7465646279746573)
_LAST_BLOCK, _FINISH = U(8 << 56), U(0xFF)  # a message of eight bytes; SipHash's own closing constant
_13, _16, _17, _21, _32, _43, _47, _48, _51 = U(13), U(16), U(17), U(21), U(32), U(43), U(47), U(48), U(51)
_PIECE = U(0xFFFF)


@rule
def _rounds(v0: Any, v1: Any, v2: Any, v3: Any, times: int) -> Any:
    for _ in range(times):
        v0 = v0 + v1
        v1 = (v1 << _13) | (v1 >> _51)
        v1 = v1 ^ v0
        v0 = (v0 << _32) | (v0 >> _32)
        v2 = v2 + v3
        v3 = (v3 << _16) | (v3 >> _48)
        v3 = v3 ^ v2
        v0 = v0 + v3
        v3 = (v3 << _21) | (v3 >> _43)
        v3 = v3 ^ v0
        v2 = v2 + v1
        v1 = (v1 << _17) | (v1 >> _47)
        v1 = v1 ^ v2
        v2 = (v2 << _32) | (v2 >> _32)
    return v0, v1, v2, v3


@rule
def siphash(key0: Any, key1: Any, number: Any) -> Any:
    """SipHash-1-3 of one 64-bit number."""
    message = U(number)
    v0, v1, v2, v3 = _V0 ^ key0, _V1 ^ key1, _V2 ^ key0, _V3 ^ key1
    v0, v1, v2, v3 = _rounds(v0, v1, v2, v3 ^ message, 1)
    v0, v1, v2, v3 = _rounds(v0 ^ message, v1, v2, v3 ^ _LAST_BLOCK, 1)
    v0, v1, v2, v3 = _rounds(v0 ^ _LAST_BLOCK, v1, v2 ^ _FINISH, v3, 3)
    return v0 ^ v1 ^ v2 ^ v3


@rule_apart
def _refill(s: "GameState") -> None:
    """Draw the next two words: their two hashes run side by side in the processor for little more than the time of one."""
    s.words[0] = siphash(s.key[0], s.key[1], s.drawn)
    s.words[1] = siphash(s.key[0], s.key[1], s.drawn + 1)
    s.drawn += 2
    s.pieces = 8


@rule
def _piece(s: "GameState") -> int:
    """The next 16 bits of the state's stream."""
    if s.pieces == 0:
        _refill(s)
    used = 8 - s.pieces
    s.pieces -= 1
    return np.int64(s.words[used >> 2 & 1] >> U((used & 3) << 4) & _PIECE)  # type: ignore[return-value]


@rule_apart
def _draw_again(s: "GameState", n: int, product: int) -> int:
    """A product whose low part does not favour any of the n outcomes."""
    while product & 0xFFFF < 0x10000 % n:
        product = _piece(s) * n
    return product


@rule_apart
def _below_many(s: "GameState", n: int) -> int:
    """`below` for more than 256 outcomes, with two pieces a draw."""
    while True:
        product = (_piece(s) << 16 | _piece(s)) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= 0x100000000 % n:
            return product >> 32


@rule
def below(s: "GameState", n: int) -> int:
    """A number from 0 to n - 1, each equally likely, from the state's own chance; n is at most 2**24.

    Multiply 16 random bits by n and take the high part. A low part under 2**16 mod n would make some results likelier
    than others, so such a draw does not count; under n is a quick first look that hardly ever needs the second.
    """
    if n > 256:
        return _below_many(s, n)
    product = _piece(s) * n
    if product & 0xFFFF < n:
        product = _draw_again(s, n, product)
    return product >> 16


_STEP, _MIX1, _MIX2 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_27, _30, _31 = U(27), U(30), U(31)


@rule
def noise_word(noise: Noise) -> Any:
    """The next 64 bits of the fast stream (SplitMix64)."""
    noise[0] += _STEP
    z = noise[0]
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return z ^ (z >> _31)


@rule
def pick(noise: Noise, n: int) -> int:
    """A number from 0 to n - 1, each equally likely, from the fast stream; n is at most 2**24."""
    while True:
        product = np.int64(noise_word(noise) >> _32) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (0x100000000 - n) % n:
            return product >> 32  # type: ignore[return-value]


@rule
def luck(noise: Noise) -> float:
    """A number from 0 up to 1 from the fast stream, with the 53 bits that a float can hold."""
    return np.float64(noise_word(noise) >> np.uint64(11)) / 2.0**53


NOISE = 2


@rule
def key_of_game(key0: Any, key1: Any, number: int, part: int) -> Any:
    """Part of what one of many games that share a seed begins with: the halves of its key are parts 0 and 1, its noise is
    part 2. They are words 4n, 4n + 1 and 4n + 2 of the seed's own stream."""
    return siphash(key0, key1, 4 * number + part)


KEY_PREFIX = "key:"
"""A seed that begins so is a key itself, in 32 hexadecimal digits: one game of a batch, by itself."""


def fresh_seed() -> str:
    """A seed that nobody can guess: 128 random bits in hexadecimal."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """The SHA-256 of a seed: shown before the game, it binds whoever knows the seed; the seed itself is shown after."""
    return hashlib.sha256(seed.encode()).hexdigest()


def key_of_seed(seed: str, nonces: "Sequence[str]" = ()) -> tuple[int, int]:
    """The key of a seed: the first 16 bytes of the SHA-256 of the seed and then each nonce, one a line."""
    if seed.startswith(KEY_PREFIX) and not nonces:
        if not re.fullmatch("[0-9a-f]{32}", seed.removeprefix(KEY_PREFIX)):
            raise BadChance(f"A seed that begins with {KEY_PREFIX} goes on with 32 hexadecimal digits, and nothing else.")
        raw = bytes.fromhex(seed.removeprefix(KEY_PREFIX))
    else:
        raw = hashlib.sha256("\n".join([seed, *nonces]).encode()).digest()
    return int.from_bytes(raw[:8], "little"), int.from_bytes(raw[8:16], "little")


def seed_of_key(key0: int, key1: int) -> str:
    """The seed that is just this key."""
    return KEY_PREFIX + (int(key0).to_bytes(8, "little") + int(key1).to_bytes(8, "little")).hex()
