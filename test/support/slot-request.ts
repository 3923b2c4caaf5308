import type { SlotRequest } from '../../src/engine';

/** A request of one and the same tenant, unless said otherwise. */
export const request = (key: string, more: Partial<SlotRequest> = {}): SlotRequest => ({
  key,
  tenant: 'us',
  job: '',
  isUrgent: false,
  ...more,
});
