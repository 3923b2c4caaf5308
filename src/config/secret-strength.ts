/** What `JWT_SECRET` promises, and what the secret in `DATA_DIR` has too. */
const MIN_SECRET_LENGTH = 32;
/**
 * By the rough estimate below, 128 random bits count as 110 to 128 in 32 hexadecimal digits, which hold some 14 different
 * ones of 16; what people type or repeat counts as far less.
 */
const MIN_BITS = 100;

/** Whether a secret looks as if it could be guessed: its length times the bits of one of the signs that it is made of. */
export function isGuessable(secret: string): boolean {
  const signs = Array.from(secret);
  return signs.length < MIN_SECRET_LENGTH || signs.length * Math.log2(new Set(signs).size) < MIN_BITS;
}
