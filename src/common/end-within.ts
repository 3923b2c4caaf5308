/**
 * Does work under a signal that aborts after `ms`, or when another signal does. Leaves no timer and no listener behind.
 * On Node 20 `AbortSignal.any([AbortSignal.timeout(ms), other])` never aborts once the time-out was garbage-collected: the
 * combined signal holds it weakly.
 * @param other undefined: the time alone
 * @returns what the work returns; the signal's reason after `ms` is a `TimeoutError`
 */
export async function endWithin<Result>(
  ms: number,
  other: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const end = new AbortController();
  const passOn = (): void => {
    end.abort(other?.reason);
  };
  const timer = setTimeout(() => {
    end.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms);
  timer.unref();
  if (other?.aborted === true) passOn();
  else other?.addEventListener('abort', passOn);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    other?.removeEventListener('abort', passOn);
  }
}
