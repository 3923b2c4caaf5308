import { ApiQuery } from '@nestjs/swagger';
import { MAX_USAGE_DAYS, USAGE_DAYS } from './credits.requests';

/** Documents a `UsageQuery`. */
export function ApiUsageDays(): MethodDecorator {
  return ApiQuery({
    name: 'days',
    required: false,
    description: 'How many days, today included.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_USAGE_DAYS, default: USAGE_DAYS },
  });
}
