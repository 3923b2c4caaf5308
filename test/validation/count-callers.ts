import type { INestApplicationContext } from '@nestjs/common';
import { SingleValidationService } from '../../src/validation/single-validation.service';

/** The callers that wait for a check from now on, for one that they started or joined, and those of them that left. */
export function countCallers(app: INestApplicationContext): { joined: number; left: number } {
  const callers = { joined: 0, left: 0 };
  const service = app.get(SingleValidationService, { strict: false });
  const validate = service.validate.bind(service);
  service.validate = (right, email, leaving, attempt) => {
    // Called in the turn of the event loop in which the caller joins.
    const join = (): AbortSignal => {
      const signal = leaving();
      callers.joined += 1;
      signal.addEventListener('abort', () => (callers.left += 1), { once: true });
      return signal;
    };
    return validate(right, email, join, attempt);
  };
  return callers;
}
