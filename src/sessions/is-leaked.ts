import { createHash } from 'node:crypto';
import { LEAKED } from './leaked-passwords';

const bits = Buffer.from(LEAKED.bits, 'base64');

/** Whether the text, in lower case, is one of the leaked passwords or of the words that they are made of (`leaked-passwords.ts`). */
export function isLeaked(text: string): boolean {
  const digest = createHash('sha256').update(text.normalize('NFC')).digest();
  const [first, step] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  for (let hash = 0; hash < LEAKED.hashes; hash += 1) {
    const place = (first + hash * step) % (bits.length * 8);
    if (((bits[place >> 3] ?? 0) & (1 << (place & 7))) === 0) return false;
  }
  return true;
}
