import type { Access } from '../../auth/access';

/** No organization has this id. */
const NOBODY = 0;

/** The id of the organization whose feedback is read: a test token writes none, and reads none of what is live. */
export const readFor = ({ organizationId, isTest }: Pick<Access, 'organizationId' | 'isTest'>): number =>
  isTest ? NOBODY : organizationId;
