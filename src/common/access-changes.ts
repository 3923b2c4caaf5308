/**
 * Tells every process that who may do what has changed (a token revoked, a membership gone, another default
 * organization). Also the DI token.
 *
 * Delivery is a courtesy that makes a change visible within milliseconds; what is cached expires by itself within
 * 5 seconds, so that a lost announcement costs no more than that.
 */
export abstract class AccessChanges {
  /** Whether other processes hear it. Where they don't, nothing may be remembered that they might change. */
  abstract readonly isShared: boolean;
  /** Runs the listeners of this process before it resolves, those of the others soon after. Never rejects. */
  abstract announce(): Promise<void>;
  abstract onChange(listener: () => void): void;
}

/** For one process. */
export class LocalAccessChanges extends AccessChanges {
  readonly isShared = false;
  private readonly listeners: (() => void)[] = [];

  announce(): Promise<void> {
    for (const listener of this.listeners) listener();
    return Promise.resolve();
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }
}
