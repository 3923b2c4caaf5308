import { useEffect } from 'react';

/** Does something again and again while the page is looked at; the next round waits for the last. Null: never. */
export function useEvery(ms: number | null, work: () => Promise<void>): void {
  useEffect(() => {
    if (ms === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const round = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await work();
      if (!isOver) timer = setTimeout(() => void round(), ms);
    };
    timer = setTimeout(() => void round(), ms);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ms, work]);
}
