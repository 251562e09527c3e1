/** Another language, while the page is open. */
const { cartographers } = globalThis;

/** Let the page speak a language from now on; return its words for Python, none where it is English. */
export async function speak(name, files, fetchWhole) {
  const before = cartographers.language;
  cartographers.choose(name);
  const link = files.get(cartographers.language);
  try {
    const words = link ? await (await fetchWhole(link.href)).text() : "";
    forgetAsked();
    return words;
  } catch (error) {
    cartographers.choose(before);
    throw error;
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
