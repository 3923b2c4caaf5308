import { useCallback, useLayoutEffect, useState } from 'react';
import { guardPage, type Guarded } from '../router';

/**
 * For what is shown once: nobody leaves the page by a slip before it was copied.
 * @param of null: nothing is shown yet
 * @returns call it when it was
 */
export function useCopyGuard(of: Guarded | null): () => void {
  const [isCopied, setCopied] = useState(false);
  useLayoutEffect(() => (isCopied || of === null ? undefined : guardPage(of)), [isCopied, of]);
  return useCallback(() => {
    setCopied(true);
  }, []);
}
