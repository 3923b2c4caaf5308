import type { XmlHandler } from '../../../src/batches/intake/xlsx/xml-handler';

/** A tag, CDATA, a comment or an instruction, or text up to the next of them. */
const TOKEN =
  /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|([^<]+)/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const REFERENCE = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * Tells a handler what is in an XML text, in the order in which it stands there, as far as that is whole: the text may be
 * cut anywhere. For a preview: the service looks whether it is well-formed. (The browser's own parser takes texts only
 * from policies that this page does not have.)
 */
export function walkXml(text: string, handler: Partial<XmlHandler>): void {
  for (TOKEN.lastIndex = 0; ;) {
    const token = TOKEN.exec(text);
    if (token === null) return;
    const [, slash, name, attributes = '', isEmpty, cdata, characters] = token;
    if (characters !== undefined) handler.text?.(decoded(characters));
    else if (cdata !== undefined) handler.text?.(cdata);
    else if (name !== undefined) {
      const local = name.slice(name.indexOf(':') + 1);
      if (slash === '') handler.open?.(local, readAttributes(attributes));
      if (slash !== '' || isEmpty !== '') handler.close?.(local);
    }
  }
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]),
  );
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (whole, hexadecimal?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hexadecimal === undefined ? Number(decimal) : parseInt(hexadecimal, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
