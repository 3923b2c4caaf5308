import { useMemo, useSyncExternalStore } from 'react';

/** Where the page is, kept behind the `#`: `#/o/12/batches/55` is page `batches`, with `55`, of organization 12. */
export interface Route {
  /** Null where the address names none. */
  organizationId: number | null;
  page: string;
  /** What follows the page's name. */
  rest: string | null;
}

export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decode);
  const isOrganization = parts[0] === 'o' && /^\d{1,15}$/.test(parts[1] ?? '');
  const [page, rest] = isOrganization ? parts.slice(2) : parts;
  return { organizationId: isOrganization ? Number(parts[1]) : null, page: page ?? '', rest: rest ?? null };
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function goTo(path: string): void {
  window.location.hash = path;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => {
    window.removeEventListener('hashchange', listener);
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
