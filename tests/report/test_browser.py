"""The page in a real Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from paddle_migrate.findings import Finding
from paddle_migrate.outcome import Outcome
from paddle_migrate.report import write_report

pytestmark = pytest.mark.slow

NASTY = "</script><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
# waits until what a filter starts is done and painted
SETTLED = "const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"
VISIBLE = """
const seen = (query) => [...document.querySelectorAll(query)].filter((e) => e.checkVisibility());
const files = () => seen(".file").map((e) => e.dataset.path);
const codes = () => seen(".findings li").map((e) => e.dataset.code).sort();
const type = async (query, value) => {
  const field = document.querySelector(query);
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();
};
const click = async (query) => { document.querySelector(query).click(); await settled(); };
"""


@pytest.fixture
def page(browser: Any, target: Path, outcomes: list[Outcome]) -> Any:
    def run(script: str) -> Any:
        return browser.run(SETTLED + VISIBLE + script)

    show(browser, target, outcomes)
    run('if (document.documentElement.lang !== "en") await click("#language")')
    return run


def show(browser: Any, target: Path, outcomes: list[Outcome]) -> Path:
    path = target.with_suffix(".html")
    write_report(path, outcomes)
    browser.complaints()
    browser.open(path)
    assert browser.complaints() == []
    return path


def test_at_first_everything_but_what_is_rewritten(page: Any) -> None:
    assert page("return codes()") == ["PM202", "PM301", "PM902"]
    assert page('return document.querySelector("#shown").textContent') == "3 of 6 findings, in 2 of 3 files"


@pytest.mark.parametrize(
    ("act", "codes", "files"),
    [
        ('await type("#text", "DIFFER")', ["PM202"], ["src/train.py"]),
        ('await type("#text", "pm301")', ["PM301"], ["src/train.py"]),
        ('await type("#text", "nowhere")', [], []),
        ('await type("#path", "数据")', ["PM902"], ["数据/old two.py"]),
        ('await type("#path", "done")', [], ["src/done.py"]),
        ('await type("#code", "PM301")', ["PM301"], ["src/train.py"]),
        ('await click("input[value=note]")', ["PM301", "PM902"], ["src/train.py", "数据/old two.py"]),
        ('await click("[data-set-code=PM101]")', ["PM101", "PM101"], ["src/train.py", "src/done.py"]),
        (
            "await click('[data-set-api=\"fluid.layers.relu\"]')",
            ["PM101", "PM101", "PM202"],
            ["src/train.py", "src/done.py"],
        ),
    ],
)
def test_filters(page: Any, act: str, codes: list[str], files: list[str]) -> None:
    everything = page("return [codes(), files()]")
    assert page(f"{act}; return codes()") == codes
    assert page("return files()") == files
    assert page('await click("[type=reset]"); return [codes(), files()]') == everything


def test_filters_together(page: Any) -> None:
    page('await click("input[value=rewritten]"); await type("#text", "relu"); await type("#path", "train")')
    assert page("return codes()") == ["PM101", "PM202"]


def test_chinese(page: Any) -> None:
    assert page('return seen("h2").map((e) => e.innerText)[1]') == "By legacy API"
    assert page('await click("#language"); return seen("h2").map((e) => e.innerText)[1]') == "按旧 API"
    assert page("return document.documentElement.lang") == "zh-CN"
    assert "个文件" in page('return document.querySelector("#shown").textContent')


def test_a_link_opens_the_line(page: Any) -> None:
    page('document.querySelectorAll("details").forEach((e) => { e.open = false; })')
    page('document.querySelector("li[data-code=PM301] a").click(); await settled()')
    assert page('return document.querySelector("tr:target").checkVisibility()')
    assert "fluid.layers.fc" in page('return document.querySelector("tr:target").innerText')


def test_unchanged_lines_unfold(browser: Any, target: Path) -> None:
    old = "".join(f"x{n} = '<b>'\n" for n in range(40))
    show(browser, target, [Outcome("a.py", old, old.replace("x20 ", "y ", 1))])
    rows = 'return [...document.querySelectorAll(".diff tr:not(.fold)")].map((e) => e.children[1].textContent)'
    assert len(browser.run(rows)) == 7
    browser.run('document.querySelectorAll("[data-fold]").forEach((e) => e.click())')
    assert browser.run(rows) == old.splitlines()


def test_everything_opens_and_closes(page: Any) -> None:
    assert page('await click("[data-all=open]"); return seen(".findings").length') == 3
    assert page("await click('[data-all=\"\"]'); return seen('.findings').length") == 0


def nasty() -> Outcome:
    lines = [f"x = '''{NASTY}'''\n", *(f"# {NASTY}\n" for _ in range(40)), "old\n"]
    findings = [Finding(1, "PM301", NASTY, NASTY), Finding(2, "PM101", NASTY, NASTY, NASTY)]
    return Outcome(f"{NASTY}/a.py", "".join(lines), "".join(lines).replace("old", NASTY), findings)


@pytest.mark.parametrize("policy", [True, False], ids=["with its policy", "without"])
def test_user_code_does_not_run(browser: Any, target: Path, policy: bool) -> None:
    """Escaping alone is enough; the page's policy would be a second lock."""
    path = show(browser, target, [nasty()])
    if not policy:
        text = path.read_text(encoding="utf-8")
        assert "Content-Security-Policy" in text
        path.write_text(text.replace("Content-Security-Policy", "nothing"), encoding="utf-8")
        browser.open(path)
    browser.run('document.querySelectorAll("[data-fold], [data-set-api], #language").forEach((e) => e.click())')
    browser.run(f"{SETTLED} await settled()")
    assert browser.run("return [window.ran, document.images.length]") == [None, 0]
    assert browser.complaints() == []


