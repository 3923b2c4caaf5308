import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { AccuracyService } from '../accuracy/accuracy.service';
import { AccuracyResponse, toAccuracyResponse } from './accuracy.responses';
import { READ_REFUSAL } from './feedback.requests';

/** How often verdicts were true, for an organization's programs. */
@ApiTags('Feedback')
@Controller('v1/feedback/accuracy')
export class AccuracyController {
  constructor(private readonly accuracy: AccuracyService) {}

  @Get()
  @ApiOperation({
    operationId: 'getAccuracy',
    summary: 'How often verdicts were true, on your own mail',
    description:
      'Verdicts of the last 30 days and what your mails met after them: a hard bounce or a delivery. A mail counts for the last verdict before it.',
  })
  @ApiOkResponse({ type: AccuracyResponse, description: 'What was counted.' })
  @Authorized('feedback:read', READ_REFUSAL)
  async read(@CurrentAccess() { organizationId }: Access): Promise<AccuracyResponse> {
    return toAccuracyResponse(await this.accuracy.measure(organizationId));
  }
}
