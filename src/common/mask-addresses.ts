/** Anything of the form `local@domain`, also percent-encoded. */
const ADDRESS = /[^\s"'<>(),;:=/&?]{1,64}(@|%40)(?=[^\s"'<>(),;:=/&?])/gi;

/** Hides the local parts of addresses: whole addresses never reach a log. */
export function maskAddresses(text: string): string {
  if (!text.includes('@') && !text.includes('%')) return text;
  return text.replace(ADDRESS, (_, at: string) => `***${at}`);
}
