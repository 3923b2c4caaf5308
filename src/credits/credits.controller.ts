import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Access } from '../auth/access';
import { Authorized, CurrentAccess } from '../auth/authorized.decorator';
import { BalanceResponse } from './balance.response';
import { CreditsService } from './credits.service';

@ApiTags('Credits')
@Controller('v1/credits')
export class CreditsController {
  constructor(private readonly credits: CreditsService) {}

  @Get('balance')
  @ApiOperation({
    operationId: 'getCreditBalance',
    summary: 'Read the credit balance and the use of the monthly allowance',
    description: 'Credits that are set aside for batches at work are not part of the balance. Costs nothing.',
  })
  @ApiOkResponse({ type: BalanceResponse, description: "The organization's credits." })
  @Authorized('credits:read', 'Token does not have permission to view credits.')
  async balance(@CurrentAccess() access: Access): Promise<BalanceResponse> {
    const { balance, monthlyAllowanceUsed, monthlyAllowanceResetAt } = await this.credits.balance(
      access.organizationId,
    );
    return {
      balance,
      monthly_allowance_used: monthlyAllowanceUsed,
      monthly_allowance_reset_at:
        monthlyAllowanceResetAt === null ? null : new Date(monthlyAllowanceResetAt).toISOString(),
    };
  }
}
