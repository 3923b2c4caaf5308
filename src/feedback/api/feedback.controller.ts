import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { wordsPattern } from '../../common/url-fields.decorators';
import type { Access } from '../../auth/access';
import { Authorized, CurrentAccess } from '../../auth/authorized.decorator';
import { TokenRights } from '../../auth/token-rights';
import { FieldsInvalidError } from '../../common/fields-invalid.error';
import { ApiPage } from '../../common/openapi/api-page.decorator';
import { FieldErrorsBody, MessageBody } from '../../common/openapi/error-responses';
import { readJsonObject } from '../../common/read-json';
import { Idempotent } from '../../idempotency/idempotent.decorator';
import { Idempotency } from '../../idempotency/idempotency.service';
import { FEEDBACK_EVENT_TYPES } from '../events/feedback-event';
import { AddressDeletion } from '../known/address-deletion';
import { feedbackSideOf } from '../test-side';
import { AddressRecord } from '../record/address-record';
import { EventPages } from '../record/event-pages';
import { ToldEventsService } from '../record/told-events.service';
import {
  AddressPath,
  EVENTS_OF_A_PAGE,
  FeedbackEventsQuery,
  READ_REFUSAL,
  ToldEventsRequest,
} from './feedback.requests';
import {
  FeedbackEventsResponse,
  KnownAddressResponse,
  ToldEventsResponse,
  toFeedbackEventResponse,
  toKnownAddressResponse,
} from './feedback.responses';

const LIMITS = { maxBytes: 1024 * 1024, withinMs: 15_000 };
const MOST_EVENTS = 1000;
const WRITE = 'Token does not have permission to tell feedback.';

const ApiAddress = (): MethodDecorator =>
  ApiParam({
    name: 'address',
    description: 'The address, percent-encoded.',
    schema: { type: 'string', example: 'jane.doe@example.org' },
  });

/** What became of an organization's mails, for its programs. */
@ApiTags('Feedback')
@ApiExtraModels(FieldErrorsBody, MessageBody)
@Controller('v1/feedback')
export class FeedbackController {
  constructor(
    private readonly told: ToldEventsService,
    private readonly pages: EventPages,
    private readonly record: AddressRecord,
    private readonly deletion: AddressDeletion,
    private readonly rights: TokenRights,
    private readonly idempotency: Idempotency,
  ) {}

  @Post('events')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'tellFeedbackEvents',
    summary: 'Tell what became of mails',
    description:
      'Bounces, complaints, deliveries: up to 1,000, in any order. Each is judged by itself; those that are told again count once. The next verdict on the address knows of them.',
  })
  @ApiBody({ type: ToldEventsRequest })
  @ApiOkResponse({ type: ToldEventsResponse, description: 'How many were taken, and what is wrong with the others.' })
  @ApiResponse({
    status: 413,
    description: 'The body is larger than 1 MB.',
    schema: { $ref: getSchemaPath(MessageBody), example: { message: 'The body is larger than 1024 kB.' } },
  })
  @ApiResponse({
    status: 422,
    description: 'The body holds no list of events, or more than 1,000.',
    schema: { $ref: getSchemaPath(FieldErrorsBody) },
  })
  @Idempotent()
  @Authorized('feedback:write', WRITE)
  async tell(
    @CurrentAccess() access: Access,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ToldEventsResponse> {
    // Behind the guards, and without the rules of smaller bodies: each event is judged by itself.
    const events = eventsOf(await readJsonObject(request, LIMITS));
    // Each event is recorded once by itself: the key keeps the counts of the answer.
    return this.idempotency.once<ToldEventsResponse>(response, {
      payload: events,
      run: () => this.told.tell(this.rights.of(access), events),
    });
  }

  @Get('events')
  @ApiOperation({
    operationId: 'listFeedbackEvents',
    summary: 'Page through the events of the last 30 days',
  })
  @ApiPage(EVENTS_OF_A_PAGE)
  @ApiQuery({
    name: 'type',
    required: false,
    description: 'Those of these types, with commas between them.',
    schema: {
      type: 'string',
      pattern: wordsPattern(FEEDBACK_EVENT_TYPES),
      example: FEEDBACK_EVENT_TYPES.slice(0, 2).join(','),
    },
  })
  @ApiQuery({
    name: 'source_id',
    required: false,
    description: 'Those of this source; 0: those that programs and files told.',
    schema: { type: 'integer', minimum: 0 },
  })
  @ApiQuery({ name: 'email', required: false, description: 'Those about this address.', schema: { type: 'string' } })
  @ApiOkResponse({ type: FeedbackEventsResponse, description: 'A page of events.' })
  @Authorized('feedback:read', READ_REFUSAL)
  async list(
    @CurrentAccess() access: Access,
    @Query() { before, limit, type, source_id: sourceId, email }: FeedbackEventsQuery,
  ): Promise<FeedbackEventsResponse> {
    const { events, nextBefore } = await this.pages.read(feedbackSideOf(access), {
      before,
      limit,
      types: type,
      sourceId,
      email,
    });
    return { events: events.map(toFeedbackEventResponse), next_before: nextBefore };
  }

  @Get('addresses/:address')
  @ApiOperation({ operationId: 'getKnownAddress', summary: 'What your own mails say of an address' })
  @ApiAddress()
  @ApiOkResponse({ type: KnownAddressResponse, description: 'What is known, and since when.' })
  @ApiResponse({
    status: 404,
    description: 'Nothing is known.',
    schema: {
      $ref: getSchemaPath(MessageBody),
      example: { message: 'No feedback about this address is known.' },
    },
  })
  @Authorized('feedback:read', READ_REFUSAL)
  async get(@CurrentAccess() access: Access, @Param() { address: email }: AddressPath): Promise<KnownAddressResponse> {
    const { told, events, verdicts } = await this.record.read(feedbackSideOf(access), email);
    return toKnownAddressResponse(email, told, events, verdicts);
  }

  @Delete('addresses/:address')
  @HttpCode(204)
  @ApiOperation({
    operationId: 'deleteKnownAddress',
    summary: 'Delete all that is kept of an address',
    description:
      'What your mails say of it, its events, its verdicts with what came of them, and its single checks. What providers tell again of the time before does not bring it back. Its rows in the results of lists belong to those lists, and go with them; a hash of it stays for 30 days.',
  })
  @ApiAddress()
  @ApiNoContentResponse({ description: 'All that is deleted.' })
  @Authorized('feedback:write', WRITE)
  async delete(@CurrentAccess() access: Access, @Param() { address }: AddressPath): Promise<void> {
    const { by } = this.rights.of(access);
    await this.deletion.delete(feedbackSideOf(access), address, by);
  }
}

/** @throws FieldsInvalidError */
function eventsOf(body: object): unknown[] {
  const { events, ...others } = body as { events?: unknown };
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    const name = unknown.slice(0, 40);
    throw new FieldsInvalidError({ [name]: [`The ${name} field is not known here.`] });
  }
  if (events === undefined) throw new FieldsInvalidError({ events: ['The events field is required.'] });
  if (!Array.isArray(events) || events.length === 0 || events.length > MOST_EVENTS) {
    throw new FieldsInvalidError({ events: [`The events field must be a list of 1 to ${MOST_EVENTS} events.`] });
  }
  return events as unknown[];
}
