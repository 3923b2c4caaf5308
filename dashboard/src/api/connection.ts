/** Whether the service answers: known from the requests that the page makes anyway. */
let isAway = false;
const watchers = new Set<() => void>();
const returners = new Set<() => void>();

export const isServiceAway = (): boolean => isAway;

/** For `useSyncExternalStore`. */
export function whenConnectionChanges(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Called when what failed may succeed now: the service is back, or the person has signed in again. */
export function whenBack(returner: () => void): () => void {
  returners.add(returner);
  return () => {
    returners.delete(returner);
  };
}

export function noteAnswer(): void {
  if (!isAway) return;
  isAway = false;
  for (const watcher of watchers) watcher();
  noteBack();
}

export function noteNoAnswer(): void {
  if (isAway) return;
  isAway = true;
  for (const watcher of watchers) watcher();
}

export function noteBack(): void {
  for (const returner of returners) returner();
}
