import { en, type Texts } from './en';
import { writeBy } from './formats';
import { say } from './index';
import { LANGUAGES, localeFor, type Language } from './locale';

/** Every other language is a file of its own that is fetched when it is wanted. */
const LOADERS: Record<Language, () => Promise<Texts>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import('./de')).de,
};
/** Of what the browser keeps. */
const KEY = 'language';

let language: Language = 'en';
const listeners = new Set<() => void>();

export const currentLanguage = (): Language => language;

/** For `useSyncExternalStore`: the app renders anew when the language changes. */
export function whenLanguageChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Before the first rendering: the language that was chosen here, else the first of the browser's that there are texts in. */
export function startLanguage(): Promise<void> {
  const kept = window.localStorage.getItem(KEY);
  return speak(LANGUAGES.find((one) => one === kept) ?? null);
}

/** Changes it at once, and remembers it in this browser. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await speak(chosen);
  window.localStorage.setItem(KEY, chosen);
}

async function speak(chosen: Language | null): Promise<void> {
  const locale = localeFor(navigator.languages, chosen);
  const texts = await LOADERS[locale.language]();
  language = locale.language;
  writeBy(locale);
  say(texts);
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}
