/** The later parts of the page and other languages, which are fetched once the game runs. */
const { cartographers } = globalThis;

/** The parts that have loaded or are loading. */
const parts = new Map();
/** The language of the last request. */
let requestedLanguage;

/** Fetches a part of the page, once or again after a failure, and puts its look into the page. */
export const loadPart = (part) => cartographers.files.once(parts, part, fetchPart);

async function fetchPart(part) {
  const { language } = cartographers;
  const links = [...document.querySelectorAll(`link[data-later="${part}"]:not([data-language])`)];
  const [look, python, words] = await Promise.all([...links.map(fetchWhole), fetchText(findWordsLink(language, part))]);
  const unpacked = python.stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
  document.body.insertAdjacentHTML("beforeend", await look.text());
  cartographers.fitStyles();
  return { part, bytes, language, words };
}

/**
 * Switches the page to a language once its words have arrived. Returns the words for the start and for each part that
 * has loaded or is loading; English ones are empty. Returns nothing if another language was requested in the meantime.
 */
export async function switchLanguage(name) {
  const language = cartographers.languageOf(name);
  requestedLanguage = language;
  try {
    const links = ["", "later", ...parts.keys()].map((part) => findWordsLink(language, part));
    const texts = await Promise.all([...new Set(links)].map(fetchText));
    if (requestedLanguage !== language) return undefined;
    cartographers.choose(language);
    removeLanguageParameter();
    return texts;
  } catch (error) {
    if (requestedLanguage === language) throw error;
    return undefined;
  }
}

/** Removes the language from the address, because the player's choice takes precedence over the link's. */
function removeLanguageParameter() {
  const address = new URL(location);
  if (!address.searchParams.has("lang")) return;
  address.searchParams.delete("lang");
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // not every frame allows it; the choice then lasts until the frame reloads
  }
}

/** Returns the link to a language's words, for a part or for the start; English has none. */
function findWordsLink(language, part) {
  const partSelector = part ? `[data-later="${part}"]` : ":not([data-later])";
  return document.querySelector(`link[data-language="${language}"]${partSelector}`);
}

const fetchText = async (link) => (link ? (await fetchWhole(link)).text() : "");
const fetchWhole = ({ href }) => cartographers.files.fetchWhole(href);
