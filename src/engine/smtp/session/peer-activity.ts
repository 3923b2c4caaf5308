import type { Clock } from '../../ports';
import type { Stage } from '../replies/outcome';

/** When the peer last sent a whole reply, and which stage's reply is due: tells a slow peer from a silent one. */
export class PeerActivity {
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

  /** A whole reply came, or one is due from now on. */
  touch(): void {
    this.heardAt = this.clock.now();
  }
}
