/** Turns of the event loop in which no timer is set or cleared, after which nothing is under way. */
const QUIET_TURNS = 20;

/**
 * What `FastForwardClock` is for code without a clock of its own: Jest's fake timers, of which the next fires once nothing else
 * happens. Sockets stay real, and so do the timers of Node's own modules. The date is Jest's too: not to be used around `eventually`.
 */
export async function inFastForward<T>(work: () => Promise<T>): Promise<T> {
  const { setTimeout: inRealTime, clearTimeout: clear } = globalThis;
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'clearImmediate', 'queueMicrotask', 'hrtime'] });
  const uses = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
  let quietTurns = 0;
  const watch = (): void => {
    const isQuiet = uses.every((use) => use.mock.calls.length === 0);
    for (const use of uses) use.mockClear();
    quietTurns = isQuiet ? quietTurns + 1 : 0;
    if (quietTurns === QUIET_TURNS) {
      quietTurns = 0;
      jest.advanceTimersToNextTimer();
    }
    turn = inRealTime(watch, 1);
  };
  let turn = inRealTime(watch, 1);
  try {
    return await work();
  } finally {
    clear(turn);
    for (const use of uses) use.mockRestore();
    jest.useRealTimers();
  }
}
