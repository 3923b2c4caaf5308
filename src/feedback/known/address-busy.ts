import { DatabaseUnavailableError } from '../../database/database.errors';

/** After the tries of `AddressTurns`. */
export const addressBusy = (): DatabaseUnavailableError =>
  new DatabaseUnavailableError(
    undefined,
    'Others write what is known of the same address just now. Try again in a few seconds.',
  );
