import { useMemo, useSyncExternalStore } from 'react';

/**
 * Where the page is, kept behind the `#`: `#/o/12/batches/55` is page `batches`, with `55`, of organization 12. What the
 * page looks at may follow a question mark: `#/o/12/batches?name=shop`.
 */
export interface Route {
  /** Null where the address names none. */
  organizationId: number | null;
  page: string;
  /** What follows the page's name. */
  rest: string | null;
  query: Readonly<Record<string, string>>;
}

function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decode);
  const isOrganization = parts[0] === 'o' && /^\d{1,15}$/.test(parts[1] ?? '');
  const [page, ...rest] = isOrganization ? parts.slice(2) : parts;
  return {
    organizationId: isOrganization ? Number(parts[1]) : null,
    page: page ?? '',
    rest: rest.length === 0 ? null : rest.join('/'),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => shown ?? window.location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export function goTo(path: string): void {
  window.location.hash = path;
}

/** Goes there without a new entry in the browser's history. */
export function replaceBy(path: string): void {
  show(`#${path}`);
}

/** Keeps in the address what the page looks at, so that Back, a reload and a link bring it again. Empty values are left out. */
export function setQuery(query: Readonly<Record<string, string>>): void {
  const pairs = Object.entries(query).filter(([, value]) => value !== '');
  const [path = ''] = (shown ?? window.location.hash).split('?');
  show(pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`);
}

/** The address whose page is shown: while somebody is asked whether to leave it, not the browser's. Null: not known yet. */
let shown: string | null = null;
/** What somebody wants to do who is asked whether to leave the page. */
let wanted: (() => void) | null = null;
/** Why it is asked, the newest last. */
let guards: readonly { of: Guarded }[] = [];
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

function show(hash: string): void {
  window.history.replaceState(null, '', hash);
  shown = hash;
  notify();
}

function onHashChange(): void {
  const { hash } = window.location;
  if (hash === shown) return;
  if (guards.length > 0) {
    wanted = () => {
      shown = hash;
      window.location.hash = hash;
    };
    window.history.replaceState(null, '', shown ?? '#/');
  } else {
    shown = hash;
  }
  notify();
}

/** Closing the tab, a reload, a link elsewhere: the browser asks in words of its own. */
function onUnload(event: BeforeUnloadEvent): void {
  if (guards.length > 0) event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    shown = window.location.hash;
    window.addEventListener('hashchange', onHashChange);
    window.addEventListener('beforeunload', onUnload);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('hashchange', onHashChange);
    window.removeEventListener('beforeunload', onUnload);
  };
}

/** What is lost with the page: a list that is being sent; what is shown once of a token, a source or a webhook; recovery codes. */
export type Guarded = 'upload' | 'secret' | 'source' | 'webhook' | 'codes';

/** Until what is returned is called, nobody leaves the page without being asked. */
export function guardPage(of: Guarded): () => void {
  const guard = { of };
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((each) => each !== guard);
  };
}

/** What would be lost; null: nothing. */
export function guarded(): Guarded | null {
  return guards.at(-1)?.of ?? null;
}

/** Does what ends the page, once somebody who loses something by that has said that it may be lost. */
export function askToLeave(action: () => void): void {
  if (guards.length === 0) {
    action();
    return;
  }
  wanted = action;
  notify();
}

/** The page has ended, and with it what was guarded. */
export function release(): void {
  guards = [];
}

/** Whether somebody wants to leave a page that is guarded, and is to be asked. */
export function useIsLeaving(): boolean {
  return useSyncExternalStore(subscribe, () => wanted !== null);
}

export function stay(): void {
  wanted = null;
  notify();
}

export function leave(): void {
  const action = wanted;
  wanted = null;
  action?.();
  notify();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
