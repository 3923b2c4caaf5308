import { DomainError } from '../common/domain-error';

export class InsufficientCreditsError extends DomainError {
  readonly kind = 'insufficient_credits';

  constructor(
    readonly needed: number,
    readonly balance: number,
  ) {
    super(
      `You need at least ${needed} ${needed === 1 ? 'credit' : 'credits'} for this; ` +
        `your organization has ${balance}.`,
    );
  }
}
