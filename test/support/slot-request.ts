import type { SlotRequest } from '../../src/engine';

/** A request of one and the same tenant, with a network of its own, unless said otherwise. */
export const request = (key: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
  key,
  network: key,
  tenant: 'us',
  job: '',
  isUrgent: false,
  ...more,
});
