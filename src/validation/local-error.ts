import type { Verification } from '../engine';

/**
 * Whether a local error kept the address from being judged: the verdict costs nothing and is not cached. `exception_occurred`
 * is always local: what a mail host does wrong has sub-statuses of its own, and is charged.
 */
export const isLocalError = ({ subStatus, isLocalError: isMarked }: Verification): boolean =>
  isMarked === true || subStatus === 'exception_occurred';
