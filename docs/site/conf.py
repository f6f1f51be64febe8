"""The documents and the reference of Python as a site, by Sphinx: `make docs`.

The sources are the repository's own files, so a link means the same here and where the files lie.
"""

import inspect
import re
import shutil
from pathlib import Path

import msgspec
from sphinx.application import Sphinx

import tulips

project = "Tulips"
release = tulips.__version__
root_doc = "README"
include_patterns = ["*.md", "docs/*.md", "docs/experiments/*.md", "docs/site/reference/*.rst", "src/tulips/games/*/record.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]

myst_heading_anchors = 4
myst_enable_extensions = ["html_image"]

default_role = "py:obj"  # `Match` in a docstring is a link where there is such a thing, and code where not
add_module_names = False
python_use_unqualified_type_names = True
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyarrow", "pyspiel", "ray"]  # extras: need not be installed
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = "Tulips"
html_favicon = "../../web/src/art/icon.svg"
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False

ROOT = Path(__file__).parents[2]
REFERENCE = "docs/site/reference/index"
PARTS = {"docs/record-file": "src/tulips/games/*/record.md", "docs/experiments/README": "docs/experiments/[!R]*.md"}
"""Pages of which others are parts, which follow them in the contents."""


def contents() -> dict[str, list[str]]:
    """The site's table of contents: the README's list of what to read on, then every page that it does not name."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    chapters = {
        title: re.findall(r"\]\(([^)#]+)\.md", links)
        for title, links in re.findall(r"^- \*\*(.+?)\*\*: ((?:.|\n  )+)", readme, re.MULTILINE)
    }
    named = {page for pages in chapters.values() for page in pages}
    parts = [page for of_page in PARTS for page in parts_of(of_page)]
    pages = {str(path.relative_to(ROOT).with_suffix("")) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]}
    rest = sorted(pages - named - {root_doc, *parts})
    return {"Reference": [REFERENCE], **chapters, "Details": rest}


def parts_of(page: str) -> list[str]:
    """The pages that are parts of one."""
    return sorted(str(path.relative_to(ROOT).with_suffix("")) for path in ROOT.glob(PARTS[page])) if page in PARTS else []


def add_contents(app: Sphinx, page: str, source: list[str]) -> None:
    """Put hidden tables of contents at the end of the home page, which is the README, and of pages with parts."""
    chapters = contents() if page == root_doc else {"": parts_of(page)}
    for title, pages in chapters.items():
        if pages:
            listed = "".join(f"/{page}\n" for page in pages)
            caption = f":caption: {title}\n" if title else ""
            source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}\n{listed}```\n"


def add_fields(app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]) -> None:
    """List the fields of a struct under its docstring, with the comments beside them."""
    if what == "class" and isinstance(found, type) and issubclass(found, msgspec.Struct):
        source = inspect.getsource(found)
        for field in found.__struct_fields__:
            told = re.search(rf"^    {field}: ([^=#\n]+?)(?: = [^#\n]+)?(?:  # (.+))?$", source, re.MULTILINE)
            if told:
                lines += ["", f"- **{field}** (``{told[1]}``)" + (f": {told[2]}" if told[2] else "")]


def add_index(app: Sphinx, problem: Exception | None) -> None:
    """Put the home page where browsers look for it."""
    if problem is None:
        shutil.copyfile(Path(app.outdir, f"{root_doc}.html"), Path(app.outdir, "index.html"))


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", add_fields)
    app.connect("build-finished", add_index)
