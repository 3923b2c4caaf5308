import { applyDecorators, Controller, Get, HttpCode, Inject, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { noteCaller } from '../../common/caller';
import { MessageBody } from '../../common/openapi/error-responses';
import { readBody } from '../../common/read-body';
import { parseId } from '../../common/read-id';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { FeedbackSourceNotFoundError } from '../feedback.errors';
import type { FeedbackSource } from '../sources/feedback-source.entity';
import { FeedbackIntake } from './feedback-intake.service';

/** Batches of the largest senders have some megabytes. */
const LIMITS = { maxBytes: 10 * 1024 * 1024, withinMs: 30_000 };
const UNREADABLE = 'The body can not be unpacked.';

const EMPTY = { 'text/plain': { schema: { type: 'string', maxLength: 0, example: '' } } };

const message = (status: number, description: string): MethodDecorator =>
  ApiResponse({ status, description, schema: { $ref: getSchemaPath(MessageBody) } });

/** Documents the address of a source. */
function ApiSourceAddress(): MethodDecorator {
  return applyDecorators(
    ApiParam({ name: 'sourceId', description: 'Id of the source.', schema: { type: 'integer', minimum: 1 } }),
    ApiParam({ name: 'token', description: 'The secret in its address.', schema: { type: 'string' } }),
    message(404, 'There is no such source, or the token is not right.'),
  );
}

/** Where providers tell what became of mails: each source has an address of its own. */
@ApiTags('Feedback')
@ApiExtraModels(MessageBody)
@Controller('v1/feedback/in')
export class FeedbackIntakeController {
  constructor(
    private readonly intake: FeedbackIntake,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'PUBLIC_URL'>,
  ) {}

  /** Some providers ask whether anybody is there before they send anything; `HEAD` comes here too. */
  @Get(':sourceId/:token')
  @ApiOperation({ operationId: 'seeFeedbackSource', summary: 'Whether a source of feedback is there' })
  @ApiSourceAddress()
  @ApiOkResponse({ description: 'It is there; the answer is empty.', content: EMPTY })
  async look(
    @Param('sourceId') id: string,
    @Param('token') token: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.find(id, token);
    response.type('text/plain');
  }

  @Post(':sourceId/:token')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'tellFeedback',
    summary: "Takes a provider's events",
    description:
      "For the provider's own requests, in its own form, up to 10 MB (`Content-Encoding` gzip, deflate or br is taken). They are read some moments after the answer.",
  })
  @ApiSourceAddress()
  @ApiConsumes('*/*')
  @ApiBody({
    required: true,
    description: "In the provider's own form.",
    schema: {},
  })
  @ApiOkResponse({ description: 'It is kept, or was before; the answer is empty.', content: EMPTY })
  @ApiResponse({
    status: 'default',
    description:
      'It is not taken: the signature is not right, the body is not what this provider sends, the source is switched off, or there are too many requests. The status is the one that makes the provider try again, or stop.',
    schema: { $ref: getSchemaPath(MessageBody) },
  })
  async take(
    @Req() request: Request,
    @Param('sourceId') id: string,
    @Param('token') token: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const source = await this.find(id, token);
    noteCaller(request, { organizationId: source.organizationId });
    await this.intake.admit(source);
    await this.intake.take(source, mostBytes(request), async () => {
      const body = await readBody(request, LIMITS, UNREADABLE);
      return { headers: headersOf(request), body, url: this.urlOf(request) };
    });
    response.type('text/plain');
  }

  private find(id: string, token: string): Promise<FeedbackSource> {
    const number = parseId(id);
    if (number === null) throw new FeedbackSourceNotFoundError();
    return this.intake.open(number, token);
  }

  /** As the provider was given it: behind a proxy only the operator knows. */
  private urlOf(request: Request): string {
    const origin = this.config.PUBLIC_URL ?? `${request.protocol}://${request.headers.host ?? ''}`;
    return `${origin}${request.originalUrl}`;
  }
}

/** What is packed, or of no length that is told, may be as large as any. */
function mostBytes({ headers }: Request): number {
  const length = headers['content-encoding'] === undefined ? headers['content-length'] : undefined;
  return Math.min(Number(length ?? LIMITS.maxBytes), LIMITS.maxBytes);
}

function headersOf({ headers }: Request): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
