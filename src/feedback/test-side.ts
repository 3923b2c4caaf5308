import type { Access } from '../auth/access';

/**
 * Where what an organization's test tokens tell of mails is kept: beside it, under the negative of its id. So nothing that asks for an
 * organization finds it, and test tokens find nothing else.
 */
export const testSideOf = (organizationId: number): number => -organizationId;

export const isTestSide = (organizationId: number): boolean => organizationId < 0;

/** Where the feedback is that a token tells and reads. */
export const feedbackSideOf = ({ organizationId, isTest }: Pick<Access, 'organizationId' | 'isTest'>): number =>
  isTest ? testSideOf(organizationId) : organizationId;
