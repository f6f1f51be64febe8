// What typesetters do for French and German: spaces that hold a line together, the bent apostrophe, and elision before a vowel.
type Catalogue = Record<string, string>;

const [HARD, THIN] = ["\u00a0", "\u202f"];

/** A catalogue as it is printed: French marks and percent signs never begin a line. */
export function typeset(catalogue: Catalogue): Catalogue {
  return Object.fromEntries(Object.entries(catalogue).map(([name, text]) => [name, spaced(text)]));
}

/** One text of it. */
export function spaced(text: string): string {
  return text
    .replaceAll("'", "’")
    .replace(/[ \u00a0\u202f](?=[;!?])/g, THIN)
    .replace(/[ \u00a0\u202f](?=[:»%…])/g, HARD)
    .replace(/«[ \u00a0\u202f]/g, `«${HARD}`);
}

/** Before a vowel, and before a y that is one: Iris, Émile, Yves, but not Yann. A h may be spoken; "de Hugo" is never wrong. */
const VOWEL = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y[^aeiouàâäéèêëîïôöùûü])/i;

/** A French text before what follows it: "de " becomes "d’" and "que " becomes "qu’" where that begins with a vowel. */
export function elided(text: string, next: string): string {
  return VOWEL.test(next) ? text.replace(/(^|[^\p{L}])(d|qu|jusqu|lorsqu|puisqu)e $/iu, "$1$2’") : text;
}
