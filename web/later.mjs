/** The later parts of the page and other languages, which are fetched once the game runs. */
const { cartographers } = globalThis;

/** The parts that are on their way or here. */
const parts = new Map();
/** The language that was asked for last. */
let wanted;

/** Fetch a part of the page, once, and put its look into the page. After a failure it is fetched again. */
export const later = (part) => cartographers.files.once(parts, part, fetchPart);

async function fetchPart(part) {
  const { language } = cartographers;
  const links = [...document.querySelectorAll(`link[data-later="${part}"]:not([data-language])`)];
  const [look, python, words] = await Promise.all([...links.map(fetchWhole), textOf(wordsOf(language, part))]);
  const unpacked = python.stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  document.body.insertAdjacentHTML("beforeend", await look.text());
  return { part, bytes, language, words };
}

/**
 * Let the page speak a language once its words are here. Returns those of the start, and those of each part that is here
 * or on its way; English ones are empty. If another language has been asked for in the meantime, returns nothing.
 */
export async function speak(name) {
  const language = cartographers.languageOf(name);
  wanted = language;
  try {
    const links = ["", "later", ...parts.keys()].map((part) => wordsOf(language, part));
    const texts = await Promise.all([...new Set(links)].map(textOf));
    if (wanted !== language) return undefined;
    cartographers.choose(language);
    forgetAsked();
    return texts;
  } catch (error) {
    if (wanted === language) throw error;
    return undefined;
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
const fetchWhole = ({ href }) => cartographers.files.fetchWhole(href);
