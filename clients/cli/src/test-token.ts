/** Why a test token does not know an address: else somebody asks again for ever. */
export const ASKS_NOBODY =
  'this is a test token, which asks nobody, and does not know more later; it knows valid@sandbox.test and the like';
