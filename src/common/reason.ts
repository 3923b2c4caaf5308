/** Why something failed, in a few words. A connection tried over several addresses has a code and no message. */
export function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  if (message !== undefined && message !== '') return message;
  return code ?? String(error);
}
