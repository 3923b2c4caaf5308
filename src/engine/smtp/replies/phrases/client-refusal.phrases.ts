import { listed } from './listed-phrases';

/** Phrases that say why a host refuses the SMTP client or its sender. Broader ones, which give no reason: `client/`. */
export const CLIENT_REFUSAL = {
  nullSender: listed('refusal.null-sender'),
  spf: listed('refusal.spf'),
  senderAddress: listed('refusal.sender-address'),
  helo: listed('refusal.helo'),
  tls: listed('refusal.tls'),
  authentication: listed('refusal.authentication'),
  relay: listed('refusal.relay'),
  reverseDns: listed('refusal.reverse-dns'),
  blocklist: listed('refusal.blocklist'),
  policy: listed('refusal.policy'),
};
