import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../api';
import { toFault } from './use-task';

/** What a page shows of the service: null until it is there. */
export interface Loaded<T> {
  data: T | null;
  fault: ApiError | null;
  reload: () => Promise<void>;
}

/** Loads when `key` changes, and when told. An answer that comes after a newer question is dropped. */
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
      if (mine === question.current) setState((old) => ({ ...old, key, fault: toFault(error) }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
  }, [reload]);
  return state.key === key ? { ...state, reload } : { data: null, fault: null, reload };
}
