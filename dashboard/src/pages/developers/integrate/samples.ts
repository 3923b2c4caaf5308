export const LANGUAGES = ['curl', 'typescript', 'python', 'php', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Those that the service brings a client for. */
export const CLIENT_LANGUAGES = ['typescript', 'python'] as const satisfies readonly Language[];
export type ClientLanguage = (typeof CLIENT_LANGUAGES)[number];

/** By what comes with the language, or by the client. */
export const SAMPLE_WAYS = ['plain', 'client'] as const;
export type SampleWay = (typeof SAMPLE_WAYS)[number];

/** A file of samples. */
export type SampleName = Language | `${ClientLanguage}-client`;
export const SAMPLE_NAMES: readonly SampleName[] = [
  ...LANGUAGES,
  ...CLIENT_LANGUAGES.map((language): SampleName => `${language}-client`),
];

export const SAMPLE_KINDS = ['install', 'single', 'list', 'signature'] as const;
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
 * The samples of a file (`samples/*.txt`): each begins with a line such as `=== single`, and holds `{{origin}}`,
 * `{{organization}}` and `{{token}}`. Empty: there is none, since nothing has to be installed.
 */
export function samplesOf(file: string, values: SampleValues): Record<SampleKind, string> {
  const parts = file.split(/^=== (\w+)\n/m);
  const sample = (kind: SampleKind): string => (parts[parts.indexOf(kind) + 1] ?? '').trimEnd();
  const filled = (kind: SampleKind): string =>
    sample(kind).replace(/\{\{(origin|organization|token)\}\}/g, (_, name: keyof SampleValues) => String(values[name]));
  return {
    install: filled('install'),
    single: filled('single'),
    list: filled('list'),
    signature: filled('signature'),
  };
}
