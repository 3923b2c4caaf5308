import type { AppConfig } from '../../config/app-config';

type Place = Pick<AppConfig, 'PUBLIC_URL' | 'HOST' | 'PORT' | 'TLS_CERT_FILE'>;

/** The address that a provider is given: where people reach the service, else where this machine does. */
export function sourceAddress(place: Place, id: number, token: string): string {
  return `${origin(place)}/v1/feedback/in/${id}/${token}`;
}

function origin({ PUBLIC_URL, HOST, PORT, TLS_CERT_FILE }: Place): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  const name = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST;
  return `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://${name}:${PORT}`;
}
