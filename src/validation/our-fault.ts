import type { Verification } from '../engine';

/**
 * Whether a verdict says nothing about its address, for a reason that lies with us: it costs nothing and is not kept.
 * `exception_occurred` is only ever ours: what a mail host does wrong has sub-statuses of its own, and is charged.
 */
export const isOurFault = ({ subStatus, isOurFault: isOurs }: Verification): boolean =>
  isOurs === true || subStatus === 'exception_occurred';
