import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { AccuracyService } from '../accuracy/accuracy.service';
import { Pairs } from '../accuracy/pairs';
import { AccuracyResponse, toAccuracyResponse } from './accuracy.responses';
import { READ_REFUSAL } from './feedback.requests';
import { feedbackSideOf } from '../test-side';

/** How often verdicts were true, for an organization's programs. */
@ApiTags('Feedback')
@Controller('v1/feedback/accuracy')
export class AccuracyController {
  constructor(
    private readonly accuracy: AccuracyService,
    private readonly pairs: Pairs,
  ) {}

  @Get()
  @ApiOperation({
    operationId: 'getAccuracy',
    summary: 'How often verdicts were true, on your own mail',
    description:
      'Verdicts of the last 30 days and what your mails met after them: a hard bounce or a delivery. A mail counts for the last verdict before it.',
  })
  @ApiOkResponse({ type: AccuracyResponse, description: 'What was counted.' })
  @Authorized('feedback:read', READ_REFUSAL)
  async read(@CurrentAccess() access: Access): Promise<AccuracyResponse> {
    return toAccuracyResponse(await this.accuracy.measure(feedbackSideOf(access)));
  }

  @Get('pairs')
  @ApiOperation({
    operationId: 'exportAccuracyPairs',
    summary: 'Export verdicts with what came of them',
    description:
      'As CSV with `status`, `sub_status`, `confidence`, `outcome` (`delivered` or `hard_bounced`) and `given_at`: what `npm run calibrate` reads. No addresses. Those that came of earlier feedback are left out.',
  })
  @ApiOkResponse({
    description: 'The file.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @Authorized('feedback:read', READ_REFUSAL)
  async export(@CurrentAccess() access: Access, @Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', 'attachment; filename="pairs.csv"');
    await pipeline(Readable.from(this.pairs.csv(feedbackSideOf(access))), response).catch((error: unknown) => {
      // A caller who has enough may go; anything else breaks the connection off, so that he sees it.
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    });
  }
}
