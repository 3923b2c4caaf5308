import { ApiProperty } from '@nestjs/swagger';
import { BATCH_STATUSES } from '../batches/batch';
import type { ActorName } from '../credits/actor-names';
import { LINE_KINDS, type LineKind } from '../credits/ledger-lines';
import { dateOf, dayOf } from '../credits/utc-day';
import type { LedgerViewLine } from './ledger-view';

export class ActorResponse {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Id of the account; null: not noted.', example: 2 })
  account_id!: number | null;

  @ApiProperty({ type: String, nullable: true, description: 'The name of the person, or null.', example: 'Joe Doe' })
  name!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The e-mail address; null: the account is gone.',
    example: 'joe@example.org',
  })
  email!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Id of the token; null: on the page.', example: null })
  token_id!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'What the token is called, or null.', example: null })
  token_name!: string | null;
}

export class LedgerListResponse {
  @ApiProperty({ type: 'integer', description: 'Id of the batch.', example: 9 })
  id!: number;

  @ApiProperty({ type: String, nullable: true, description: 'Its name, or null.', example: 'Newsletter, November' })
  name!: string | null;

  @ApiProperty({
    type: String,
    enum: [...BATCH_STATUSES, null],
    nullable: true,
    description: 'What it is at; null: it is deleted.',
    example: 'completed',
  })
  status!: string | null;
}

export class LedgerLineResponse {
  @ApiProperty({
    enum: LINE_KINDS,
    description:
      '`list`: what a list cost, or what is set aside for it while it is at work; `checks`: single checks of a day, by one ' +
      'member or token; `free`: the first credits; `grant`: given by the operator; `allowance`: set or filled again; `transfer`: moved from or ' +
      'to another organization.',
    example: 'list',
  })
  kind!: LineKind;

  @ApiProperty({
    format: 'date-time',
    description: 'When; of checks the day, UTC.',
    example: '2026-11-28T09:30:00.000Z',
  })
  at!: string;

  @ApiProperty({ type: 'integer', description: 'Credits that came, or went (negative).', example: -2318 })
  amount!: number;

  @ApiProperty({
    description: 'The list is at work: the credits are set aside, and what it does not use comes back.',
    example: false,
  })
  is_set_aside!: boolean;

  @ApiProperty({ type: 'integer', nullable: true, description: 'Of checks: how many; else null.', example: null })
  checks!: number | null;

  @ApiProperty({ type: LedgerListResponse, nullable: true, description: 'The list, or null.' })
  list!: LedgerListResponse | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of a transfer: what the other organization was called; else null.',
    example: null,
  })
  organization_name!: string | null;

  @ApiProperty({ type: ActorResponse, nullable: true, description: 'Who did it; null: nobody, or not noted.' })
  by!: ActorResponse | null;

  @ApiProperty({ type: String, nullable: true, description: "The operator's reason, or null.", example: null })
  reason!: string | null;
}

export class LedgerLinesResponse {
  @ApiProperty({ type: [LedgerLineResponse], description: 'Lines, the newest first.' })
  lines!: LedgerLineResponse[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: string | null;
}

export class UsageOfActorResponse extends ActorResponse {
  @ApiProperty({ type: 'integer', description: 'Single checks that were charged.', example: 154 })
  checks!: number;

  @ApiProperty({ type: 'integer', description: 'Rows of lists that got their answers.', example: 20_000 })
  rows!: number;

  @ApiProperty({ type: 'integer', description: 'Credits that both cost.', example: 2472 })
  credits!: number;
}

export class UsageOfActorsResponse {
  @ApiProperty({
    type: [UsageOfActorResponse],
    description: 'Members and tokens, who used most credits first; 200 at most.',
  })
  actors!: UsageOfActorResponse[];
}

export function toActorResponse({ accountId, name, email, tokenId, tokenName }: ActorName): ActorResponse {
  return { account_id: accountId, name, email, token_id: tokenId, token_name: tokenName };
}

export function toLedgerLineResponse({ line, name, status, isSetAside }: LedgerViewLine): LedgerLineResponse {
  const { kind, at, amount, checks, batchId, label, by, reason } = line;
  return {
    kind,
    at: new Date(at).toISOString(),
    amount,
    is_set_aside: isSetAside,
    checks,
    list: batchId === null ? null : { id: batchId, name, status },
    organization_name: kind === 'transfer' ? label : null,
    by: by === null ? null : toActorResponse(by),
    reason,
  };
}

export const LEDGER_COLUMNS = [
  'date',
  'what',
  'credits',
  'set_aside',
  'checks',
  'list',
  'list_id',
  'organization',
  'by',
  'token',
  'reason',
];

/** The cells of a line, for `LEDGER_COLUMNS`. */
export function toLedgerCells({ line, name, isSetAside }: LedgerViewLine): (string | number)[] {
  const { kind, at, amount, checks, batchId, label, by, reason } = line;
  return [
    kind === 'checks' ? dateOf(dayOf(at)) : new Date(at).toISOString(),
    kind,
    amount,
    String(isSetAside),
    String(checks ?? ''),
    kind === 'list' ? (name ?? '') : '',
    String(batchId ?? ''),
    kind === 'transfer' ? (label ?? '') : '',
    by?.email ?? '',
    by?.tokenName ?? '',
    reason ?? '',
  ];
}
