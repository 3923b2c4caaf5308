import type { Request } from 'express';

/** Words and numbers, as the page's addresses have them: no dots, no encoded signs. */
const LIKE_A_PAGE = /^(?!assets(?:\/|$))[a-z][\w-]*(?:\/[\w-]+)*\/?$/i;

/**
 * The page keeps its addresses behind a `#`. Somebody who types one without it means that page: `/dashboard/batches/5` is
 * `/dashboard/#/batches/5`. What the page does not know, it says itself.
 * @param path below the folder of the page
 * @returns null for what looks like a file, and for programs, which do not ask for HTML by name
 */
export function hashAddress(path: string, request: Request): string | null {
  if (!LIKE_A_PAGE.test(path) || request.accepts(['json', 'html']) !== 'html') return null;
  const [, folder = ''] = request.path.split('/');
  const query = request.originalUrl.split('?').slice(1).join('?');
  return `/${folder}/#/${path}${query === '' ? '' : `?${query}`}`;
}
