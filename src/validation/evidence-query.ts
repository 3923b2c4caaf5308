import { ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsBoolean } from 'class-validator';

/** Whether the evidence is wanted: `true` or `1`; anything else says no. */
export class EvidenceQuery {
  @IsBoolean()
  @Transform(({ value }: { value: unknown }) => value === 'true' || value === '1')
  evidence = false;
}

/** Documents an `EvidenceQuery`. */
export function ApiEvidence(): MethodDecorator {
  return ApiQuery({
    name: 'evidence',
    required: false,
    schema: { type: 'boolean', default: false },
    description: 'Whether `result` also holds what was seen on the way to the verdict.',
  });
}
