import { ApiError, StoppedError, timedOut, toApiError, unreachable } from './api-error';
import { noteAnswer, noteNoAnswer } from './connection';

/** Called when the session has ended behind the page's back. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Tells the page that a request was refused because the session has ended. */
export function noteSignedOut(): void {
  onSignedOut();
}

/** Called when an organization lets the person in with a second factor only. */
let onTwoFactorNeeded: () => void = () => undefined;

export function whenTwoFactorNeeded(listener: () => void): void {
  onTwoFactorNeeded = listener;
}

/** Asks for the password once more; false when the person would rather not. */
let askForPassword: () => Promise<boolean> = () => Promise.resolve(false);

export function whenPasswordNeeded(ask: () => Promise<boolean>): void {
  askForPassword = ask;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The header that another site's page can't send: it makes changes safe from forged requests. */
export const CSRF_HEADER = 'X-CSRF';

/** Longer than the slowest answer that the service gives (a check of one address: some 20 seconds). */
const PATIENCE_MS = 60_000;

/**
 * One request to `/v1`, with the session's cookie; once more when it needed the password and the person gave it.
 * @param stop ends the waiting, not what the service does
 * @param key names it: asked again under the same one, it is done once
 * @returns the body, or undefined for an empty one
 * @throws ApiError for any status from 400, and when nothing answers in a minute; StoppedError
 */
export async function request<T>(
  method: Method,
  path: string,
  body?: unknown,
  stop?: AbortSignal,
  key?: string,
): Promise<T> {
  try {
    return await send<T>(method, path, body, stop, key);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.refusal === 'Password needed';
    if (!isNeeded || !(await askForPassword())) throw error;
    return send<T>(method, path, body, stop, key);
  }
}

async function send<T>(
  method: Method,
  path: string,
  body: unknown,
  stop: AbortSignal | undefined,
  key: string | undefined,
): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers[CSRF_HEADER] = '1';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key !== undefined) headers['Idempotency-Key'] = key;
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const { response, content } = await fetchInTime(path, init, stop);
  if (response.ok) return content as T;
  // Wrong credentials are a 401 too, and end no session; nor does a first look at who is signed in.
  if (response.status === 401 && !(path === '/session' && method !== 'DELETE')) onSignedOut();
  const error = toApiError(response.status, content, response.headers.get('Retry-After'));
  if (error.refusal === 'Second factor needed') onTwoFactorNeeded();
  throw error;
}

async function fetchInTime(
  path: string,
  init: RequestInit,
  stop: AbortSignal | undefined,
): Promise<{ response: Response; content: unknown }> {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
  }, PATIENCE_MS);
  const giveUp = (): void => {
    patience.abort();
  };
  stop?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(`/v1${path}`, { ...init, signal: patience.signal });
    const content = parse(await response.text());
    noteAnswer();
    return { response, content };
  } catch {
    if (stop?.aborted === true) throw new StoppedError();
    noteNoAnswer();
    throw patience.signal.aborted ? timedOut() : unreachable();
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener('abort', giveUp);
  }
}

export function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
