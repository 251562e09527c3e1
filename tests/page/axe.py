"""What axe says of the page, on any screen and in any theme."""

from playwright.sync_api import Page

from page.player import settle
from tasks.steps import WEB

AXE = WEB / "node_modules/axe-core/axe.min.js"

#: What axe objects to, by all of its rules: those of WCAG 2.2, A and AA, and its own advice; in the second and third
#: theme by those about colours, in which alone themes differ. It does not judge a text on a gradient: each gets the
#: colour of its end that is worse for the text. Nor does it judge a text of a single letter, but it measures it; in a
#: picture wrongly, for it does not know of fill.
OBJECTIONS = """async () => {
    const {dataset} = document.documentElement;
    const {theme} = dataset;
    const light = color => color.match(/[\\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const found = [];
    const all = [document, {rules: {"target-size": {enabled: true}}}];
    const colors = [{exclude: ".art"}, {runOnly: ["color-contrast", "link-in-text-block"]}];
    for (const [name, [part, rules]] of Object.entries({parchment: all, night: colors, contrast: colors})) {
        dataset.theme = name;
        const flat = [];
        for (const box of document.querySelectorAll("body *")) {
            const {backgroundImage, color} = getComputedStyle(box);
            const ends = backgroundImage.match(/rgba?\\([^)]*\\)/g)?.sort((one, other) => light(one) - light(other));
            if (ends) flat.push([box, ends.at(light(color) > 382 ? -1 : 0)]);
        }
        for (const [box, color] of flat) box.style.background = color;
        const {violations, incomplete} = await axe.run(part, {resultTypes: ["violations", "incomplete"], ...rules});
        for (const [box] of flat) box.removeAttribute("style");
        const pale = ({html, any: [{data: {contrastRatio, expectedContrastRatio}}]}) =>
            !html.startsWith("<text") && 0 < contrastRatio && contrastRatio < parseFloat(expectedContrastRatio);
        const unsure = incomplete.filter(({id}) => id === "color-contrast").flatMap(({nodes}) => nodes.filter(pale));
        for (const {id, nodes} of [...violations, {id: "color-contrast", nodes: unsure}])
            for (const {target, failureSummary} of nodes)
                found.push(`${id} in ${name} at ${target}\\n${failureSummary}`);
    }
    dataset.theme = theme;
    return found;
}"""


def check(page: Page) -> None:
    """See to it that axe has nothing against the screen, in any theme."""
    settle(page)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(OBJECTIONS)
    assert not found, "\n".join(found)
