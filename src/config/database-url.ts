/** Where the database is, and as whom it is asked. */
export interface DatabaseAddress {
  host: string;
  port: number;
  username: string;
  password: string;
  /** The name of the database on its server. */
  name: string;
}

const SCHEME = 'mysql://';
const HOST_AND_PORT = /^(?:\[(?<v6>[0-9a-f:.]+(?:%[\w.-]+)?)\]|(?<host>[a-z0-9._-]+))(?::(?<port>\d{1,5}))?$/i;

/**
 * Reads `mysql://user:password@host:3306/name`. The last `@` ends the password, so that it may hold any sign as it is
 * (`@ / # : ?`); what stands there as `%40` is decoded (RFC 3986 2.1). IPv6 hosts stand in brackets.
 * @returns the address, or a text that says what the setting must be
 */
export function parseDatabaseUrl(text: string): DatabaseAddress | string {
  if (!text.toLowerCase().startsWith(SCHEME)) return 'must be a URL of the form mysql://…';
  const rest = text.slice(SCHEME.length);
  const at = rest.lastIndexOf('@');
  const [username = '', ...password] = rest.slice(0, Math.max(at, 0)).split(':');
  const place = rest.slice(at + 1);
  if (/[?#]/.test(place)) {
    return 'must have no parameters: encryption is set with DATABASE_TLS, the pool with DATABASE_POOL_SIZE';
  }
  const [authority = '', ...path] = place.split('/');
  const { v6, host = v6, port = '3306' } = HOST_AND_PORT.exec(authority)?.groups ?? {};
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
    return 'must name a host, such as mysql://user:password@db.example.org:3306/name; IPv6 hosts stand in brackets';
  }
  const name = decoded(path.join('/'));
  if (name === '' || name.includes('/'))
    return 'must end with the name of the database: mysql://user:password@host/name';
  return { host, port: Number(port), username: decoded(username), password: decoded(password.join(':')), name };
}

/** A `%` that begins no encoded sign stands for itself. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
