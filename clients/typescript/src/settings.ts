/** What is missing or can't be, said before anything is sent. No sentence holds the token: sentences end in logs. */

/** The service's address, without `/v1`. @throws TypeError */
export function baseOf(url: unknown): string {
  const given = typeof url === 'string' ? url.trim() : '';
  if (given === '') {
    throw new TypeError('`url` is missing: where the service is, such as https://check.example.org. Is EVS_URL set?');
  }
  return given.replace(/\/+$/, '').replace(/\/v1$/, '');
}

/** The token without the white space that files and variables end with. @throws TypeError */
export function tokenOf(token: unknown): string {
  const given = typeof token === 'string' ? token.trim() : '';
  if (given === '') throw new TypeError("`token` is missing: a token of the service's dashboard. Is EVS_TOKEN set?");
  if (!/^[\t\x20-\x7e]+$/.test(given)) {
    throw new TypeError('`token` has line ends or other characters within that no header may hold: copy it once more.');
  }
  return given;
}
