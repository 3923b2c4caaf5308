import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { person } from '../audit/actor';
import { JsonBody } from '../common/json-body.decorator';
import { ApiRotation, RotationQuery } from '../common/rotation';
import { SecurityEvent } from '../common/security-event.decorator';
import type { FeedbackSource } from '../feedback/sources/feedback-source.entity';
import { FeedbackSources, type MadeSource } from '../feedback/sources/feedback-sources.service';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import {
  CreateFeedbackSourceRequest,
  FeedbackSourcePath,
  RotateFeedbackSourceRequest,
  SwitchFeedbackSourceRequest,
} from './feedback-source.requests';
import {
  AddressedFeedbackSourceResponse,
  FeedbackSourceResponse,
  RotatedFeedbackSourceResponse,
  toFeedbackSourceResponse,
} from './feedback-source.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';

/** Who tells an organization what became of its mails. */
@ApiTags('Feedback management')
@Controller('v1/organizations/:organizationId/feedback/sources')
export class FeedbackSourcesController {
  constructor(
    private readonly sources: FeedbackSources,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listFeedbackSources', summary: 'List the sources of feedback (owner, admin)' })
  @ApiOkResponse({ type: [FeedbackSourceResponse], description: 'The sources, the oldest first.' })
  @InOrganization('admin')
  async list(@CurrentMember() { organizationId }: MemberAccess): Promise<FeedbackSourceResponse[]> {
    return (await this.sources.list(organizationId)).map(toFeedbackSourceResponse);
  }

  @Post()
  @JsonBody()
  @SecurityEvent('feedback_source_creation')
  @ApiOperation({
    operationId: 'createFeedbackSource',
    summary: 'Make a source of feedback (owner, admin)',
    description: 'The address that its provider is given is shown only now.',
  })
  @ApiChange(CreateFeedbackSourceRequest)
  @ApiCreatedResponse({ type: AddressedFeedbackSourceResponse, description: 'The source.' })
  @Idempotent()
  @InOrganization('admin')
  create(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Body() body: CreateFeedbackSourceRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AddressedFeedbackSourceResponse> {
    const { provider, name, secret } = body;
    const answer = (source: FeedbackSource, url: string) => Object.assign(toFeedbackSourceResponse(source), { url });
    return this.idempotency.once<AddressedFeedbackSourceResponse, MadeSource>(response, {
      payload: body,
      run: async (attempt) => {
        const wish = { organizationId, provider, name, secret };
        const { source, url } = await this.sources.create(wish, person(accountId), attempt);
        return answer(source, url);
      },
      answerAgain: async ({ id, url }) => answer(await this.sources.find(organizationId, id), url),
    });
  }

  @Post(':sourceId/rotate')
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('feedback_source_rotation')
  @ApiOperation({
    operationId: 'rotateFeedbackSource',
    summary: 'Give a source of feedback a new address, or a new key (owner, admin)',
    description:
      'The one before is taken for a day longer. A second rotation within that day is refused, unless `end_previous` says that it may end now.',
  })
  @ApiChange(RotateFeedbackSourceRequest)
  @ApiRotation()
  @ApiOkResponse({ type: RotatedFeedbackSourceResponse, description: 'The source.' })
  @InOrganization('admin')
  async rotate(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { sourceId }: FeedbackSourcePath,
    @Query() { end_previous: mayEnd }: RotationQuery,
    @Body() { secret }: RotateFeedbackSourceRequest,
  ): Promise<RotatedFeedbackSourceResponse> {
    const by = person(accountId);
    if (secret !== null) {
      const source = await this.sources.rotateSecret(organizationId, sourceId, secret, by, mayEnd);
      return Object.assign(toFeedbackSourceResponse(source), { url: null });
    }
    const { source, url } = await this.sources.rotateToken(organizationId, sourceId, by, mayEnd);
    return Object.assign(toFeedbackSourceResponse(source), { url });
  }

  @Patch(':sourceId')
  @JsonBody()
  @SecurityEvent('feedback_source_switching')
  @ApiOperation({
    operationId: 'switchFeedbackSource',
    summary: 'Switch a source of feedback off or on (owner, admin)',
  })
  @ApiChange(SwitchFeedbackSourceRequest)
  @ApiOkResponse({ type: FeedbackSourceResponse, description: 'The source.' })
  @InOrganization('admin')
  async switch(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { sourceId }: FeedbackSourcePath,
    @Body() { is_enabled: isEnabled }: SwitchFeedbackSourceRequest,
  ): Promise<FeedbackSourceResponse> {
    const by = person(accountId);
    return toFeedbackSourceResponse(await this.sources.setDisabled(organizationId, sourceId, !isEnabled, by));
  }

  @Delete(':sourceId')
  @HttpCode(204)
  @SecurityEvent('feedback_source_removal')
  @ApiOperation({
    operationId: 'removeFeedbackSource',
    summary: 'Remove a source of feedback (owner, admin)',
    description: 'What it told stays known.',
  })
  @ApiChange()
  @ApiNoContentResponse({ description: 'Its address is refused from now on.' })
  @InOrganization('admin')
  async remove(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { sourceId }: FeedbackSourcePath,
  ): Promise<void> {
    await this.sources.remove(organizationId, sourceId, person(accountId));
  }
}
