import { ApiProperty } from '@nestjs/swagger';
import { STATUSES, type Status } from '../../engine';
import type { Outcomes } from '../accuracy/accuracy-of';
import { VERDICT_DAYS, type MeasuredAccuracy } from '../accuracy/accuracy.service';

const rate = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ type: Number, minimum: 0, maximum: 1, description, example });
const count = (description: string, example: number): PropertyDecorator =>
  ApiProperty({ type: 'integer', minimum: 0, description, example });

export class ShareResponse {
  @rate('What was counted.', 0.004)
  value!: number;

  @rate('It is this at least, with 95 % (Wilson).', 0.002)
  low!: number;

  @rate('It is this at most, with 95 % (Wilson).', 0.009)
  high!: number;
}

class CountsResponse {
  @count('Verdicts that were given.', 5210)
  answered!: number;

  @count('Those of which it is known what came of them.', 1200)
  known!: number;

  @count('Of these, mails that were delivered.', 1195)
  delivered!: number;

  @count('Of these, mails that met a hard bounce.', 5)
  hard_bounced!: number;
}

class OutcomesResponse extends CountsResponse {
  @ApiProperty({
    type: ShareResponse,
    nullable: true,
    description: 'Hard bounces among those known; null: nothing is known.',
  })
  bounce_rate!: ShareResponse | null;

  @ApiProperty({
    description: 'Fewer than 30 are known: too few to go by. Look at the bounds.',
    example: false,
  })
  few!: boolean;
}

export class StatusAccuracyResponse extends OutcomesResponse {
  @ApiProperty({ enum: STATUSES, description: 'What was said.', example: 'valid' })
  status!: Status;
}

export class SubStatusAccuracyResponse extends StatusAccuracyResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Why; null: there is no more to say. Those that begin with `known_` came of earlier feedback.',
    example: null,
  })
  sub_status!: string | null;
}

export class ProviderAccuracyResponse extends OutcomesResponse {
  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Who runs the mail host, as in the evidence of a check; null: all hosts of no known provider together.',
    example: 'google',
  })
  provider!: string | null;
}

export class ReliabilityBinResponse {
  @rate('Confidence from this on.', 0.9)
  from!: number;

  @rate('Confidence below this; in the last bin this, too.', 1)
  to!: number;

  @count('Verdicts of which it is known what came of them.', 1200)
  known!: number;

  @count('Of these, mails that were delivered.', 1195)
  delivered!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'Their confidence on average; null: nothing is known.',
    example: 0.96,
  })
  mean_confidence!: number | null;

  @ApiProperty({ type: ShareResponse, nullable: true, description: 'Share delivered; null: nothing is known.' })
  share!: ShareResponse | null;
}

export class ReliabilityResponse {
  @count('Verdicts of which it is known what came of them.', 1300)
  known!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 1,
    description:
      'Brier score: how far the confidence was from what happened, squared, on average. 0 is perfect, 0.25 is what 50 % each time gets; null: nothing is known.',
    example: 0.012,
  })
  brier!: number | null;

  @ApiProperty({ type: [ReliabilityBinResponse], description: 'Ten, by confidence.' })
  bins!: ReliabilityBinResponse[];
}

export class AccuracyResponse extends CountsResponse {
  @ApiProperty({ type: 'integer', description: 'Verdicts of so many days count.', example: VERDICT_DAYS })
  days!: number;

  @ApiProperty({ format: 'date-time', description: 'Since then.', example: '2026-10-29T09:30:00.000Z' })
  since!: string;

  @ApiProperty({
    type: [StatusAccuracyResponse],
    description: 'For each status that was given, the most frequent first.',
  })
  by_status!: StatusAccuracyResponse[];

  @ApiProperty({
    type: [SubStatusAccuracyResponse],
    description: 'For each status with its reason, the most frequent first.',
  })
  by_sub_status!: SubStatusAccuracyResponse[];

  @ApiProperty({
    type: ReliabilityResponse,
    description: 'Confidence against what happened; verdicts that came of earlier feedback left out.',
  })
  reliability!: ReliabilityResponse;

  @ApiProperty({
    type: [ProviderAccuracyResponse],
    description:
      'Of addresses that were called `valid`, not because of earlier feedback, and of which it is known what came of them: by provider, the ten that bounced most first; last, those at hosts of no known provider.',
  })
  providers!: ProviderAccuracyResponse[];
}

const toOutcomes = (of: Outcomes) => ({
  answered: of.answered,
  known: of.known,
  delivered: of.delivered,
  hard_bounced: of.hardBounced,
  bounce_rate: of.bounceRate,
  few: of.isFew,
});

export function toAccuracyResponse(accuracy: MeasuredAccuracy): AccuracyResponse {
  const { since, answered, known, delivered, hardBounced, reliability } = accuracy;
  return {
    days: VERDICT_DAYS,
    since: new Date(since).toISOString(),
    answered,
    known,
    delivered,
    hard_bounced: hardBounced,
    by_status: accuracy.byStatus.map((of) => ({ status: of.status, ...toOutcomes(of) })),
    by_sub_status: accuracy.bySubStatus.map((of) => ({
      status: of.status,
      sub_status: of.subStatus,
      ...toOutcomes(of),
    })),
    reliability: {
      known: reliability.known,
      brier: reliability.brier,
      bins: reliability.bins.map((bin) => ({
        from: bin.from,
        to: bin.to,
        known: bin.known,
        delivered: bin.delivered,
        mean_confidence: bin.meanChance,
        share: bin.share,
      })),
    },
    providers: accuracy.providers.map((of) => ({ provider: of.provider, ...toOutcomes(of) })),
  };
}
