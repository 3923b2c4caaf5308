import { listed } from '../listed-phrases';

/** What the client does, is allowed to do, and has: its own host, its users, their accounts. */
export const CLIENT_CONDUCT = listed('client.conduct');
