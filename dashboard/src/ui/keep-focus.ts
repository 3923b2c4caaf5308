/**
 * Where what had the focus goes (a row that was withdrawn, a button whose work is done), browsers give the focus to
 * nobody: a screen reader falls silent, and the next Tab may start at the top. Here it goes to the heading of what is
 * left around it. Whoever knows a better place takes it in the same moment, and is left alone.
 */
export function keepFocus(): void {
  /** What has the focus and all that is around it, from the inside out. */
  let path: HTMLElement[] = [];
  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof HTMLElement ? pathOf(target) : [];
  });
  document.addEventListener('focusout', () => {
    setTimeout(() => {
      // Somebody clicked beside it: nothing was lost.
      if (path[0]?.isConnected === true && isNowhere()) path = [];
    });
  });
  new MutationObserver(() => {
    if (path[0]?.isConnected !== false || !isNowhere()) return;
    requestAnimationFrame(() => {
      setTimeout(() => {
        if (path[0]?.isConnected === false && isNowhere()) focusHeading(path);
      });
    });
  }).observe(document.body, { childList: true, subtree: true });
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

function pathOf(element: HTMLElement): HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let each: HTMLElement | null = element; each !== null && each !== document.body; each = each.parentElement) {
    path.push(each);
  }
  return path;
}

function focusHeading(path: readonly HTMLElement[]): void {
  for (const around of path) {
    const heading = around.isConnected ? around.querySelector<HTMLElement>('h1, h2') : null;
    if (heading === null) continue;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return;
  }
}
