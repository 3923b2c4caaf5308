import { Initial1764288000000 } from './1764288000000-initial';
import { People1764291600000 } from './1764291600000-people';

/** In the order in which they run. */
export const migrations = [Initial1764288000000, People1764291600000];
