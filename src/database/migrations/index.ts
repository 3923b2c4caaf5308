import { Initial1764288000000 } from './1764288000000-initial';
import { People1764291600000 } from './1764291600000-people';
import { Maintenance1795860002000 } from './1795860002000-maintenance';
import { TurnsOfBatches1795860003000 } from './1795860003000-turns-of-batches';
import { StoredBytes1795860006000 } from './1795860006000-stored-bytes';
import { RightsOfPeople1795860008000 } from './1795860008000-rights-of-people';

/** In the order in which they run. */
export const migrations = [
  Initial1764288000000,
  People1764291600000,
  Maintenance1795860002000,
  TurnsOfBatches1795860003000,
  StoredBytes1795860006000,
  RightsOfPeople1795860008000,
];
