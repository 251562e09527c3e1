/** Another language, while the page is open. */
const { cartographers } = globalThis;

/** The language that was asked for last. */
let wanted;

/**
 * Let the page speak a language once its words are here, none where it is English; `arrived` gets them. If another one has
 * been asked for in the meantime, nothing comes of this.
 */
export async function speak(name, files, fetchWhole, arrived) {
  const language = cartographers.languageOf(name);
  wanted = language;
  const link = files.get(language);
  try {
    const words = link ? await (await fetchWhole(link.href)).text() : "";
    if (wanted !== language) return;
    cartographers.choose(language);
    forgetAsked();
    arrived(words);
  } catch (error) {
    if (wanted === language) throw error;
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
