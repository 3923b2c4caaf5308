import { ApiQuery } from '@nestjs/swagger';
import { OtherNamesAllowed } from '../common/known-names';
import { FlagField } from '../common/url-fields.decorators';

/** Whether the evidence is wanted. */
@OtherNamesAllowed()
export class EvidenceQuery {
  @FlagField('evidence')
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
