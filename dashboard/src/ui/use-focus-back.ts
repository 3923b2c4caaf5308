import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Gives the focus to an element once the page stands without what had it: else the next Tab would start at the top.
 * Give `ref` to the element; it may be one that is only there by then.
 */
export function useFocusBack(): { ref: RefObject<HTMLButtonElement | null>; focus: () => void } {
  const ref = useRef<HTMLButtonElement>(null);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (times > 0) ref.current?.focus();
  }, [times]);
  const focus = useCallback(() => {
    setTimes((before) => before + 1);
  }, []);
  return { ref, focus };
}
