import type { Language } from '../pages/developers/integrate/samples';

/** The same in each language of people. */
export const SAMPLE_LANGUAGES: Record<Language, string> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};
