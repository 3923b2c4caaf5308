import { randomUUID } from 'node:crypto';
import type { SlotWish } from '../engine';
import { URGENT } from './session-lease-scripts';

/** A new id for a wished session, out of which every process can read whose wish it is. Without spaces. */
export function leaseId({ asker, job, isUrgent }: SlotWish): string {
  return `${isUrgent ? URGENT : ''}${randomUUID()}:${encodeURIComponent(asker)}:${encodeURIComponent(job)}`;
}

/** Whose wish a lease of another process is. */
export function wishOf(id: string, key: string): SlotWish {
  const [, asker = '', job = ''] = id.split(':');
  return { key, asker: decodeURIComponent(asker), job: decodeURIComponent(job), isUrgent: id.startsWith(URGENT) };
}
