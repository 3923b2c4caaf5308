/**
 * A field of mail without its comments (RFC 5322 3.2.2), which may stand within each other: `failed (user unknown)`. What is quoted is none;
 * one that does not end is no comment. Linear.
 */
export function withoutComments(text: string): string {
  let [kept, depth, isQuoted] = ['', 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') {
      if (depth === 0) kept += text.slice(at, at + 2);
      at += 1;
    } else if (depth === 0 && sign === '"') {
      isQuoted = !isQuoted;
      kept += sign;
    } else if (!isQuoted && sign === '(') depth += 1;
    else if (depth > 0 && sign === ')') {
      depth -= 1;
      if (depth === 0) kept += ' ';
    } else if (depth === 0) kept += sign;
  }
  return (depth > 0 ? text : kept).trim();
}
