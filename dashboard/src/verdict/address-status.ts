import type { Status } from '../../../src/engine/verification';

export type AddressStatus = Status;

/** From the best to the least known: the order of charts, legends and tables. */
export const ADDRESS_STATUSES = ['valid', 'catch_all', 'risky', 'invalid', 'unknown'] as const satisfies Status[];
