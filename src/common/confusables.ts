/** Alphabets that have letters of the same shape, and those letters (of UTS 39's table). */
const ALPHABETS = [
  { of: /\p{Script=Latin}/u, shared: new Set('aceijopqsuvwxyhdlkpABCEHIJKMNOPQSTXYZ') },
  { of: /\p{Script=Cyrillic}/u, shared: new Set('асеіјорԛѕуԝхһԁӏАВСЕНІЈКМОРԚЅТХҮУ') },
  { of: /\p{Script=Greek}/u, shared: new Set('αικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ') },
];
const NOT_ASCII = /[^\0-\x7f]/;
const WORD = /[\p{L}\p{M}]+/gu;

/**
 * Whether a word of it mixes alphabets so that nobody sees it: all letters of one of them have twins in another (`vіctim` with a
 * Cyrillic і). Words that show their mixture (`СберBank`) are names like others, and so are words of one alphabet.
 */
export function isMixedScriptConfusable(text: string): boolean {
  if (!NOT_ASCII.test(text)) return false;
  return [...text.matchAll(WORD)].some(([word]) => {
    const letters = Array.from(word);
    const present = ALPHABETS.map(({ of, shared }) => ({
      letters: letters.filter((one) => of.test(one)),
      shared,
    })).filter((alphabet) => alphabet.letters.length > 0);
    return present.length > 1 && present.some((alphabet) => alphabet.letters.every((one) => alphabet.shared.has(one)));
  });
}
