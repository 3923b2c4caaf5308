import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api';
import { t } from '../texts';

/** Work that a click starts: whether it runs, and how it failed. */
export interface Task<A extends unknown[]> {
  run: (...args: A) => void;
  isBusy: boolean;
  fault: ApiError | null;
  clear: () => void;
}

/** A second click while it runs does nothing. */
export function useTask<A extends unknown[]>(work: (...args: A) => Promise<void>): Task<A> {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<ApiError | null>(null);
  const current = useRef(work);
  const isRunning = useRef(false);
  useEffect(() => {
    current.current = work;
  });
  const run = useCallback((...args: A) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    setFault(null);
    current
      .current(...args)
      .catch((error: unknown) => {
        setFault(toFault(error));
      })
      .finally(() => {
        isRunning.current = false;
        setBusy(false);
      });
  }, []);
  const clear = useCallback(() => {
    setFault(null);
  }, []);
  return { run, isBusy, fault, clear };
}

export function toFault(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, t.faults.page(String(error)));
}
