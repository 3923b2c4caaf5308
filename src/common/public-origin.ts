import type { AppConfig } from '../config/app-config';

export type Place = Pick<AppConfig, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'TLS_CERT_FILE'>;

/** Where people reach the service, such as `https://check.example.org`; where that is not set, where this machine does. */
export function publicOrigin({ PUBLIC_URL, HOST, PORT, TLS_CERT_FILE }: Place): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const name = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://${name}:${PORT}`;
}
