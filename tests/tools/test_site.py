"""The documentation site: every page is in it, every link leads somewhere, and it needs nothing from outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from inspect import isclass, isroutine
from pathlib import Path
from urllib.parse import urldefrag

import pytest

from tests.docs.blocks import ROOT
from tools.site.navigation import PAGES, REFERENCE
from tools.site.source import assemble

pytestmark = pytest.mark.xdist_group("site")  # built once
LISTED = [page for pages in PAGES.values() for page in pages]
LOADED = {
    ("script", "src"),
    ("link", "href"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "srcset"),
    ("video", "src"),
}


def run_sphinx(folder: Path) -> subprocess.CompletedProcess[str]:
    """Build what is assembled in `folder`/pages into `folder`/site, as `make site` does."""
    code = (
        "import sys; from pathlib import Path; from tools.site.__main__ import build; here = Path(sys.argv[1]); "
        "sys.exit(build(here / 'pages', here / 'site', here / 'read'))"
    )
    command = [sys.executable, "-c", code, str(folder)]
    return subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this tree."""
    folder = tmp_path_factory.mktemp("site")
    assemble(ROOT, folder / "pages")
    done = run_sphinx(folder)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return folder / "site"


class Links(HTMLParser):
    """Ids, links and what is loaded of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id":
                self.ids.add(value)
            elif tag == "a" and name == "href":
                self.links.append(value)
            elif (tag, name) in LOADED:
                self.loaded.append(value)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Links]:
    return {path: Links(path.read_text("utf-8")) for path in site.rglob("*.html")}


def test_every_page_and_module_is_in_the_navigation(site: Path, pages: dict[Path, Links]) -> None:
    linked = {urldefrag(link).url for link in pages[site / "index.html"].links}
    wanted = {f"{page.rpartition('.')[0]}.html" for page in LISTED} | {f"reference/{name}.html" for name in REFERENCE}
    assert wanted - linked == set()
    assert {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} <= set(LISTED)


def test_every_link_within_the_site_leads_somewhere(pages: dict[Path, Links]) -> None:
    dead = []
    for path, page in pages.items():
        for link in page.links:
            address, anchor = urldefrag(link)
            if re.match(r"\w+:", address):
                continue
            target = (path.parent / address).resolve() if address else path
            known = pages[target].ids if target in pages else set()
            if not target.exists() or (anchor and target in pages and anchor not in known):
                dead.append((path.name, link))
    assert dead == []


def test_the_site_loads_nothing_from_another_host(site: Path, pages: dict[Path, Links]) -> None:
    assert [(path.name, address) for path, page in pages.items() for address in page.loaded if "//" in address] == []
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"url\(\s*['\"]?(?:https?:)?//[^)]*", styles) == []
    assert "@import" not in styles


def test_the_search_finds_words_of_pages_and_of_the_reference(site: Path) -> None:
    text = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("(") + 1 : text.rindex(")")])
    found = [terms["ferri"] for terms in (index["terms"], index["titleterms"])]
    places = {place for one in found for place in (one if isinstance(one, list) else [one])}
    assert {"docs/rules/europe", "docs/editions"} <= {index["docnames"][place] for place in places}
    assert "perron" in index["objects"]


def test_the_reference_has_every_public_name(pages: dict[Path, Links]) -> None:
    ids = set[str]().union(*(page.ids for page in pages.values()))
    public = set()
    for module in map(import_module, REFERENCE):
        members = {name: getattr(module, name) for name in getattr(module, "__all__", ())}
        public |= {f"{module.__name__}.{name}" for name, it in members.items() if isclass(it) or isroutine(it)}
    assert {"perron.Game", "perron.IllegalAction", "perron.env.vector"} <= public
    assert sorted(public - ids) == []


def test_a_dead_link_or_a_page_outside_the_navigation_fails_the_build(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "README.md").write_text(
        "# First\n\n[a page](docs/gone.md) [a heading](docs/listed.md#gone_too) ![a picture](docs/gone.png)\n"
    )
    for name in ("listed", "forgotten"):
        (root / "docs" / f"{name}.md").write_text(f"# {name}\n")
    assemble(root, tmp_path / "pages", {"Pages": ("docs/listed.md",)}, {})
    done = run_sphinx(tmp_path)
    assert done.returncode != 0
    for wrong in ("docs/gone.md", "gone_too", "docs/gone.png", "forgotten.md"):
        assert wrong in done.stderr, wrong
