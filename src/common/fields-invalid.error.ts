import { DomainError } from './domain-error';

/** Fields of a request that don't hold what they should. */
export class FieldsInvalidError extends DomainError {
  readonly kind = 'fields_invalid';

  /** @param errors for each failing field, at least one sentence */
  constructor(readonly errors: Record<string, string[]>) {
    super(Object.values(errors)[0]?.[0] ?? 'The request is not valid.');
  }
}
