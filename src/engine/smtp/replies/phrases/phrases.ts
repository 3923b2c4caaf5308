/**
 * One pattern out of many phrases, in lower case, as `readWords` leaves them. A phrase must begin at the beginning of a
 * word, and may end inside one (`blacklist` finds `blacklisted`); `\b` ends it. Repetitions are bounded, never nested:
 * the time that a hostile reply can cost is linear in its length.
 */
export const phrases = (...phrases: string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join('|')})`, 'u');

/** As `phrases`, found anywhere: for scripts without spaces between words. */
export const phrasesAnywhere = (...phrases: string[]): RegExp => new RegExp(phrases.join('|'), 'u');
