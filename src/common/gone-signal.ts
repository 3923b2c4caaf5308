import type { Response } from 'express';

/** A signal that is aborted when the caller hangs up before the answer is out. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) look();
  else response.once('close', look);
  return gone.signal;
}

/** One that is never aborted: for a caller who comes back for the answer. */
export function staysSignal(): AbortSignal {
  return new AbortController().signal;
}
