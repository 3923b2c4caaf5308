import type { Clock } from '../ports';
import type { Stage } from './outcome';

/** When a host was last heard of, and what it is being waited for. */
export class Pulse {
  /** Of the reply that is waited for. */
  stage: Stage = 'connect';
  private heardAt: number;

  constructor(private readonly clock: Clock) {
    this.heardAt = clock.now();
  }

  /** Milliseconds since the last whole reply, or since waiting began. */
  get silentMs(): number {
    return this.clock.now() - this.heardAt;
  }

  /** A whole reply came, or something is waited for from now on. */
  heard(): void {
    this.heardAt = this.clock.now();
  }
}
