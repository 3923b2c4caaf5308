/** The languages that there are texts in, by their codes. */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Each by its own name: whoever looks for it knows that one. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** What dates and numbers are written by. */
export interface Locale {
  /** The language of the texts: plurals and "5 minutes ago" follow it. */
  language: Language;
  /** A BCP 47 tag: the browser's own variety of that language, such as `en-GB`. */
  tag: string;
  /** 12 or 24 hours, as it is usual where the browser is at home. */
  hourCycle: Intl.DateTimeFormatOptions['hourCycle'] | undefined;
}

/**
 * @param wanted the browser's languages, the most wanted first
 * @param chosen what was chosen in Account, or null
 * @returns the texts' language, and how dates and numbers are written: by the browser's variety of the language; where the
 * browser's own language has no texts, still by that language, since its readers know no other dates
 */
export function localeFor(wanted: readonly string[], chosen: Language | null): Locale {
  const language = chosen ?? wanted.map(languageOf).find((one) => one !== null) ?? 'en';
  const variety = wanted.find((tag) => languageOf(tag) === language);
  const tag = variety ?? (chosen === null ? (wanted[0] ?? language) : language);
  return { language, tag: supported(tag) ?? language, hourCycle: hourCycleOf(wanted[0] ?? tag) };
}

function languageOf(tag: string): Language | null {
  const [code] = tag.toLowerCase().split('-');
  return LANGUAGES.find((one) => one === code) ?? null;
}

function hourCycleOf(tag: string): Locale['hourCycle'] {
  const known = supported(tag);
  return known === null ? undefined : new Intl.DateTimeFormat(known, { hour: 'numeric' }).resolvedOptions().hourCycle;
}

/** The tag, if the browser can write by it; null for one that is malformed or that it has no data for. */
function supported(tag: string): string | null {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? null;
  } catch {
    return null;
  }
}
