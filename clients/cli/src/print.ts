import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Without what would command a terminal: addresses and names of lists are anybody's. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}

/** Coloured where a person looks, and does not mind (no-color.org). */
export function coloured(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const { NO_COLOR = '', TERM } = process.env;
  return stream.isTTY && NO_COLOR === '' && TERM !== 'dumb' ? styleText(style, text) : text;
}

export function printJson(result: unknown): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** What is not the result itself. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
