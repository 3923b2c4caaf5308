/** By what somebody did it: signed in, with a token, or as the operator of the service. */
export const VIAS = ['session', 'token', 'operator'] as const;
export type Via = (typeof VIAS)[number];

/** Who did something, for the audit log. */
export interface Actor {
  via: Via;
  /** Null: the command line, which has no account. */
  accountId: number | null;
  /** With `via: 'token'`: which. */
  tokenId?: string;
}

/** The command line. The operator's console gives the operator's account with it: `{ ...OPERATOR, accountId }`. */
export const OPERATOR: Actor = { via: 'operator', accountId: null };

/** Somebody who is signed in. */
export function person(accountId: number): Actor {
  return { via: 'session', accountId };
}
