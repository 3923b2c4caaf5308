import { Initial1764288000000 } from './1764288000000-initial';

/** In the order in which they run. */
export const migrations = [Initial1764288000000];
