/** The last use is written no more often than this. */
export const SEEN_EVERY_MS = 60_000;
/** After this long what changes who may do what asks for the password once more. */
export const FRESH_MS = 3_600_000;
export const HOUR_MS = 3_600_000;
