import { listed } from '../listed-phrases';

/** What a host demands of a client: authentication, reputation, obedience to a policy, low rates. */
export const CLIENT_POLICY = {
  authentication: listed('client.authentication'),
  reputation: listed('client.reputation'),
  policy: listed('client.policy'),
  /** Rates of messages and connections as well: they measure the client, never a mailbox. */
  sendingQuota: listed('client.sending-quota'),
} as const;
