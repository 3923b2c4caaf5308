import { Body, Controller, Headers, HttpCode, Post, Res } from '@nestjs/common';
import {
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { randomUUID } from 'node:crypto';
import { FieldsInvalidError } from '../common/fields-invalid.error';
import { JsonBody } from '../common/json-body.decorator';
import { ErrorMessageBody } from '../common/openapi/error-responses';
import { SecurityEvent } from '../common/security-event.decorator';
import { CreditsService } from '../credits/credits.service';
import { Transfers } from '../credits/transfers';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import { MemberRights } from './member-rights';
import type { MemberAccess } from './membership.guard';
import { TransferRequest } from './transfer.requests';

/** What a key looks like: a UUID, or anything short that is easy to write. */
const KEY = /^[\w.:-]{1,64}$/;
/** As the draft of the header has it. */
const QUOTED = /^"(.*)"$/;

export class TransferResponse {
  @ApiProperty({ type: 'integer', description: 'Credits that were moved.', example: 500 })
  amount!: number;

  @ApiProperty({ type: 'integer', description: 'What the organization that gave them can spend now.', example: 1500 })
  balance!: number;

  @ApiProperty({ type: 'integer', description: 'What the other one can spend now.', example: 500 })
  to_balance!: number;
}

/** Credits between organizations of one owner. */
@ApiTags('Credits management')
@Controller('v1/organizations/:organizationId/credits/transfers')
export class CreditTransfersController {
  constructor(
    private readonly transfers: Transfers,
    private readonly credits: CreditsService,
    private readonly rights: MemberRights,
  ) {}

  @Post()
  @HttpCode(200)
  @JsonBody()
  @SecurityEvent('credits_transfer')
  @ApiOperation({
    operationId: 'transferCredits',
    summary: 'Move credits to another organization of yours (owner of both)',
    description: 'Both ledgers show it. What is left of a monthly allowance stays.',
  })
  @ApiChange(TransferRequest)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      'Your name for this transfer: asked again with the same one, at any time, it is done once. In double quotes or without.',
    schema: {
      type: 'string',
      pattern: `^"?${KEY.source.slice(1, -1)}"?$`,
      example: '0b8f6a52-3a0e-4c0e-9e0a-3f6f5d1c2b4a',
    },
  })
  @ApiOkResponse({
    type: TransferResponse,
    description: 'They are moved.',
    headers: {
      'Idempotency-Replayed': {
        description: '`true`: they had been moved before, under this key.',
        schema: { type: 'string', enum: ['true'] },
      },
    },
  })
  @ApiResponse({
    status: 402,
    description: 'The organization has fewer credits. None were moved.',
    schema: { $ref: getSchemaPath(ErrorMessageBody) },
  })
  @InOrganization('owner')
  async move(
    @CurrentSession() session: Session,
    @CurrentMember() { organizationId }: MemberAccess,
    @Headers('Idempotency-Key') given: string | undefined,
    @Body() { to_organization_id: toOrganizationId, amount }: TransferRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TransferResponse> {
    const key = given?.replace(QUOTED, '$1') ?? randomUUID();
    if (!KEY.test(key)) {
      throw new FieldsInvalidError({
        idempotency_key: ['The Idempotency-Key header takes 1 to 64 letters, digits or _ . : -'],
      });
    }
    const right = this.rights.of(session, organizationId);
    const { isReplay } = await this.transfers.move({ right, toOrganizationId, amount, key });
    if (isReplay) response.setHeader('Idempotency-Replayed', 'true');
    const { balance } = await this.credits.balance(organizationId);
    const { balance: toBalance } = await this.credits.balance(toOrganizationId);
    return { amount, balance, to_balance: toBalance };
  }
}
