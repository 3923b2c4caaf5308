import { listed } from '../listed-phrases';

/** The client, its sender and what it has, in languages other than English. */
export const CLIENT_IN_OTHER_LANGUAGES = {
  inLists: listed('client'),
  mention: listed('client.mention'),
  /** `Ihr Konto`, `votre compte`, `su cuenta`, `uw account`. */
  possession: listed('client.possession'),
} as const;
