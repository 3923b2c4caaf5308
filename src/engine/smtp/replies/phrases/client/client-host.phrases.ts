import { listed } from '../listed-phrases';

/** The SMTP client as a host: its network, its EHLO name, its entries in the DNS. */
export const CLIENT_HOST = {
  /** The client's machine and its access network. */
  network: listed('client.network'),
  helo: listed('client.helo'),
  dns: listed('client.dns'),
  /** An address literal (RFC 5321 4.1.3), as a host without a name greets with. */
  addressLiteral: listed('client.address-literal'),
} as const;
