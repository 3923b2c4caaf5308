/** The words of a text, for lists that are read by people more often than by machines. */
export function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** `name.suffix` for each suffix: the regional domains of one provider. */
export function regions(name: string, suffixes: string): string[] {
  return words(suffixes).map((suffix) => `${name}.${suffix}`);
}
