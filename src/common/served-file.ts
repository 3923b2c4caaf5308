import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** A file ready to be sent, from memory. */
export interface ServedFile {
  type: string;
  body: Buffer;
  gzipped: Buffer;
  /** Strong, by content. */
  etag: string;
}

export async function makeServedFile(type: string, content: string | Buffer): Promise<ServedFile> {
  const body = Buffer.from(content);
  return { type, body, gzipped: await promisify(gzip)(body, { level: 9 }), etag: etagOf(body) };
}

export function etagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Sends it packed where the caller takes that, and not at all where he has it. */
export function sendServedFile(file: ServedFile, cacheControl: string, request: Request, response: Response): void {
  response.vary('Accept-Encoding').set({ ETag: file.etag, 'Cache-Control': cacheControl });
  if (request.fresh) {
    response.status(304).end();
    return;
  }
  response.set('Content-Type', file.type);
  if (request.acceptsEncodings('gzip') === false) response.end(file.body);
  else response.set('Content-Encoding', 'gzip').end(file.gzipped);
}
