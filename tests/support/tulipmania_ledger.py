"""Tulipmania 1637 kept by hand: a second, plain account of a match, written from the rulebook and the rulings alone.

It hears the events of a match by kind and fields, as a record file has them, and keeps everyone's money, tulips and buyers. It
shares no code with the game.
"""

from collections import Counter
from collections.abc import Mapping

COLOURS = ("purple", "yellow", "orange", "blue", "red")
WHITE = (25, 50, 75, 100, 150, 250, 375, 500, 750, 1000, 1500, 2000)  # the current prices, in the order of purchases
GREY = {
    "standard": (75, 150, 225, 300, 450, 750, 1125, 1500, 2250, 3000, 4500, 6000),  # above each current price
    "alternative": (100, 150, 250, 375, 500, 750, 1000, 1500, 2000, 3000, 4000, 5000),
}
YELLOW = {"standard": (3000, 4000, 6000, 8000), "alternative": (3000, 4000, 5000, 6000)}
RANK = {"pass": 0, "purchase by proxy": 1, "purchase": 2, "speculate by proxy": 3, "speculate": 4}


class Ledger:
    """The clerk's book. A price is a place in WHITE; 12 to 15 are the burst spaces, None is a burst colour."""

    def __init__(self, seats: int, board: str) -> None:
        self.seats = seats
        self.grey, self.yellow = GREY[board], YELLOW[board]
        self.colours = COLOURS[:seats]
        self.money = [700] * seats
        self.bank = 0
        self.tulips = [Counter(self.colours) for _ in range(seats)]
        self.buyers: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.stock = Counter(dict.fromkeys(self.colours, 5))
        self.price: dict[str, int | None] = dict.fromkeys(self.colours, 1)
        self.deck = {3: 11, 4: 14, 5: 18}[seats] + 3 * seats
        self.reserve = {3: 4, 4: 6, 5: 7}[seats]
        self.slots = {3: 2, 4: 2, 5: 3}[seats]
        self.face_up: Counter[str] = Counter()
        self.wanted: list[str] = ["hand"] * (3 * seats) + ["table"] * self.slots  # what the next cards are for
        self.dealt = 0
        self.seller = self.priority = 0
        self.sold: str | None = None
        self.traded = False
        self.idle = 0
        self.turns = 0
        self.cards: dict[int, str] = {}
        self.over = False
        self.playing = False

    # Chance

    def start(self, seat: int) -> None:
        self.seller, self.priority = seat, (seat - 1) % self.seats

    def card(self, deck: str, colour: str) -> None:
        """A buyer card comes from a deck."""
        if deck == "reserve deck":
            self.reserve -= 1
        else:
            self.deck -= 1
        purpose = self.wanted.pop(0)
        live = self.price[colour] is not None
        if not self.playing:
            if purpose == "hand":
                self.buyers[self.dealt // 3][colour] += 1
                self.dealt += 1
            else:
                self.face_up[colour] += 1
            self.playing = not self.wanted
        elif purpose == "hand" and live:
            self.buyers[self.seller][colour] += 1
        elif purpose == "table" and live:
            self.face_up[colour] += 1
        elif self.reserve and (purpose == "hand" or self.deck):
            self.wanted.insert(0, purpose)
        elif purpose == "table":
            self.wanted.clear()
        if self.deck == 0 and not self.wanted:
            self.face_up.clear()

    # Moves

    def move(self, seat: int, kind: str, fields: Mapping[str, str]) -> None:
        if kind in ("lay", "play"):
            self.lay(seat, fields["card"])
            return
        self.open_turn(seat)
        if kind == "sell":
            self.sold, self.cards, self.traded = fields["colour"], {}, True
        elif kind == "draw":
            self.traded = True
            self.wanted = ["hand"]
        elif kind == "take":
            self.traded = True
            self.face_up[fields["buyer"]] -= 1
            self.buyers[seat][fields["buyer"]] += 1
            self.wanted = ["table"]
        elif kind == "buy":
            self.buy(seat, fields["colour"])

    def open_turn(self, seat: int) -> None:
        """Close the turns of those who had nothing more to do before this seat."""
        while self.seller != seat:
            self.close_turn()

    def close_turn(self) -> None:
        done = self.seller
        self.seller = (done + 1) % self.seats
        if self.priority == self.seller:
            self.priority = done
        self.idle = 0 if self.traded else self.idle + 1
        self.turns += 1
        self.traded, self.sold = False, None

    def lay(self, seat: int, card: str) -> None:
        assert self.sold is not None
        if seat == self.seller:
            if card == "pass":
                self.nobody_wants(self.sold)
            else:
                self.win(seat, card)
            return
        self.cards[seat] = card
        if len(self.cards) == self.seats - 1:
            valid = {p: RANK[c] for p, c in self.cards.items() if self.able(p, c)}
            best = max(valid.values(), default=0)
            if best:
                around = [(self.priority - k) % self.seats for k in range(self.seats)]
                winner = next(p for p in around if valid.get(p) == best)
                if winner == self.priority:
                    self.priority = (self.priority - 1) % self.seats
                self.win(winner, self.cards[winner])

    def able(self, seat: int, card: str) -> bool:
        assert self.sold is not None
        at = self.price[self.sold]
        assert at is not None
        needs = {"speculate": self.grey[at], "purchase": WHITE[at]}.get(card, 0)
        people = {"speculate by proxy": 2, "purchase by proxy": 1}.get(card, 0)
        return self.money[seat] >= needs and self.buyers[seat][self.sold] >= people

    def win(self, winner: int, card: str) -> None:
        colour = self.sold
        assert colour is not None
        at = self.price[colour]
        assert at is not None
        amount = self.grey[at] if "speculate" in card else WHITE[at]
        self.tulips[self.seller][colour] -= 1
        self.money[self.seller] += amount
        if "proxy" in card:
            self.bank -= amount
            self.buyers[winner][colour] -= 2 if "speculate" in card else 1
            self.stock[colour] += 1
        else:
            self.money[winner] -= amount
            self.tulips[winner][colour] += 1
        self.price[colour] = at + 4 if "speculate" in card else at + 1
        if at + (4 if "speculate" in card else 1) >= 12:
            if "speculate" in card:
                for p in range(self.seats):
                    if p != winner and self.buyers[p][colour]:
                        self.buyers[p][colour] -= 1
            self.crash(colour)

    def nobody_wants(self, colour: str) -> None:
        at = self.price[colour]
        assert at is not None
        amount, self.price[colour] = (WHITE[at], max(at - 1, 0)) if WHITE[at] <= 100 else (self.grey[at - 4], at - 4)
        self.tulips[self.seller][colour] -= 1
        self.stock[colour] += 1
        self.money[self.seller] += amount
        self.bank -= amount

    def buy(self, seat: int, colour: str) -> None:
        assert colour != self.sold
        at = self.price[colour]
        assert at is not None
        self.traded = True
        self.money[seat] -= WHITE[at]
        self.bank += WHITE[at]
        self.stock[colour] -= 1
        self.tulips[seat][colour] += 1
        self.price[colour] = at + 1
        if at + 1 == 12:
            self.crash(colour)

    # Bursts

    def slide(self, at: int) -> list[int]:
        """The prices of a run-down from a place, long enough for all tulips."""
        column = at % 4
        prices = [self.yellow[column]] if at >= 12 else []
        for row in range(min(at, 11) // 4, -1, -1):
            if at >= 12 or row < at // 4:
                prices.append(self.grey[row * 4 + column])
            prices.append(WHITE[row * 4 + column])
        return prices + list(WHITE[:column][::-1]) + [25] * 12

    def crash(self, colour: str) -> None:
        self.sell_off(colour)
        left = [c for c, at in self.price.items() if at is not None]
        if len(left) == 1:
            self.sell_off(left[0])
            self.over = True
            self.wanted = []

    def sell_off(self, colour: str) -> None:
        at = self.price[colour]
        assert at is not None
        prices = self.slide(at)
        held = [t[colour] for t in self.tulips]
        pairs = [min(t, b[colour]) for t, b in zip(held, self.buyers, strict=True)]
        longest = max(pairs)
        for p in range(self.seats):
            gain = sum(prices[: pairs[p]]) + sum(prices[longest : longest + held[p] - pairs[p]])
            self.money[p] += gain
            self.bank -= gain
            self.tulips[p][colour] = self.buyers[p][colour] = 0
        self.stock[colour] = 0
        self.price[colour] = None
        self.wanted = ["table"] * self.face_up[colour] if self.reserve else []
        self.face_up[colour] = 0

    def wind_up(self) -> None:
        """A stalled game: everything is sold at its price."""
        for colour, at in self.price.items():
            for p in range(self.seats):
                if at is not None:
                    self.money[p] += WHITE[at] * self.tulips[p][colour]
                    self.bank -= WHITE[at] * self.tulips[p][colour]
                    self.tulips[p][colour] = 0
