import { NotFoundError } from './errors.js';
import type { CallOptions, CreatingOptions, Transport } from './transport.js';
import type { FeedbackEvent, FeedbackEvents, FeedbackEventsQuery, KnownAddress, ToldEvents } from './types.js';

/** What became of your mails: tell it, and your verdicts know it. */
export class Feedback {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Tells of bounces, complaints and deliveries; 1,000 at most. Those with an `id` that was told before count once. */
  tell(events: readonly FeedbackEvent[], options: CreatingOptions = {}): Promise<ToldEvents> {
    return this.#transport.create({ ...options, path: '/feedback/events', json: { events } });
  }

  /** A page of what was told in the last 30 days, the newest first. */
  events(query: FeedbackEventsQuery = {}, options: CallOptions = {}): Promise<FeedbackEvents> {
    return this.#transport.json({ ...options, method: 'GET', path: '/feedback/events', query: { ...query } });
  }

  /** What is known of an address; null: nothing. */
  async address(email: string, options: CallOptions = {}): Promise<KnownAddress | null> {
    try {
      return await this.#transport.json<KnownAddress>({ ...options, method: 'GET', path: pathOf(email) });
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }

  /** Forgets all that is known of an address. */
  async forget(email: string, options: CallOptions = {}): Promise<void> {
    await this.#transport.json({ ...options, method: 'DELETE', path: pathOf(email) });
  }
}

const pathOf = (email: string): string => `/feedback/addresses/${encodeURIComponent(email)}`;
