import { FieldsInvalidError } from '../common/fields-invalid.error';
import type { Engine } from '../engine';

/** The normalised address. @throws FieldsInvalidError with what is wrong with it */
export function requireWellFormed(engine: Pick<Engine, 'normalise' | 'parse'>, email: string): string {
  const normalised = engine.normalise(email);
  if (normalised !== null) return normalised;
  // Takes longer, and says what is wrong.
  const parsed = engine.parse(email);
  if (!parsed.ok) throw new FieldsInvalidError({ email: [parsed.fault.message] });
  return parsed.address.normalised;
}
