import { useCallback, useState } from 'react';

/** The width of an element in CSS pixels, as it changes; null until it is known. Give `ref` to the element. */
export function useWidth(): { ref: (element: HTMLElement | null) => (() => void) | undefined; width: number | null } {
  const [width, setWidth] = useState<number | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return { ref, width };
}
