"""No page puts a barrier up: axe-core finds none, in any state, by day or night, wide or narrow."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.sights import sights

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / ".venv" / "axe" / "axe.min.js"
"""Fetched by ``scripts/setup dev``."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES = ((390, 844), (1280, 900))

FIND = """async (rules) => {
    const found = await axe.run(document, {
        runOnly: { type: 'tag', values: rules },
        resultTypes: ['violations'],
    });
    return found.violations.flatMap((one) => one.nodes.map((node) =>
        `${one.id}: ${one.help} | ${node.target.join(' ')} | ${node.html.slice(0, 160)} | ` +
        (node.any[0] ?? node.all[0] ?? node.none[0])?.message));
}"""


CRAMPED = """() => {
    const cramped = [];
    const say = (what, e) => cramped.push(`${what}: ${e.outerHTML.slice(0, 120)}`);
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) say('wider than the window', root);
    for (const e of document.querySelectorAll('a, button, input, select, textarea, summary')) {
        if (e.type === 'hidden' || e.disabled) continue;
        if (!e.checkVisibility({ visibilityProperty: true })) continue;
        if (e.closest('.vh, .skip, noscript, dialog:not([open])')) continue;
        const target = e.matches('[type=checkbox], [type=radio]') && e.closest('label') || e;
        const { width, height } = target.getBoundingClientRect();
        // a link inside a sentence is as tall as its line
        const least = e.matches('.btn') ? 43.5 : e.closest('p, dd, li span') ? 0 : 23.5;
        if (width < least || height < least) say(`${width}x${height}`, e);
    }
    // the edge of a block cuts what stands over it
    for (const block of document.querySelectorAll('.block')) {
        const box = block.getBoundingClientRect();
        for (const e of block.querySelectorAll('.map, .dice, .fleet, h1, h2, .btn')) {
            const { left, right, width } = e.getBoundingClientRect();
            const inside = left >= box.left && right <= box.right;
            if (box.width && width && !inside) say('cut by its block', e);
        }
    }
    return cramped;
}"""


TIGHT = """() => {
    const tight = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || !e.checkVisibility()) continue;
        if (e.closest('svg, .vh, script, template, noscript')) continue;
        const { lineHeight, fontSize } = getComputedStyle(e);
        const line = parseFloat(lineHeight) || 99;
        if (line >= parseFloat(fontSize) * 0.95) continue;
        tight.push(`lines overlap: ${e.outerHTML}`.slice(0, 150));
    }
    return [...new Set(tight)];
}"""


LOW = ((640, 400), (844, 390))
"""A window of 1280 by 800 at twice its size, and a phone on its side."""

TANGLED = """() => {
    const tangled = [];
    const say = (what, e) => tangled.push(`${what}: ${e.outerHTML.slice(0, 120)}`);
    const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.vh');
    // names, badges and numbers of one seat stand beside each other
    for (const seat of document.querySelectorAll('.claim, .ship .who')) {
        const parts = [...seat.querySelectorAll('.seat, .who > b, div > b, small, .n b, .big')];
        const boxes = parts.filter(seen).map((e) => [e, e.getBoundingClientRect()]);
        boxes.forEach(([e, one], i) => boxes.slice(i + 1).forEach(([, other]) => {
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (one.width && other.width && wide > 1 && high > 6) say('over each other', e);
        }));
    }
    // what is painted over a box that is none covers the page
    for (const e of document.querySelectorAll('.block')) {
        const over = getComputedStyle(e, '::before');
        const flat = getComputedStyle(e).display === 'contents';
        if (flat && over.display !== 'none' && over.content !== 'none') say('spilt', e);
    }
    // dice are whole before anybody scrolls
    scrollTo(0, 0);
    const acts = document.querySelector('.acts');
    for (const e of document.querySelectorAll('.river .die')) {
        const { bottom } = e.getBoundingClientRect();
        const end = acts ? Math.min(innerHeight, acts.getBoundingClientRect().top) : innerHeight;
        if (bottom > end + 1) say('covered', e);
    }
    for (const e of document.querySelectorAll('.acts .btn :is(b, small)')) {
        if (seen(e) && e.scrollWidth > e.clientWidth + 1) say('cut', e);
    }
    return tangled;
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The script that looks for barriers."""
    assert AXE.exists(), "axe-core is not here; scripts/setup dev fetches it."
    return AXE.read_text()


def barriers(page: Page, axe: str) -> list[str]:
    """What axe-core finds on a page as it stands."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    return page.evaluate(FIND, RULES)


@pytest.mark.parametrize(
    "part", ["start", "pages", "waiting", "gold_nuggets", "moje_zlato", "nuggets", "steps"]
)
def test_no_page_puts_a_barrier_up(browser: Browser, tmp_path: Path, axe: str, part: str) -> None:
    found: list[str] = []
    for name, person in sights(browser, tmp_path, part):
        page = person.page
        # a half-way colour of a transition is nobody's colour
        page.emulate_media(reduced_motion="reduce")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found += [f"{name} {width} {scheme} {one}" for one in barriers(page, axe)]
            found += [f"{name} {width} {one}" for one in page.evaluate(CRAMPED)]
        # zoomed to 200 %, and letters alone twice as large
        page.set_viewport_size({"width": 640, "height": 450})
        found += [f"{name} zoomed {one}" for one in page.evaluate(CRAMPED)]
        for width, height in LOW if page.locator("[data-stage=running]").count() else ():
            page.set_viewport_size({"width": width, "height": height})
            for found_at in (CRAMPED, TANGLED):
                found += [f"{name} {width}x{height} {one}" for one in page.evaluate(found_at)]
        page.set_viewport_size({"width": 1280, "height": 900})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        found += [f"{name} large {one}" for one in page.evaluate(CRAMPED) + page.evaluate(TIGHT)]
        page.evaluate("document.documentElement.removeAttribute('style')")
    assert not found, "\n".join(found)
