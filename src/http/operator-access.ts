import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as ipaddr from 'ipaddr.js';
import type { AppConfig } from '../config/app-config';

/** Headers by which proxies say that they ask for somebody else. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

const onOpsPort = new WeakSet<IncomingMessage>();

/** Marks a request that came in on `OPS_PORT`. */
export function markOpsRequest(request: IncomingMessage): void {
  onOpsPort.add(request);
}

export function isOpsRequest(request: IncomingMessage): boolean {
  return onOpsPort.has(request);
}

/**
 * Whether somebody may see figures and the details of readiness: on `OPS_PORT`, with `OPS_TOKEN`; where neither is set,
 * from this machine and through no proxy.
 */
export function isOperator(
  request: IncomingMessage,
  { OPS_PORT, OPS_TOKEN }: Pick<AppConfig, 'OPS_PORT' | 'OPS_TOKEN'>,
): boolean {
  if (isOpsRequest(request)) return true;
  if (OPS_TOKEN !== undefined) return isSame(request.headers.authorization ?? '', `Bearer ${OPS_TOKEN}`);
  if (OPS_PORT !== undefined) return false;
  const { remoteAddress = '' } = request.socket;
  return (
    ipaddr.isValid(remoteAddress) &&
    ipaddr.process(remoteAddress).range() === 'loopback' &&
    OF_PROXIES.every((name) => request.headers[name] === undefined)
  );
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
