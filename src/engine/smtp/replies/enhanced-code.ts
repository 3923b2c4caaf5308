/** `d.ddd.ddd` that is not the start of an IPv4 address (`5.1.1.9`). */
const CODE = String.raw`([245]\.\d{1,3}\.\d{1,3})(?![.\d]*\d)`;
/** At the start of a line, also as `#5.1.0` (IronPort), `(5.7.1)`, and behind a tag of the host's own (`cuda_nsu 5.1.1`). */
const AT_START = new RegExp(String.raw`^\s*(?:cuda_\w{1,16} )?[#([]?${CODE}`);
/** Behind the text, in brackets: `(#5.1.1)`, `(#5.1.1 - chkuser)`, `(5.7.1)`. */
const IN_BRACKETS = new RegExp(String.raw`\(#?${CODE}`);

/** The enhanced status code of a reply (RFC 3463, RFC 2034), forms of the wild included; the last line's wins. */
export function enhancedCodeOf(lines: readonly string[]): string | null {
  for (const pattern of [AT_START, IN_BRACKETS]) {
    for (const line of [...lines].reverse()) {
      const code = pattern.exec(line)?.[1];
      if (code) return code;
    }
  }
  return null;
}
