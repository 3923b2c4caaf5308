import type { SlotWish } from '../../src/engine';

/** A session with a host that one and the same asker wants, unless said otherwise. */
export const wish = (key: string, more: Partial<SlotWish> = {}): SlotWish => ({
  key,
  asker: 'us',
  job: '',
  isUrgent: false,
  ...more,
});
