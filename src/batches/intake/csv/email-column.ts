import { columnKey } from './column-key';

const EMAIL = 'email';
/** Other spellings that can mean nothing else, without what stands between their words. */
const ALIASES: ReadonlySet<string> = new Set([EMAIL, 'emailaddress', 'mail']);
const LONGEST_ALIAS = 50;
/** White space, hyphens (typographic ones too) and low lines. */
const BETWEEN_WORDS = /[\s_\-\u2010\u2011]+/g;

export interface EmailColumn {
  /** -1: there is none. */
  index: number;
  /** Whether it is called `email`, and not in another spelling. */
  isExact: boolean;
}

/** Needs no more than JavaScript: the dashboard guesses with it. Whether a column is called `email`, as people read that. */
export function isEmail(name: string): boolean {
  return columnKey(name) === EMAIL;
}

/**
 * The column of addresses of a list of which nothing is said: the first that is called `email`; where none is, the one with
 * an unmistakable other spelling (`E-Mail`, `mail`, `EMAIL_ADDRESS`). Of two of those, nobody knows which is meant. Then the
 * first of these other names that a column has.
 */
export function findEmailColumn(names: readonly string[], otherNames: readonly string[] = []): EmailColumn {
  const keys = names.map(columnKey);
  const exact = keys.indexOf(EMAIL);
  if (exact !== -1) return { index: exact, isExact: true };
  const first = keys.findIndex(isAlias);
  const isOnly = first !== -1 && !keys.some((key, index) => index > first && isAlias(key));
  if (isOnly || first !== -1) return { index: isOnly ? first : -1, isExact: false };
  const short = keys.map((key) => (key.length <= LONGEST_ALIAS ? key.replace(BETWEEN_WORDS, '') : ''));
  const other = otherNames.map((name) => short.indexOf(name)).find((index) => index !== -1);
  return { index: other ?? -1, isExact: false };
}

function isAlias(key: string): boolean {
  return key.length <= LONGEST_ALIAS && ALIASES.has(key.replace(BETWEEN_WORDS, ''));
}
