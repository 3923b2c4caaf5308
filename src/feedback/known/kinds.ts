/** What an organization's own mails say of an address now, the strongest first; in the results of batches by these words. */
export const KNOWN_KINDS = [
  'hard_bounce',
  'complaint',
  'weak_hard_bounce',
  'suppressed',
  'soft_bounces',
  'delivered',
] as const;
export type KnownKind = (typeof KNOWN_KINDS)[number];

/** Kinds as people look for them. */
export const KNOWN_GROUPS = ['bounced', 'complained', 'suppressed', 'delivered'] as const;
export type KnownGroup = (typeof KNOWN_GROUPS)[number];
