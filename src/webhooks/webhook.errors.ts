import { DomainError } from '../common/domain-error';

/** There is no such endpoint or delivery, or it is another organization's: nobody learns which. */
export class WebhookNotFoundError extends DomainError {
  readonly kind = 'webhook_not_found';

  constructor(what: 'webhook' | 'delivery' = 'webhook') {
    super(`There is no such ${what} here.`);
  }
}

/** Nothing is sent to an endpoint that is off. */
export class WebhookStateError extends DomainError {
  readonly kind = 'webhook_state';
  override readonly isPassing = true;

  constructor() {
    super('This webhook is off. Switch it on first.');
  }
}

/** An address at which nobody can be told anything. */
export class WebhookUrlError extends DomainError {
  readonly kind = 'webhook_url';
}
