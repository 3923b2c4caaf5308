import { Initial1764288000000 } from './1764288000000-initial';
import { People1764291600000 } from './1764291600000-people';
import { Maintenance1795860002000 } from './1795860002000-maintenance';
import { TurnsOfBatches1795860003000 } from './1795860003000-turns-of-batches';

/** In the order in which they run. */
export const migrations = [
  Initial1764288000000,
  People1764291600000,
  Maintenance1795860002000,
  TurnsOfBatches1795860003000,
];
