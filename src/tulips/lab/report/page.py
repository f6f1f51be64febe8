"""The report as one page of HTML that needs nothing else: style and drawings are in it."""

import shlex
from html import escape
from pathlib import Path

import tulips
from tulips.lab.report.sample import Played
from tulips.lab.report.section import Grid, Section, join_words, of_games

STYLE = Path(__file__).parent / "page.css"


def page(played: Played, found: list[Section], command: list[str]) -> str:
    """The whole page."""
    title = f"How {played.game.about.title} behaves"
    main = f"""<nav class="short" aria-label="In short">
<h2>In short</h2>
<ul>
{"".join(f'<li><a href="#{one.name}">{escape(one.question)}</a> {escape(one.finding)}</li>' + chr(10) for one in found)}</ul>
</nav>
{"".join(_section(one) for one in found)}"""
    header = f'<p>{escape(_played(played))}</p>\n<p class="soft">{escape(CAVEAT)}</p>'
    return html_page(title, header, main, "\n".join(f"<p>{part}</p>" for part in _made(played, command)))


def html_page(title: str, header: str, main: str, footer: str) -> str:
    """A page that needs nothing from elsewhere, in the look of reports; all but the title is HTML."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
{header}
</header>
<main>
{main}</main>
<footer>
{footer}
</footer>
</body>
</html>
"""


CAVEAT = (
    "These games were played by programs, not by people. They show how the rules behave when everybody plays in that way; "
    "other players may find other ways to win."
)


def _played(played: Played) -> str:
    """What was played, in a sentence."""
    bots = list(dict.fromkeys(played.bots))
    who = f"all by the bot {bots[0]}" if len(bots) == 1 else f"by the bots {join_words(bots)}, who change seats"
    players = "1 player" if played.seats == 1 else f"{played.seats} players"
    set_so = [f"{name} = {str(value).lower()}" for name, value in played.options.items() if not isinstance(value, dict)]
    options = f" Options: {', '.join(set_so)}." if set_so else ""
    return f"{of_games(played.games)} with {players}, {who}, with the seed {played.seed}.{options}"


def _section(one: Section) -> str:
    figure = ""
    if one.drawings:
        figure = f"<figure>\n{''.join(one.drawings)}<figcaption>{one.caption}</figcaption>\n</figure>\n"
    grid = _grid(one.grid, one.question) if one.grid else ""
    title = f"{one.name}-question"
    return (
        f'<section id="{one.name}" aria-labelledby="{title}">\n<h2 id="{title}">{escape(one.question)}</h2>\n'
        f'<p class="finding">{escape(one.finding)}</p>\n{figure}{grid}</section>\n'
    )


def _grid(grid: Grid, question: str) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in grid.heads)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>\n'
        for row in grid.rows
    )
    return (
        "<details>\n<summary>The figures</summary>\n"
        f'<div class="scroll" tabindex="0" role="region" aria-label="The figures: {escape(question)}">'
        f"<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n</details>\n"
    )


def _made(played: Played, command: list[str]) -> list[str]:
    """How the page was made, for whoever wants to make it again."""
    about = played.game.about
    notes = [
        f"Made by Tulips {escape(tulips.__version__)}, rules {escape(about.rules_version)} of {escape(about.title)}, with "
        f"<code>{escape(shlex.join(command))}</code>. The same command gives the same page.",
        f"Results are those of {of_games(played.games)}; decisions, leads and prices were read in "
        f"{of_games(len(played.read))}, the log in {of_games(len(played.logged))}.",
    ]
    if about.reconstructed:
        notes.append(f"Reconstructed in this game: {escape('; '.join(about.reconstructed))}.")
    notes.append(f"{escape(about.title)} is by {escape(about.designer)}; this is an independent, unofficial implementation.")
    return notes
