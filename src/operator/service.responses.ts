import { ApiProperty } from '@nestjs/swagger';
import { SIGN_UP_MODES, type SettingsInForce, type SignUpMode } from '../settings/service-settings';
import { iso, isoOrNull } from './account.responses';
import type { ServiceState } from './service-health';

export class SettingsResponse {
  @ApiProperty({ enum: SIGN_UP_MODES, description: 'Who may make an account.', example: 'open' })
  sign_up!: SignUpMode;

  @ApiProperty({ enum: SIGN_UP_MODES, description: 'What `SIGN_UP` says in the environment.', example: 'open' })
  sign_up_environment!: SignUpMode;

  @ApiProperty({ description: 'Whether an operator set it, in place of the environment.', example: false })
  is_sign_up_stored!: boolean;

  @ApiProperty({ type: 'integer', description: 'Credits of a new account.', example: 100 })
  free_credits!: number;

  @ApiProperty({ type: 'integer', description: 'What `FREE_CREDITS` says in the environment.', example: 100 })
  free_credits_environment!: number;

  @ApiProperty({ description: 'Whether an operator set it, in place of the environment.', example: false })
  are_free_credits_stored!: boolean;
}

export class RefusalResponse {
  @ApiProperty({ description: 'Provider, name of the mail host, or domain of the recipients.', example: 'google' })
  key!: string;

  @ApiProperty({
    enum: ['sender_blocked', 'throttled'],
    description: 'Whether it refuses this service or slows it down.',
    example: 'throttled',
  })
  outcome!: 'sender_blocked' | 'throttled';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it said; addresses are masked.',
    example: '4.7.28 Our system has detected an unusual rate of unsolicited mail.',
  })
  text!: string | null;

  @ApiProperty({
    format: 'date-time',
    description: 'Until then it is not asked.',
    example: '2026-11-28T09:45:00.000Z',
  })
  paused_until!: string;
}

export class ServiceHealthResponse {
  @ApiProperty({ description: 'Whether all parts of the process that answers work.', example: true })
  is_ready!: boolean;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Each part: `up`, or what is wrong with it.',
    example: { database: 'up' },
  })
  parts!: Record<string, string>;

  @ApiProperty({ type: [String], description: 'What needs you, though the service works.', example: [] })
  warnings!: string[];

  @ApiProperty({ description: 'Whether DNS gives no answers, so that batches pause.', example: false })
  is_dns_down!: boolean;

  @ApiProperty({ description: 'Whether mail hosts are asked at all (`SMTP_PROBE`).', example: true })
  is_probing!: boolean;

  @ApiProperty({
    type: String,
    enum: ['blocked', 'proxy_down', null],
    nullable: true,
    description:
      'Why no mail host can be connected to: port 25 is `blocked`, or the SOCKS proxy is down; null while one can, and while nothing is known.',
    example: null,
  })
  egress_fault!: string | null;

  @ApiProperty({ type: [RefusalResponse], description: 'Who refuses the process that answers, or slows it down.' })
  refusals!: RefusalResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Jobs that wait for a worker; null: the queue does not answer.',
    example: 0,
  })
  waiting_jobs!: number | null;

  @ApiProperty({ type: 'integer', description: 'Batches at work.', example: 2 })
  open_batches!: number;

  @ApiProperty({ type: 'integer', description: 'Rows of them that have no answer yet.', example: 1500 })
  open_rows!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'When maintenance (retention, expired answers) last ran; null: never.',
    example: '2026-11-28T09:30:00.000Z',
  })
  maintained_at!: string | null;
}

export function toSettingsResponse({ signUp, freeCredits }: SettingsInForce): SettingsResponse {
  return {
    sign_up: signUp.value,
    sign_up_environment: signUp.environment,
    is_sign_up_stored: signUp.isStored,
    free_credits: freeCredits.value,
    free_credits_environment: freeCredits.environment,
    are_free_credits_stored: freeCredits.isStored,
  };
}

export function toServiceHealthResponse(state: ServiceState): ServiceHealthResponse {
  return {
    is_ready: state.isReady,
    parts: state.parts,
    warnings: state.warnings,
    is_dns_down: state.isDnsDown,
    is_probing: state.isProbing,
    egress_fault: state.egressFault,
    refusals: state.refusals.map(({ key, outcome, text, pausedUntil }) => ({
      key,
      outcome,
      text,
      paused_until: iso(pausedUntil),
    })),
    waiting_jobs: state.waitingJobs,
    open_batches: state.openBatches,
    open_rows: state.openRows,
    maintained_at: isoOrNull(state.sweptAt),
  };
}
