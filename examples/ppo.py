"""A player that learns: PPO in one file on the vector environment, one core, against any of a game's bots.

    pip install "tulips[gymnasium]" torch
    python examples/ppo.py gift-of-tulips --seats 2 --opponent greedy --minutes 38 --out trained

writes `policy.pt`, `curve.csv` and `curve.svg` into that folder, and ends with an arena: every seat in turn, the same deals for
each. `--arena-only` plays that again with a policy that was kept.
"""

import argparse
import csv
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from tulips.lab.arena import interval
from tulips.lab.vector import vector_env


def arguments() -> argparse.Namespace:
    """What can be set, with values that learn Gift of Tulips for two."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="gift-of-tulips")
    parser.add_argument("--opponent", default="greedy", help="the bot on every other seat")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=38.0, help="how long to train")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=32, help="steps of each game between two rounds of learning")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatches", type=int, default=8)
    parser.add_argument("--trust", type=float, default=0.95, help="GAE's lambda; nothing is discounted")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--value", type=float, default=0.5)
    parser.add_argument("--arena-games", type=int, default=20_000, help="games of the arena at the end")
    parser.add_argument("--arena-only", action="store_true")
    return parser.parse_args()


class Policy(nn.Module):
    """Two layers for what to do and two for how it stands; observations are brought to mean 0 and deviation 1."""

    def __init__(self, size: int, actions: int, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("deviation", torch.ones(size))

        def layers(out: int, scale: float) -> nn.Sequential:
            stack = [nn.Linear(size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, out)]
            for layer in stack[::2]:
                nn.init.orthogonal_(layer.weight, 2**0.5)
                nn.init.zeros_(layer.bias)
            nn.init.orthogonal_(stack[-1].weight, scale)
            return nn.Sequential(*stack)

        self.actor, self.critic = layers(actions, 0.01), layers(1, 1.0)

    def learn_scale(self, seen: torch.Tensor) -> None:
        """Take means and deviations from what a first round has seen."""
        self.mean.copy_(seen.mean(0))
        self.deviation.copy_(seen.std(0).clamp_min(0.1))

    def scaled(self, seen: torch.Tensor) -> torch.Tensor:
        """The observation as the layers want it."""
        return ((seen - self.mean) / self.deviation).clamp(-8, 8)

    def choices(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        """How likely each legal action is."""
        return Categorical(logits=self.actor(self.scaled(seen)).masked_fill(~masks, -1e9))

    def worth(self, seen: torch.Tensor) -> torch.Tensor:
        """What the rest of the game is expected to bring."""
        return self.critic(self.scaled(seen)).squeeze(-1)


def train(policy: Policy, args: argparse.Namespace) -> list[tuple[float, int, int, float]]:
    """PPO until the time is up; the curve: minutes, steps, games, and the share of victories since the last point."""
    env = vector_env(args.game, args.envs, seats=args.seats, opponents=[args.opponent], seat="turns", reward="win", copy=False)
    optimiser = torch.optim.Adam(policy.parameters(), lr=args.rate, eps=1e-5)
    shape = (args.steps, args.envs)
    seen = torch.zeros(*shape, env.game.observation.size)
    masks = torch.zeros(*shape, env.game.actions_offered, dtype=torch.bool)
    actions = torch.zeros(shape, dtype=torch.long)
    logs, rewards, worths, idle = (torch.zeros(shape) for _ in range(4))
    curve: list[tuple[float, int, int, float]] = []
    started = told = time.monotonic()
    steps = games = 0
    won, ended = 0.0, 0
    now, _ = env.reset(seed=args.seed)
    over = np.zeros(args.envs, bool)
    while (passed := (time.monotonic() - started) / (60 * args.minutes)) < 1:
        optimiser.param_groups[0]["lr"] = args.rate * (1 - passed)
        # Play. A game that has ended begins anew at its next step, whose action counts for nothing: `idle` there.
        with torch.no_grad():
            for t in range(args.steps):
                seen[t] = torch.from_numpy(now["observation"])
                masks[t] = torch.from_numpy(now["action_mask"]).bool()
                idle[t] = torch.from_numpy(over).float()
                masks[t, idle[t].bool(), 0] = True
                choices = policy.choices(seen[t], masks[t])
                actions[t] = choices.sample()
                logs[t], worths[t] = choices.log_prob(actions[t]), policy.worth(seen[t])
                now, reward, over, _, _ = env.step(actions[t].numpy())
                rewards[t] = torch.from_numpy(reward).float()
                won, ended = won + float(reward.sum()), ended + int(over.sum())
            last = policy.worth(torch.from_numpy(now["observation"])) * torch.from_numpy(~over).float()
        # How much better than expected each action turned out (GAE).
        gains, gain = torch.zeros(shape), torch.zeros(args.envs)
        for t in reversed(range(args.steps)):
            goes_on = torch.from_numpy(~over).float() if t == args.steps - 1 else 1 - idle[t + 1]
            following = last if t == args.steps - 1 else worths[t + 1]
            surprise = rewards[t] + goes_on * following - worths[t]
            gain = surprise + args.trust * goes_on * gain
            gains[t] = gain
        # Learn.
        use = (1 - idle).flatten().bool()
        x, m, a = seen.flatten(0, 1)[use], masks.flatten(0, 1)[use], actions.flatten()[use]
        old, g = logs.flatten()[use], gains.flatten()[use]
        target = (gains + worths).flatten()[use]
        if steps == 0:
            policy.learn_scale(x)  # what was chosen before was chosen without: only this round's gains are off
            old = policy.choices(x, m).log_prob(a).detach()
        for _ in range(args.epochs):
            for part in torch.randperm(len(x)).chunk(args.minibatches):
                choices = policy.choices(x[part], m[part])
                ratio = (choices.log_prob(a[part]) - old[part]).exp()
                scaled = (g[part] - g[part].mean()) / (g[part].std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
                loss = -torch.min(ratio * scaled, clipped * scaled).mean()
                loss = loss + args.value * (policy.worth(x[part]) - target[part]).pow(2).mean()
                loss = loss - args.entropy * choices.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimiser.step()
        steps += len(x)
        if time.monotonic() - told > 20 and ended:
            told = time.monotonic()
            games += ended
            curve.append(((told - started) / 60, steps, games, won / ended))
            print(f"{curve[-1][0]:6.1f} min  {steps:>11,} steps  {games:>9,} games  wins {won / ended:.1%}", flush=True)
            won, ended = 0.0, 0
            keep(policy, curve, args)
    return curve


def keep(policy: Policy, curve: list[tuple[float, int, int, float]], args: argparse.Namespace) -> None:
    """Write the policy and its curve."""
    args.out.mkdir(parents=True, exist_ok=True)
    torch.save(policy.state_dict(), args.out / "policy.pt")
    with (args.out / "curve.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("minutes", "steps", "games", "win_share"), *curve])
    title = f"PPO at {args.game}, {args.seats} players, the others {args.opponent}"
    (args.out / "curve.svg").write_text(draw(curve, title, 1 / args.seats), encoding="utf-8")


def draw(curve: list[tuple[float, int, int, float]], title: str, fair: float) -> str:
    """The curve as SVG: share of victories over minutes, with a line at the fair share."""
    width, height, left, foot = 720, 360, 60, 50
    longest, highest = max(curve[-1][0], 1e-9), max(2 * fair, *(point[3] for point in curve))

    def x(minutes: float) -> float:
        return left + minutes / longest * (width - left - 20)

    def y(share: float) -> float:
        return height - foot - share / highest * (height - foot - 40)

    line = " ".join(f"{x(minutes):.1f},{y(share):.1f}" for minutes, _, _, share in curve)
    ticks = [highest * i / 4 for i in range(5)]
    marks = [longest * i / 5 for i in range(6)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f'<rect width="{width}" height="{height}" fill="#fffdf7"/><text x="{left}" y="22" font-size="15">{title}</text>',
            *[f'<text x="{left - 8}" y="{y(t) + 4:.1f}" text-anchor="end">{t:.0%}</text>' for t in ticks],
            *[f'<path d="M{left} {y(t):.1f}H{width - 20}" stroke="#ddd"/>' for t in ticks],
            *[f'<text x="{x(m):.1f}" y="{height - foot + 18}" text-anchor="middle">{m:.0f}</text>' for m in marks],
            f'<text x="{width / 2}" y="{height - 10}" text-anchor="middle">minutes of training on one core</text>',
            f'<path d="M{left} {y(fair):.1f}H{width - 20}" stroke="#777" stroke-dasharray="6 4"/>',
            f'<text x="{width - 24}" y="{y(fair) - 6:.1f}" text-anchor="end" fill="#555">a fair share</text>',
            f'<polyline points="{line}" fill="none" stroke="#b3245b" stroke-width="2"/>',
            "</svg>",
        ]
    )


def arena(policy: Policy, args: argparse.Namespace) -> None:
    """Play each deal once from every seat, the most likely action each time, and tell the share of victories."""
    deals = args.arena_games // args.seats
    won = 0.0
    for seat in range(args.seats):
        env = vector_env(args.game, deals, seats=args.seats, opponents=[args.opponent], seat=seat, reward="win", copy=False)
        now, _ = env.reset(seed=args.seed + 1_000_003)
        over = np.zeros(deals, bool)
        while not over.all():
            with torch.no_grad():
                masks = torch.from_numpy(now["action_mask"]).bool()
                chosen = policy.choices(torch.from_numpy(now["observation"]), masks).logits.argmax(-1).numpy()
            now, rewards, ended, _, _ = env.step(np.where(now["action_mask"].any(1), chosen, 0))
            won += float(rewards[ended & ~over].sum())  # only the first game of each row counts
            over |= ended
    games = deals * args.seats
    low, high = interval(won / games, games)
    print(
        f"Arena: {games:,} games of {args.seats} at {args.game}, the learner on each seat in turn, the others {args.opponent}: "
        f"it won {won / games:.1%} (95 % interval {low:.1%} to {high:.1%}); a fair share is {1 / args.seats:.1%}."
    )


def main() -> None:
    """Train, or load what was trained, and hold the arena."""
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    probe = vector_env(args.game, 1, seats=args.seats)
    policy = Policy(probe.game.observation.size, probe.game.actions_offered, args.width)
    if args.arena_only:
        policy.load_state_dict(torch.load(args.out / "policy.pt"))
    else:
        keep(policy, train(policy, args), args)
    arena(policy, args)


if __name__ == "__main__":
    main()
