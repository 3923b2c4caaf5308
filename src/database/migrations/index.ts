import { Initial1796083200000 } from './1796083200000-initial';

/** In the order in which they run: TypeORM sorts them by the numbers in their names. Released ones are never edited. */
export const migrations = [Initial1796083200000];
