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
