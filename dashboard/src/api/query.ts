/** What follows a path: `?a=1&b=2`, without what is null or empty. */
export function query(values: Record<string, string | number | null>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== null && value !== '');
  return pairs.length === 0
    ? ''
    : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`;
}
