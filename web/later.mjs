/** What is fetched once the game runs: the later part of the page, and other languages. */
const { cartographers } = globalThis;

/** Milliseconds after which a file is not expected any more. */
const PATIENCE = 60_000;

/** The parts that come after the start, on their way or here. */
const parts = new Map();
/** The language that was asked for last. */
let wanted;

/** Fetch a part of the page, once, and dress the page for it; what failed may be tried again. */
export function later(part, arrived, failed) {
  if (!parts.has(part)) parts.set(part, fetchPart(part));
  parts.get(part).then(arrived, (error) => {
    parts.delete(part);
    failed(error);
  });
}

async function fetchPart(part) {
  const { language } = cartographers;
  const links = [...document.querySelectorAll(`link[data-later="${part}"]:not([data-language])`)];
  const files = [...links.map(fetchWhole), textOf(wordsOf(language, part))];
  const [look, python, words] = await Promise.all(files);
  const unpacked = python.stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  document.body.insertAdjacentHTML("beforeend", await look.text());
  return { part, bytes, language, words };
}

/**
 * Let the page speak a language once its words are here, none where it is English: `arrived` gets those of the start, and
 * those of each part that is here or on its way. If another language has been asked for in the meantime, nothing comes
 * of this.
 */
export async function speak(name, arrived, failed) {
  const language = cartographers.languageOf(name);
  wanted = language;
  try {
    const links = ["", "later", ...parts.keys()].map((part) => wordsOf(language, part));
    const texts = await Promise.all([...new Set(links)].map(textOf));
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
    history.replaceState(history.state, "", address);
  } catch {
    // not in every frame; then it holds until the frame is loaded again
  }
}

/** The link to a language's words, those for a part or those before; English has none. */
function wordsOf(language, part) {
  const which = part ? `[data-later="${part}"]` : ":not([data-later])";
  return document.querySelector(`link[data-language="${language}"]${which}`);
}

const textOf = async (link) => (link ? (await fetchWhole(link)).text() : "");

async function fetchWhole({ href }) {
  const response = await fetch(href, { signal: AbortSignal.timeout(PATIENCE) });
  if (!response.ok) throw new Error(response.statusText);
  return response.blob();
}
