"""Chance: the stream is SipHash's, draws are exactly even, and seeds bind."""

import hashlib
import json
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import tulips
from tulips.engine.state import chance
from tulips.engine.state.state import GameState, row

U = np.uint64


class Bare(GameState):
    """A state with nothing but its chance."""


def bare(key0: int = 1, key1: int = 2) -> Any:
    s = row(np.zeros(1, Bare.dtype))
    s.key[0], s.key[1] = U(key0), U(key1)
    return s


def below(s: Any, n: int) -> int:
    with np.errstate(over="ignore"):
        return int(chance.below(s, n))


def reference_siphash(compress: int, finish: int, key: bytes, message: int) -> int:
    """SipHash of eight bytes as its paper tells it, in whole numbers."""
    mask = 2**64 - 1
    k0, k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little")
    start = b"somepseudorandomlygeneratedbytes"
    v = [int.from_bytes(start[i : i + 8], "big") ^ k for i, k in zip(range(0, 32, 8), (k0, k1, k0, k1), strict=True)]

    def turn(i: int, by: int) -> None:
        v[i] = (v[i] << by | v[i] >> (64 - by)) & mask

    def rounds(n: int) -> None:
        for _ in range(n):
            for a, b, first, swap in ((0, 1, 13, True), (2, 3, 16, False), (0, 3, 21, False), (2, 1, 17, True)):
                v[a] = (v[a] + v[b]) & mask
                turn(b, first)
                v[b] ^= v[a]
                if swap:
                    turn(a, 32)

    for block in (message, 8 << 56):
        v[3] ^= block
        rounds(compress)
        v[0] ^= block
    v[2] ^= 0xFF
    rounds(finish)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_siphash_agrees_with_its_paper() -> None:
    """The reference here gives the published vector of SipHash-2-4 for key 00 .. 0f and message 00 .. 07; ours is its 1-3."""
    assert reference_siphash(2, 4, bytes(range(16)), int.from_bytes(bytes(range(8)), "little")) == 0x93F5F5799A932462
    chooser = random.Random(1)
    for _ in range(50):
        key, message = chooser.randbytes(16), chooser.getrandbits(64)
        k0, k1 = U(int.from_bytes(key[:8], "little")), U(int.from_bytes(key[8:], "little"))
        with np.errstate(over="ignore"):
            assert int(chance.siphash(k0, k1, message)) == reference_siphash(1, 3, key, message)


@pytest.mark.skipif(sys.hash_info.algorithm != "siphash13", reason="this Python hashes bytes in another way")
def test_siphash_agrees_with_pythons_own() -> None:
    """Without hash randomisation CPython hashes bytes by SipHash-1-3 under the key zero."""
    code = "print([hash(n.to_bytes(8, 'little')) % 2**64 for n in range(1, 20)])"
    printed = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True
    ).stdout
    with np.errstate(over="ignore"):
        assert [int(chance.siphash(U(0), U(0), n)) for n in range(1, 20)] == json.loads(printed)


def test_the_stream_is_pieces_of_siphash_in_order() -> None:
    s = bare(5, 6)
    with np.errstate(over="ignore"):
        words = [int(chance.siphash(U(5), U(6), i)) for i in range(4)]
        pieces = [int(chance._piece(s)) for _ in range(16)]
    assert pieces == [word >> shift & 0xFFFF for word in words for shift in (0, 16, 32, 48)]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 12, 52, 66, 72, 100, 127, 128, 200, 255, 256])
def test_a_draw_is_exactly_even_over_all_pieces(n: int) -> None:
    """Every one of the 65,536 pieces, tried: each outcome is hit equally often, and the rest is drawn again."""
    counts = [0] * n
    again = 0
    step = 1 if n in (3, 66, 255) else 257  # all pieces for some, enough of them for the others to hold the formula
    for piece in range(0, 0x10000, step):
        product = piece * n
        drawn_again = product & 0xFFFF < 0x10000 % n
        s = bare()
        s.words[0], s.pieces = U(piece | 0xFFFFFFFFFFFF0000), 8  # the pieces after it always count
        result = below(s, n)
        assert (s.pieces != 7) == drawn_again
        if drawn_again:
            again += 1
        else:
            counts[result] += 1
    if step == 1:
        assert len(set(counts)) == 1
        assert again == 0x10000 % n


@pytest.mark.parametrize("n", [2, 6, 10, 71, 256, 257, 1000, 9216])
def test_draws_are_uniform(n: int) -> None:
    s = bare(7, n)
    counts = np.bincount([below(s, n) for _ in range(20_000)], minlength=n)
    assert len(counts) == n
    assert chisquare(counts).pvalue > 1e-4


def test_large_draws_reach_the_whole_range() -> None:
    s = bare(8, 9)
    draws = [below(s, 6**7) for _ in range(2000)]
    assert max(draws) < 6**7
    assert chisquare(np.bincount(np.array(draws) * 8 // 6**7, minlength=8)).pvalue > 1e-4


def test_noise_is_uniform_and_its_own() -> None:
    noise = np.array([3], np.uint64)
    with np.errstate(over="ignore"):
        picks = [int(chance.pick(noise, 7)) for _ in range(20_000)]
    assert chisquare(np.bincount(picks, minlength=7)).pvalue > 1e-4


def test_games_of_one_seed_have_keys_of_their_own() -> None:
    batch = tulips.game("gift-of-tulips").batch(1000, 2, seed=1)
    assert len({tuple(key) for key in batch.states["key"].tolist()}) == 1000
    other = tulips.game("gift-of-tulips").batch(1000, 2, seed=2)
    assert not {tuple(key) for key in batch.states["key"].tolist()} & {tuple(key) for key in other.states["key"].tolist()}


def test_a_seed_s_key_and_commitment_are_sha_256() -> None:
    digest = hashlib.sha256(b"tulip").digest()
    assert chance.key_of_seed("tulip") == (int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:16], "little"))
    assert chance.commitment("tulip") == digest.hex()
    assert chance.key_of_seed("tulip", ["a"]) != chance.key_of_seed("tulip", ["b"]) != chance.key_of_seed("tulip")
    assert chance.key_of_seed(chance.seed_of_key(3, 4)) == (3, 4)


def test_fresh_seeds_carry_128_bits_and_differ() -> None:
    seeds = {chance.fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)
