import { ApiError, toApiError, unreachable } from './api-error';

/** Called when the session has ended behind the page's back. */
let onSignedOut: () => void = () => undefined;

export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Asks for the password once more; false when the person would rather not. */
let askForPassword: () => Promise<boolean> = () => Promise.resolve(false);

export function whenPasswordNeeded(ask: () => Promise<boolean>): void {
  askForPassword = ask;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The header that another site's page can't send: it makes changes safe from forged requests. */
export const CSRF_HEADER = 'X-CSRF';

/**
 * One request to `/v1`, with the session's cookie; once more when it needed the password and the person gave it.
 * @returns the body, or undefined for an empty one
 * @throws ApiError for any status from 400, and when nothing answers
 */
export async function request<T>(method: Method, path: string, body?: unknown): Promise<T> {
  try {
    return await send<T>(method, path, body);
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.refusal === 'Password needed';
    if (!isNeeded || !(await askForPassword())) throw error;
    return send<T>(method, path, body);
  }
}

async function send<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (method !== 'GET') headers[CSRF_HEADER] = '1';
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(`/v1${path}`, init).catch(() => {
    throw unreachable();
  });
  const content = parse(await response.text());
  if (response.ok) return content as T;
  // Wrong credentials are a 401 too, and end no session.
  if (response.status === 401 && !(path === '/session' && method !== 'DELETE')) onSignedOut();
  throw toApiError(response.status, content, response.headers.get('Retry-After'));
}

export function parse(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
