import { BLOCK, SOFT, STRONG, WEAK, type BounceClass } from './bounce-class';

/** RFC 3463 and its registry, RFC 7293, and codes of Microsoft's own. The first that fits. */
const CLASSES: readonly (readonly [RegExp, BounceClass])[] = [
  [/^4\./, SOFT],
  [/^5\.(?:1\.(?:1|2|3|6|10)|7\.1[78]|4\.310)$/, STRONG],
  [/^5\.(?:2\.2|3\.1|4\.7|4\.300)$/, SOFT],
  // Whatever could not be told apart, or could not be reached.
  [/^5\.(?:0\.0|1\.0|4\.4)$/, WEAK],
  [/^5\.(?:7\.\d+|1\.[78]|2\.3|3\.4|5\.\d+|6\.\d+)$/, BLOCK],
];

/** What an enhanced code means where no word says it. */
export function classOfEnhancedCode(code: string): BounceClass | undefined {
  return CLASSES.find(([pattern]) => pattern.test(code))?.[1];
}

/** What a basic code means where nothing was said: 550 is what hosts send for a missing mailbox, and for much else. */
export function classOfBasicCode(code: number): BounceClass | undefined {
  if (code < 500) return SOFT;
  if (code === 552) return SOFT;
  return code === 550 || code === 551 || code === 553 ? WEAK : undefined;
}
