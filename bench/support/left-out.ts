/** A bench of `npm run bench`. */
export interface Bench {
  name: string;
  /** Which set-ups it measures; `embedded` also where it runs no service at all. */
  setUps: 'both' | 'distributed' | 'embedded';
}

/** A loud notice of what is not measured without MySQL and Redis, and how to include it; null when nothing is left out. */
export function leftOutNotice(benches: readonly Bench[]): string | null {
  const halves = benches.filter(({ setUps }) => setUps === 'both').map(({ name }) => name);
  const wholes = benches.filter(({ setUps }) => setUps === 'distributed').map(({ name }) => name);
  const parts = [
    ...(halves.length > 0 ? [`the distributed set-up of ${halves.join(', ')}`] : []),
    ...(wholes.length > 0 ? [`all of ${wholes.join(', ')}`] : []),
  ];
  if (parts.length === 0) return null;
  const lines = [`NOT MEASURED: ${parts.join('; ')}.`, ...howToInclude()];
  const rule = '='.repeat(Math.max(...lines.map(({ length }) => length)));
  return `\n${[rule, ...lines, rule].join('\n')}\n`;
}

function howToInclude(): string[] {
  const missing = process.env['MISSING_SERVERS'];
  if (missing === undefined) return ['TEST_SERVERS=none left it out: run it again without that.'];
  return [
    `No answer from ${missing}.`,
    'To include it, start them there, or name others in TEST_MYSQL_URL and TEST_REDIS_URL.',
  ];
}
