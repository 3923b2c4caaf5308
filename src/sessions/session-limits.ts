const DAY_MS = 86_400_000;

/** A session ends when it was not used for this long. */
export const IDLE_LIMIT_MS = 30 * DAY_MS;
/** However much it is used, a session ends this long after the sign-in. */
export const ABSOLUTE_LIMIT_MS = 90 * DAY_MS;
/** The last use is written no more often than this. */
export const SEEN_EVERY_MS = 60_000;
