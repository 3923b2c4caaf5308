import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api';
import { whenBack } from '../api/connection';
import { toFault } from './use-task';

/** What a page shows of the service: null until it is there. */
export interface Loaded<T> {
  data: T | null;
  fault: ApiError | null;
  reload: () => Promise<void>;
}

/**
 * Loads when `key` changes, and when told; what failed loads anew when the service is back, or the session. An answer
 * that comes after a newer question is dropped.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; fault: ApiError | null }>({
    key,
    data: null,
    fault: null,
  });
  const current = useRef(load);
  const question = useRef(0);
  useEffect(() => {
    current.current = load;
  });
  const reload = useCallback(async () => {
    const mine = ++question.current;
    try {
      const data = await current.current();
      if (mine === question.current) setState({ key, data, fault: null });
    } catch (error) {
      if (mine !== question.current) return;
      // What another key brought is not this one's.
      setState((old) => ({ key, data: old.key === key ? old.data : null, fault: toFault(error) }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
  }, [reload]);
  const hasFailed = state.fault !== null;
  useEffect(() => {
    if (!hasFailed) return;
    return whenBack(() => void reload());
  }, [hasFailed, reload]);
  return state.key === key ? { ...state, reload } : { data: null, fault: null, reload };
}
