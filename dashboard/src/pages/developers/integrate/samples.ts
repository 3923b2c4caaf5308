export const LANGUAGES = ['curl', 'typescript', 'python', 'php', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

export const SAMPLE_KINDS = ['single', 'list', 'signature'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** What stands in a sample for whoever reads it. */
export interface SampleValues {
  /** Where the service is reached, such as `https://check.example.org`. */
  origin: string;
  organization: number;
  /** A test token, or what stands for one: never a live one. */
  token: string;
}

/**
 * The samples of a language, out of its file (`samples/*.txt`): each begins with a line such as `=== single`, and holds `{{origin}}`,
 * `{{organization}}` and `{{token}}`.
 */
export function samplesOf(file: string, values: SampleValues): Record<SampleKind, string> {
  const parts = file.split(/^=== (\w+)\n/m);
  const sample = (kind: SampleKind): string => (parts[parts.indexOf(kind) + 1] ?? '').trimEnd();
  const filled = (kind: SampleKind): string =>
    sample(kind).replace(/\{\{(origin|organization|token)\}\}/g, (_, name: keyof SampleValues) => String(values[name]));
  return { single: filled('single'), list: filled('list'), signature: filled('signature') };
}
