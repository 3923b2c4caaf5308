/** Those that a body is read by: its form, and what providers say beside it. */
const KEPT = /^(content-type|x-(?!forwarded|real-ip|request-id)[\w-]+|webhook-[\w-]+|svix-[\w-]+)$/;
/** Characters of a value, and of all together. */
const MOST_OF_ONE = 1024;
const MOST = 8192;

/** The headers of a request that are kept with its body; never those that open something, or tell of a person. */
export function keptHeaders(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  let length = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || value.length > MOST_OF_ONE || !KEPT.test(name)) continue;
    length += name.length + value.length;
    if (length > MOST) break;
    kept[name] = value;
  }
  return kept;
}
