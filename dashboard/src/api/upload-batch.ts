import { toApiError, unreachable, type ApiError } from './api-error';
import { CSRF_HEADER, parse } from './request';

export interface BatchUpload {
  organizationId: number;
  name: string;
  file: File;
  /** Called with the share that has left, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a list. By XMLHttpRequest, since `fetch` does not tell how much of a body has left.
 * @returns the new batch's id
 */
export function uploadBatch({ organizationId, name, file, onProgress, signal }: BatchUpload): Promise<number> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const form = new FormData();
    form.set('name', name);
    form.set('file', file);
    const sending = new XMLHttpRequest();
    sending.open('POST', `/v1/organizations/${organizationId}/batches`);
    sending.setRequestHeader(CSRF_HEADER, '1');
    sending.upload.onprogress = ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    };
    sending.onload = () => {
      const body = parse(sending.responseText);
      if (sending.status === 201) resolve((body as { id: number }).id);
      else reject(toApiError(sending.status, body, sending.getResponseHeader('Retry-After')));
    };
    sending.onerror = () => {
      reject(unreachable());
    };
    signal.addEventListener('abort', () => {
      sending.abort();
      reject(unreachable());
    });
    sending.send(form);
  });
}
