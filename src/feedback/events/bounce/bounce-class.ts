/** What a bounce is, and of a hard one how sure that is. */
export type BounceClass =
  | { readonly type: 'hard_bounce'; readonly strength: 'strong' | 'weak' }
  | { readonly type: 'soft_bounce' | 'block' | 'unknown' };

export const STRONG: BounceClass = { type: 'hard_bounce', strength: 'strong' };
export const WEAK: BounceClass = { type: 'hard_bounce', strength: 'weak' };
export const SOFT: BounceClass = { type: 'soft_bounce' };
export const BLOCK: BounceClass = { type: 'block' };
export const UNKNOWN: BounceClass = { type: 'unknown' };
