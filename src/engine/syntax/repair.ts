import { withoutInvisible } from './forbidden-characters';
import { broken, type Broken } from './syntax-fault';

const CONTROL = /[\0-\x1f\x7f]/;

/** What people paste around an address, in the order in which it is peeled off. Each step is linear. */
const STEPS: readonly (readonly [Broken, (text: string) => string])[] = [
  [broken('invisible_character'), withoutInvisible],
  [broken('wide_at_sign'), (text) => text.replace(/[\uff20\ufe6b]/g, '@')],
  [broken('display_name'), innerOfAngleBrackets],
  [broken('mailto_prefix'), withoutMailto],
  [broken('outer_quotes'), withoutOuterQuotes],
  [broken('comment'), withoutComments],
  [broken('source_route'), (text) => (text.startsWith('@') ? text.slice(text.indexOf(':') + 1) : text)],
  [broken('white_space'), withoutSpacesAroundSigns],
  [broken('several_at_signs'), (text) => (text.includes('"') ? text : text.replace(/@{2,}/g, '@'))],
  [broken('domain_trailing_dot'), (text) => (text.endsWith('.') ? text.slice(0, -1) : text)],
  [broken('trailing_punctuation'), withoutTrailingPunctuation],
  [broken('domain_character', ','), (text) => inDomain(text, (domain) => domain.replaceAll(',', '.'))],
  [broken('domain_empty_label'), (text) => inDomain(text, withoutEmptyLabels)],
];

/** The text that was probably meant and the first rule that had to be mended for it, or null when nothing was to mend. */
export function repair(text: string): { text: string; fault: Broken } | null {
  let current = /^[\r\n]|[\r\n]$/.test(text) ? text.trim() : text;
  let fault: Broken | null = current === text ? null : broken('control_character');
  // A line break within is an injection or two addresses in one cell: nothing of it is offered.
  if (CONTROL.test(current)) return null;
  for (const [mended, step] of STEPS) {
    const next = step(current);
    if (next !== current) fault ??= mended;
    current = next;
  }
  return fault === null ? null : { text: current, fault };
}

/** `Name <user@host>` and `<user@host>`. */
function innerOfAngleBrackets(text: string): string {
  const close = text.lastIndexOf('>');
  const open = text.lastIndexOf('<', close);
  return open === -1 || close === -1 ? text : text.slice(open + 1, close).trim();
}

/** RFC 6068: what follows `?` is not part of the mailbox. */
function withoutMailto(text: string): string {
  return /^mailto:/i.test(text) ? (text.slice('mailto:'.length).split('?')[0] ?? '') : text;
}

function withoutOuterQuotes(text: string): string {
  const pair = `${text.charAt(0)}${text.charAt(text.length - 1)}`;
  return ['""', "''", '``', '“”', '‘’', '«»'].includes(pair) && text.length > 2 ? text.slice(1, -1).trim() : text;
}

function withoutComments(text: string): string {
  if (text.startsWith('"') || !text.includes('(')) return text;
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0) kept += character;
  }
  return depth === 0 ? kept.trim() : text;
}

/** Spaces beside `@` and within the domain are slips; a space between two words before the `@` is not: which was meant? */
function withoutSpacesAroundSigns(text: string): string {
  const at = text.lastIndexOf('@');
  if (at === -1) return text;
  return `${text.slice(0, at).trim()}@${text.slice(at + 1).replace(/\s/g, '')}`;
}

function withoutTrailingPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && '.,;:!?>)\'"'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

function withoutEmptyLabels(domain: string): string {
  if (!domain.includes('..') && !domain.startsWith('.') && !domain.endsWith('.')) return domain;
  return domain
    .split('.')
    .filter((label) => label !== '')
    .join('.');
}

function inDomain(text: string, change: (domain: string) => string): string {
  const at = text.lastIndexOf('@');
  return at === -1 ? text : `${text.slice(0, at)}@${change(text.slice(at + 1))}`;
}
