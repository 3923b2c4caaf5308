/** What is missing or can't be, said before anything is sent. No sentence holds the token: sentences end in logs. */

/** The service's address, in one form: without `/v1` and what a browser leaves out. @throws TypeError */
export function baseOf(url: unknown): string {
  const given = typeof url === 'string' ? url.trim() : '';
  if (given === '') {
    throw new TypeError('`url` is missing: where the service is, such as https://check.example.org. Is EVS_URL set?');
  }
  const { protocol, username, password, host, pathname } = parse(given);
  // A name and password would stand in each error of a connection, and no `fetch` sends them.
  if (!/^https?:$/.test(protocol) || username + password !== '') {
    throw new TypeError(
      '`url` is no address of a service: https://check.example.org is one. Nothing stands in front of its host.',
    );
  }
  return `${protocol}//${host}${pathname}`.replace(/\/+$/, '').replace(/\/v1$/, '');
}

function parse(url: string): Pick<URL, 'protocol' | 'username' | 'password' | 'host' | 'pathname'> {
  try {
    return new URL(url);
  } catch {
    return { protocol: '', username: '', password: '', host: '', pathname: '' };
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

/** The id of an organization, as a header has it. @throws TypeError */
export function organizationOf(organization: unknown): string {
  const given = String(organization).trim();
  if (!/^\d+$/.test(given)) throw new TypeError('`organization` is the id of one, a number such as 1.');
  return given;
}

/** A key that a header may hold. @throws TypeError */
export function requireKey(key: unknown): void {
  if (typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)) return;
  throw new TypeError('`idempotencyKey` has 1 to 255 letters, digits and signs of ASCII, without blanks: a UUID, say.');
}
