/** What is fetched once the game runs: the later part of the page, and other languages. */
const { cartographers } = globalThis;

/** Milliseconds after which a file is not expected any more. */
const PATIENCE = 60_000;

/** What comes later, on its way or here. */
let laterPart;
/** The language that was asked for last. */
let wanted;

/** Fetch the later part of the page, once, and dress the page for it; what failed may be tried again. */
export function later(arrived, failed) {
  laterPart ??= fetchLater();
  laterPart.then(arrived, (error) => {
    laterPart = undefined;
    failed(error);
  });
}

async function fetchLater() {
  const { language } = cartographers;
  const links = [...document.querySelectorAll("link[data-later]:not([data-language])")];
  const files = [...links.map(fetchWhole), textOf(wordsOf(language, "[data-later]"))];
  const [look, python, words] = await Promise.all(files);
  const unpacked = python.stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  document.body.insertAdjacentHTML("beforeend", await look.text());
  return { bytes, language, words };
}

/**
 * Let the page speak a language once its words are here, none where it is English; `arrived` gets them. If another one has
 * been asked for in the meantime, nothing comes of this.
 */
export async function speak(name, arrived, failed) {
  const language = cartographers.languageOf(name);
  wanted = language;
  try {
    const links = ["", "[data-later]"].map((part) => wordsOf(language, part));
    const texts = await Promise.all(links.map(textOf));
    if (wanted !== language) return;
    cartographers.choose(language);
    forgetAsked();
    arrived(...texts);
  } catch (error) {
    if (wanted === language) failed(error);
  }
}

/** What the player chooses goes before what the link asked for. */
function forgetAsked() {
  const address = new URL(location);
  if (!address.searchParams.has("lang")) return;
  address.searchParams.delete("lang");
  try {
    history.replaceState(null, "", address);
  } catch {
    // not in every frame; then it holds until the frame is loaded again
  }
}

/** The link to a language's words, those for the later part or those before; English has none. */
function wordsOf(language, later) {
  const others = later ? "" : ":not([data-later])";
  return document.querySelector(`link[data-language="${language}"]${later}${others}`);
}

const textOf = async (link) => (link ? (await fetchWhole(link)).text() : "");

async function fetchWhole({ href }) {
  const response = await fetch(href, { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(response.statusText);
  return response.blob();
}
