"""The games that there are: list them, read their rules, compile them."""

import argparse
import sys
from typing import Any

import msgspec

import tulips
from tulips import games
from tulips.commands.arguments import Commands, takes_game, takes_json
from tulips.commands.output import open_console, print_json, ready_game
from tulips.engine.options import Option


def add(commands: Commands) -> None:
    """Make the commands known."""
    sub = commands.command("games", _games, "list the games, with their players, options and bots")
    takes_json(sub)

    sub = commands.command("rules", _rules, "tell how a game is played")
    takes_game(sub)
    takes_json(sub)

    sub = commands.command("warm", _warm, "compile the games ahead of time, so that nothing has to wait for it later")
    takes_game(sub, "?")


def _games(args: argparse.Namespace) -> None:
    from tulips import bots

    listed = [{"name": name, **_card(games.facts(name)), "bots": bots.names(tulips.game(name))} for name in games.names()]
    if args.json:
        print_json(listed)
        return
    console = open_console()
    for game in listed:
        least, most = game["seats"]
        published = " ".join(str(part) for part in (game["publisher"], game["year"]) if part)
        console.print(f"[bold]{game['name']}[/]  {game['title']}, by {game['designer']} ({published})")
        console.print(f"  {game['summary']}")
        console.print(f"  {least} to {most} players, about {game['minutes']} minutes")
        console.print(f"  bots: {', '.join(game['bots'])}", highlight=False)
        for name, facts in game["options"].items():
            option = msgspec.convert(facts, Option)
            if option.legacy:
                continue
            told = f"  --option {name}=…  {option.text}: {option.values(most)} (default {facts.get('default', 'random')})"
            console.print(told, highlight=False, markup=False)
        console.print()
    console.print("These are independent, unofficial implementations. Learn a game with `tulips rules GAME`.", highlight=False)


def _card(facts: dict[str, Any]) -> dict[str, Any]:
    """What is worth listing of a game's facts."""
    wanted = ("title", "designer", "publisher", "seats", "minutes", "summary", "rules_version")
    return {
        **{name: facts[name] for name in wanted},
        "year": facts.get("year"),
        "versions": facts.get("versions", {}),
        "options": facts["options"],
        "reconstructed": facts["reconstructed"],
        "portrait": facts.get("portrait", {}),
    }


def _rules(args: argparse.Namespace) -> None:
    page = (games.folder(args.game) / "rules.md").read_text(encoding="utf-8")
    if args.json:
        print_json({"game": args.game, "markdown": page})
        return
    from rich.markdown import Markdown

    open_console(width=100).print(Markdown(page))


def _warm(args: argparse.Namespace) -> None:
    from tulips import bots

    for name in [args.game] if args.game else games.names():
        games.folder(name)
        game = ready_game(name, bots.names(tulips.game(name)), hints=True, review=True)
        print(f"{game.about.title} is ready.", file=sys.stderr)
