/** One JSON object with `--json`, else a line a field. */
export function print(result: object, options: { json?: boolean }): void {
  const text =
    options.json === true
      ? JSON.stringify(result)
      : Object.entries(result)
          .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
          .join('\n');
  process.stdout.write(`${text}\n`);
}

/** A page: one JSON object with `--json`, else a line a row. */
export function printRows(
  name: string,
  rows: readonly object[],
  nextBefore: number | null,
  options: { json?: boolean },
): void {
  if (options.json === true) print({ [name]: rows, next_before: nextBefore }, options);
  else for (const row of rows) process.stdout.write(`${Object.values(row).map(String).join('  ')}\n`);
}
