import { en, type Texts } from './en';

export type { Texts } from './en';

/** All that the page says, in the language of the moment. Read it while rendering, never into a constant of a module. */
export let t: Texts = en;

/** For `language.ts`. */
export function say(texts: Texts): void {
  t = texts;
}
