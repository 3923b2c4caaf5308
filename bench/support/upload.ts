import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from './bench-service';
import { Child } from './child';

export interface Uploaded {
  id: number;
  /** Until the 201. */
  seconds: number;
}

/** Uploads a list from a process of its own. */
export async function upload(service: Caller, path: string): Promise<Uploaded> {
  const folder = mkdtempSync(join(tmpdir(), 'evs-upload-'));
  try {
    const args = ['-r', '@swc-node/register', 'bench/support/post-file.ts'];
    const url = `${service.url}/v1/validate/batch`;
    const child = Child.start([...args, url, service.token, path], {}, join(folder, 'upload.log'));
    return (await child.message()) as Uploaded;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export interface BatchState {
  status: string;
  total_count: number;
  processed_count: number;
  invalid_count: number;
}

export async function batchState(service: Caller, id: number): Promise<BatchState> {
  const response = await fetch(`${service.url}/v1/validate/batch/${id}`, { headers: service.headers });
  return (await response.json()) as BatchState;
}

const POLL_MS = 50;

/** Resolves when the batch is completed. */
export async function completed(service: Caller, id: number): Promise<BatchState> {
  for (;;) {
    const state = await batchState(service, id);
    if (state.status === 'completed') return state;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
