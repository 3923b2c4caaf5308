import { StoppedError, toApiError, unreachable, type ApiError } from './api-error';
import { noteAnswer, noteNoAnswer } from './connection';
import { CSRF_HEADER, noteSignedOut, parse } from './request';

export interface FormSending {
  /** Below `/v1`. */
  path: string;
  form: FormData;
  /** Called with the share that has left, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a form with a file. By XMLHttpRequest, since `fetch` does not tell how much of a body has left. */
export function sendForm<T>({ path, form, onProgress, signal }: FormSending): Promise<T> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', `/v1${path}`);
    sending.setRequestHeader(CSRF_HEADER, '1');
    sending.upload.onprogress = ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    };
    sending.onload = () => {
      const body = parse(sending.responseText);
      noteAnswer();
      if (sending.status === 200 || sending.status === 201) {
        resolve(body as T);
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
