import { ApiProperty } from '@nestjs/swagger';

export class BalanceResponse {
  @ApiProperty({
    type: 'integer',
    description: 'Credits that can be spent now: credits plus what is left of the monthly allowance.',
    example: 99,
  })
  balance!: number;

  @ApiProperty({ type: 'integer', description: "Credits of this month's allowance that are used up.", example: 1 })
  monthly_allowance_used!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When the allowance is full again (ISO 8601, UTC); null without an allowance.',
    example: '2026-12-01T09:30:00.000Z',
  })
  monthly_allowance_reset_at!: string | null;
}
