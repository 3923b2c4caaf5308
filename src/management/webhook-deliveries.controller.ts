import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { JsonBody } from '../common/json-body.decorator';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { wordsPattern } from '../common/url-fields.decorators';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { DELIVERY_STATUSES } from '../webhooks/webhook-delivery.entity';
import { WebhookDeliveries } from '../webhooks/webhook-deliveries.service';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import {
  DELIVERIES_OF_A_PAGE,
  RecoverWebhookRequest,
  WebhookDeliveriesQuery,
  WebhookDeliveryPath,
  WebhookPath,
} from './webhook.requests';
import {
  RecoveredWebhookResponse,
  TestedWebhookResponse,
  toWebhookDeliveryResponse,
  WebhookDeliveryPageResponse,
} from './webhook.responses';

const OFF = {
  status: 422,
  description: 'The webhook is off.',
  schema: { $ref: getSchemaPath(ErrorMessageBody) },
};

/** What was sent to a webhook of an organization, and what is sent again by hand. */
@ApiTags('Webhooks')
@Controller('v1/organizations/:organizationId/webhooks/:webhookId')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: WebhookDeliveries) {}

  @Get('deliveries')
  @ApiOperation({
    operationId: 'listWebhookDeliveries',
    summary: 'Page through what was sent to a webhook (owner, admin)',
    description: 'Each event with the last attempt to deliver it. Kept for 30 days.',
  })
  @ApiQuery({
    name: 'status',
    required: false,
    description: `Those with these statuses only, with commas between them: ${DELIVERY_STATUSES.join(', ')}.`,
    schema: { type: 'string', pattern: wordsPattern(DELIVERY_STATUSES), example: 'failed,stopped' },
  })
  @ApiPage(DELIVERIES_OF_A_PAGE)
  @ApiOkResponse({ type: WebhookDeliveryPageResponse, description: 'A page of deliveries.' })
  @InOrganization('admin')
  async page(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
    @Query() { before, limit, status: statuses }: WebhookDeliveriesQuery,
  ): Promise<WebhookDeliveryPageResponse> {
    const page = await this.deliveries.page(organizationId, webhookId, { before, limit, statuses });
    return { deliveries: page.deliveries.map(toWebhookDeliveryResponse), next_before: page.nextBefore };
  }

  @Post('deliveries/:deliveryId/resend')
  @HttpCode(204)
  @SecurityEvent('webhook_resend')
  @ApiOperation({
    operationId: 'resendWebhookDelivery',
    summary: 'Send an event again (owner, admin)',
    description: 'Whatever became of it, under the same `webhook-id`.',
  })
  @ApiChange()
  @ApiNoContentResponse({ description: 'It is sent at once.' })
  @ApiResponse(OFF)
  @InOrganization('admin')
  async resend(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { webhookId, deliveryId }: WebhookDeliveryPath,
  ): Promise<void> {
    await this.deliveries.resend(organizationId, webhookId, deliveryId);
  }

  @Post('recover')
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('webhook_recovery')
  @ApiOperation({
    operationId: 'recoverWebhook',
    summary: 'Send again what did not arrive since a time (owner, admin)',
    description: 'What failed, what was stopped, and what happened while the webhook was off: of the last 30 days.',
  })
  @ApiChange(RecoverWebhookRequest)
  @ApiOkResponse({ type: RecoveredWebhookResponse, description: 'How many events are sent again.' })
  @ApiResponse(OFF)
  @InOrganization('admin')
  async recover(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
    @Body() { since }: RecoverWebhookRequest,
  ): Promise<RecoveredWebhookResponse> {
    return { count: await this.deliveries.recover(organizationId, webhookId, Date.parse(since)) };
  }

  @Post('test')
  @HttpCode(200)
  @SecurityEvent('webhook_test')
  @ApiOperation({
    operationId: 'testWebhook',
    summary: 'Send a webhook an event without meaning (owner, admin)',
    description: 'Its type is `test`; it goes the way of all others. See the deliveries for what came of it.',
  })
  @ApiChange()
  @ApiOkResponse({ type: TestedWebhookResponse, description: 'The event.' })
  @ApiResponse(OFF)
  @InOrganization('admin')
  async test(
    @CurrentMember() { organizationId }: MemberAccess,
    @Param() { webhookId }: WebhookPath,
  ): Promise<TestedWebhookResponse> {
    return { event_id: await this.deliveries.test(organizationId, webhookId) };
  }
}