@pytest.mark.parametrize("policy", [True, False], ids=["with its policy", "without"])
def test_the_policy_stops_what_would_run_without_it(browser: Any, target: Path, policy: bool) -> None:
    """The test above could fail: the same text as markup does run."""
    path = show(browser, target, [])
    text = path.read_text(encoding="utf-8").replace("</main>", NASTY + "</main>")
    path.write_text(text if policy else text.replace("Content-Security-Policy", "nothing"), encoding="utf-8")
    browser.open(path)
    assert browser.run(f"{SETTLED} await settled(); return window.ran") == (None if policy else 1)
    assert bool(browser.complaints())


def test_two_thousand_findings_stay_responsive(browser: Any, target: Path) -> None:
    outcomes = []
    for n in range(100):
        old = "".join(f"y{m} = fluid.layers.f{m % 7}(x)\n" for m in range(200))
        levels = ("PM301", "PM202", "PM101", "PM303")
        findings = [Finding(m, levels[m % 4], f"fluid.layers.f{m % 7}", f"reason {m % 13}") for m in range(1, 21)]
        outcomes.append(Outcome(f"package/module_{n}.py", old, old.replace("fluid.layers", "F"), findings))
    show(browser, target, outcomes)
    script = """
      document.querySelectorAll("input[name=level]").forEach((e) => { e.checked = true; });
      const text = document.querySelector("#text");
      const times = [];
      for (const value of ["r", "re", "rea", "reason 1", "reason 12", "", "fluid.layers.f3", "nothing", ""]) {
        const start = performance.now();
        text.value = value;
        text.dispatchEvent(new Event("input", { bubbles: true }));
        await settled();
        times.push(performance.now() - start);
      }
      const shown = document.querySelector("#shown").textContent;
      return [Math.max(...times), shown];
    """
    slowest, shown = browser.run(SETTLED + script)
    print(f"slowest of nine filters: {slowest:.0f} ms")
    assert "2000" in shown
    assert slowest < 1000, shown


def test_prints_without_its_controls(browser: Any, page: Any) -> None:
    assert browser.print().startswith(b"%PDF")
