export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, UTC, of an instant in milliseconds since then. */
export const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);

/** `2026-11-28`. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
