import { randomUUID } from 'node:crypto';
import type { SlotRequest } from '../engine';
import { URGENT } from './session-lease-scripts';

/** A new lease id, out of which every process can read whose request it is. Without spaces. */
export function leaseId({ network, tenant, job, isUrgent }: SlotRequest): string {
  const unique = `${isUrgent ? URGENT : ''}${randomUUID()}@${encodeURIComponent(network)}`;
  return `${unique}:${encodeURIComponent(tenant)}:${encodeURIComponent(job)}`;
}

/** The request of a lease of another process. */
export function requestOf(id: string, key: string): SlotRequest {
  const [unique = '', tenant = '', job = ''] = id.split(':');
  return {
    key,
    network: decodeURIComponent(unique.split('@')[1] ?? ''),
    tenant: decodeURIComponent(tenant),
    job: decodeURIComponent(job),
    isUrgent: id.startsWith(URGENT),
  };
}
