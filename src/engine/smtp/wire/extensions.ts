/** What a host offers in its answer to EHLO (RFC 5321 4.1.1.1). */
export interface Extensions {
  pipelining: boolean;
  startTls: boolean;
  smtputf8: boolean;
}

export const NO_EXTENSIONS: Extensions = { pipelining: false, startTls: false, smtputf8: false };

/** The first line is the host's name; each other line is a keyword with parameters. */
export function extensionsOf(lines: readonly string[]): Extensions {
  const keywords = new Set(lines.slice(1).map((line) => (line.trim().split(/[\s=]/, 1)[0] ?? '').toUpperCase()));
  return {
    pipelining: keywords.has('PIPELINING'),
    startTls: keywords.has('STARTTLS'),
    smtputf8: keywords.has('SMTPUTF8'),
  };
}
