/** What is missing or can't be, said before anything is sent. No sentence holds the token: sentences end in logs. */

/** The service's address, without `/v1`. @throws TypeError */
export function baseOf(url: unknown): string {
  const given = typeof url === 'string' ? url.trim() : '';
  if (given === '') {
    throw new TypeError('`url` is missing: where the service is, such as https://check.example.org. Is EVS_URL set?');
  }
  // A name and password would stand in each error of a connection, and no `fetch` sends them.
  const { protocol, username, password } = parse(given);
  if (!/^https?:$/.test(protocol) || username + password !== '') {
    throw new TypeError(
      '`url` is no address of a service: https://check.example.org is one. Nothing stands in front of its host.',
    );
  }
  return given.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function parse(url: string): Pick<URL, 'protocol' | 'username' | 'password'> {
  try {
    return new URL(url);
  } catch {
    return { protocol: '', username: '', password: '' };
  }
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
