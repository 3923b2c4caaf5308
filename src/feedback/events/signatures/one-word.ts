/** Visible letters of ASCII: any of them can be the key of an HMAC, and what was copied with blanks or words around it can't be right. */
export const isOneWord = (secret: string): boolean => /^[\x21-\x7e]+$/.test(secret);
