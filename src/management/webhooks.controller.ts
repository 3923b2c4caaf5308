import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { person } from '../audit/actor';
import { JsonBody } from '../common/json-body.decorator';
import { ApiRotation, RotationQuery } from '../common/rotation';
import { SecurityEvent } from '../common/security-event.decorator';
import { Idempotent } from '../idempotency/idempotent.decorator';
import { Idempotency } from '../idempotency/idempotency.service';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { WebhookEndpoints, type MadeEndpoint } from '../webhooks/webhook-endpoints.service';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { ChangeWebhookRequest, CreateWebhookRequest, WebhookPath } from './webhook.requests';
import { KeyedWebhookResponse, toWebhookResponse, WebhookResponse } from './webhook.responses';

/** Where an organization is told what happens. */
@ApiTags('Webhooks')
@Controller('v1/organizations/:organizationId/webhooks')
export class WebhooksController {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly idempotency: Idempotency,
  ) {}

  @Get()
  @ApiOperation({ operationId: 'listWebhooks', summary: 'List the webhooks (owner, admin)' })
  @ApiOkResponse({ type: [WebhookResponse], description: 'The webhooks, the oldest first.' })
  @InOrganization('admin')
  async list(@CurrentMember() { organizationId }: MemberAccess): Promise<WebhookResponse[]> {
    return (await this.endpoints.list(organizationId)).map((endpoint) => this.shown(endpoint));
  }

  @Post()
  @JsonBody()
  @SecurityEvent('webhook_creation')
  @ApiOperation({
    operationId: 'createWebhook',
    summary: 'Make a webhook (owner, admin)',
    description: 'The secret of its signatures is shown only now.',
  })
  @ApiChange(CreateWebhookRequest)
  @ApiCreatedResponse({ type: KeyedWebhookResponse, description: 'The webhook.' })
  @Idempotent()
  @InOrganization('admin')
  create(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Body() body: CreateWebhookRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyedWebhookResponse> {
    const { url, event_types: eventTypes } = body;
    const answer = (endpoint: WebhookEndpoint, secret: string) => Object.assign(this.shown(endpoint), { secret });
    return this.idempotency.once<KeyedWebhookResponse, MadeEndpoint>(response, {
      payload: body,
      run: async (attempt) => {
        const wish = { organizationId, url, eventTypes };
        const { endpoint, secret } = await this.endpoints.create(wish, person(accountId), attempt);
        return answer(endpoint, secret);
      },
      answerAgain: async ({ id, secret }) => answer(await this.endpoints.find(organizationId, id), secret),
    });
  }

  @Patch(':webhookId')
  @JsonBody()
  @SecurityEvent('webhook_change')
  @ApiOperation({
    operationId: 'changeWebhook',
    summary: 'Change a webhook, or switch it off or on (owner, admin)',
    description: 'What happens while it is off is not sent; `recover` sends it afterwards.',
  })
  @ApiChange(ChangeWebhookRequest)
  @ApiOkResponse({ type: WebhookResponse, description: 'The webhook.' })
  @InOrganization('admin')
  async change(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
    @Body() { url, event_types: eventTypes, is_enabled: isEnabled }: ChangeWebhookRequest,
  ): Promise<WebhookResponse> {
    const by = person(accountId);
    const changes = { url: url ?? undefined, eventTypes };
    const changed = await this.endpoints.change(organizationId, webhookId, changes, by);
    if (typeof isEnabled !== 'boolean') return this.shown(changed);
    return this.shown(await this.endpoints.setDisabled(organizationId, webhookId, !isEnabled, by));
  }

  @Post(':webhookId/rotate')
  @HttpCode(200)
  @SecurityEvent('webhook_rotation')
  @ApiOperation({
    operationId: 'rotateWebhook',
    summary: 'Give a webhook a new secret (owner, admin)',
    description:
      'The one before signs too for a day longer. A second rotation within that day is refused, unless `end_previous` says that it may end now.',
  })
  @ApiChange()
  @ApiRotation()
  @ApiOkResponse({ type: KeyedWebhookResponse, description: 'The webhook.' })
  @InOrganization('admin')
  async rotate(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
    @Query() { end_previous: mayEnd }: RotationQuery,
  ): Promise<KeyedWebhookResponse> {
    const { endpoint, secret } = await this.endpoints.rotate(organizationId, webhookId, person(accountId), mayEnd);
    return Object.assign(this.shown(endpoint), { secret });
  }

  @Delete(':webhookId')
  @HttpCode(204)
  @SecurityEvent('webhook_removal')
  @ApiOperation({
    operationId: 'removeWebhook',
    summary: 'Remove a webhook, with its deliveries (owner, admin)',
  })
  @ApiChange()
  @ApiNoContentResponse({ description: 'Nothing more is sent to it.' })
  @InOrganization('admin')
  async remove(
    @CurrentMember() { organizationId, accountId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
  ): Promise<void> {
    await this.endpoints.remove(organizationId, webhookId, person(accountId));
  }

  private shown(endpoint: WebhookEndpoint): WebhookResponse {
    return toWebhookResponse(endpoint, this.endpoints.stateOf(endpoint));
  }
}
