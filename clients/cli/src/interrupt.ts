const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof CODES;

/** Ctrl-C and its like, as an `AbortSignal`: the first one; a second ends the process at once. */
export class Interrupt {
  /** By convention 128 and the signal's number; null: nobody interrupted. */
  exitCode: number | null = null;
  private readonly abort = new AbortController();
  private readonly handle = (signal: Signal): void => {
    if (this.exitCode !== null) process.exit(this.exitCode);
    this.exitCode = CODES[signal];
    this.abort.abort(new Error(`Ended by ${signal}.`));
  };

  constructor() {
    for (const signal of Object.keys(CODES)) process.on(signal, this.handle);
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  end(): void {
    for (const signal of Object.keys(CODES)) process.off(signal, this.handle);
  }
}
