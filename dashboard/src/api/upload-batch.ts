import { StoppedError, toApiError, unreachable, type ApiError } from './api-error';
import { noteAnswer, noteNoAnswer } from './connection';
import { CSRF_HEADER, noteSignedOut, parse } from './request';

export interface BatchUpload {
  organizationId: number;
  name: string;
  file: File;
  /** How the file is to be read: `column`, `has_header`, `encoding`. */
  fields: Readonly<Record<string, string>>;
  /** Called with the share that has left, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** A list that was taken in. */
export interface CreatedBatch {
  id: number;
  /** The column that the addresses were read from, where its name is not `email`. */
  email_column?: string;
}

/** Sends a list. By XMLHttpRequest, since `fetch` does not tell how much of a body has left. */
export function uploadBatch({
  organizationId,
  name,
  file,
  fields,
  onProgress,
  signal,
}: BatchUpload): Promise<CreatedBatch> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const form = new FormData();
    form.set('name', name);
    // In front of the file, which is read as it comes in.
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', file);
    const sending = new XMLHttpRequest();
    sending.open('POST', `/v1/organizations/${organizationId}/batches`);
    sending.setRequestHeader(CSRF_HEADER, '1');
    sending.upload.onprogress = ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    };
    sending.onload = () => {
      const body = parse(sending.responseText);
      noteAnswer();
      if (sending.status === 201) {
        resolve(body as CreatedBatch);
        return;
      }
      if (sending.status === 401) noteSignedOut();
      reject(toApiError(sending.status, body, sending.getResponseHeader('Retry-After')));
    };
    sending.onerror = () => {
      noteNoAnswer();
      reject(unreachable());
    };
    signal.addEventListener('abort', () => {
      sending.abort();
      reject(new StoppedError());
    });
    sending.send(form);
  });
}
