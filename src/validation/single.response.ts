import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { STATUSES, SUB_STATUSES, type Status } from '../engine';

export class SingleResultDetails {
  @ApiProperty({
    type: String,
    nullable: true,
    enum: [...new Set(Object.values(SUB_STATUSES).flat()), null],
    description:
      'Why the status was given; null when there is nothing to add. Those that begin with `known_` come from what your own mails met (feedback): a hard bounce (`invalid`, or `risky` while it leaves doubts), a complaint or a suppression (`risky`), or a delivery where the mail host lets nobody know (`valid`).',
    example: 'mailbox_not_found',
  })
  sub_status!: string | null;

  @ApiProperty({
    required: false,
    enum: ['soft_bounces'],
    description:
      'Only where your own mails to the address met soft bounces, three or more in 30 days: a remark that changes nothing.',
    example: 'soft_bounces',
  })
  known?: 'soft_bounces';

  @ApiProperty({
    required: false,
    enum: ['syntax', 'lists', 'dns', 'smtp', 'proxy', 'feedback'],
    description: 'Only with `evidence=true`: the layer that decided.',
    example: 'smtp',
  })
  layer?: string;

  @ApiProperty({
    required: false,
    enum: ['control', null],
    type: String,
    nullable: true,
    description:
      "Only with `evidence=true`: `control` where the reply's own words say nothing and the verdict rests on what the mail host says to other addresses; else null.",
    example: null,
  })
  by?: string | null;

  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    description: 'Only with `evidence=true`: the mail host that answered, by its MX name.',
    example: 'mx1.example.org',
  })
  mx_host?: string | null;

  @ApiProperty({
    required: false,
    type: 'integer',
    nullable: true,
    description: "Only with `evidence=true`: the mail host's reply code.",
    example: 550,
  })
  reply_code?: number | null;

  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    description: 'Only with `evidence=true`: the enhanced status code (RFC 3463).',
    example: '5.1.1',
  })
  enhanced_code?: string | null;

  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    description:
      "Only with `evidence=true`: the reply's text, addresses masked. With a test token also where nobody was asked, which it says.",
    example: 'User unknown',
  })
  text?: string | null;

  @ApiProperty({
    required: false,
    type: String,
    nullable: true,
    description: 'Only with `evidence=true`: the mail provider, known by its MX names.',
    example: 'google',
  })
  provider?: string | null;

  @ApiProperty({
    required: false,
    description: 'Only with `evidence=true`: whether the domain is a free mail provider.',
    example: false,
  })
  is_free_provider?: boolean;

  @ApiProperty({
    required: false,
    type: 'integer',
    description:
      'Only with `evidence=true`: how long the check took, in milliseconds, rounded up to a multiple of 250.',
    example: 500,
  })
  duration_ms?: number;
}

@ApiExtraModels(SingleResultDetails)
export class SingleResponse {
  @ApiProperty({ description: 'The address that was checked.', example: 'jane.doe@example.org' })
  email!: string;

  @ApiProperty({
    enum: STATUSES,
    description:
      '`valid` and `catch_all` are treated as safe to send; some `catch_all` bounce, since nobody outside can tell which of ' +
      'these mailboxes exist. `risky` would be delivered but had better not be used. `invalid` is definitive. ' +
      '`unknown` means that the address could not be confirmed, not that it is invalid.',
    example: 'valid',
  })
  status!: Status;

  @ApiProperty({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'The estimated chance, in percent, that a message sent now would reach a mailbox.',
    example: 97,
  })
  confidence!: number;

  @ApiProperty({ description: 'Whether the domain has a usable MX record.', example: true })
  mx_found!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the mail server says that the mailbox exists; null when that was not determined.',
    example: true,
  })
  smtp_valid!: boolean | null;

  @ApiProperty({ description: 'Whether the domain hands out throw-away addresses.', example: false })
  is_disposable!: boolean;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description: 'Whether the domain takes mail for any address; null when that was not determined.',
    example: false,
  })
  is_catch_all!: boolean | null;

  @ApiProperty({ description: 'Whether the address names a role, such as sales@.', example: false })
  is_role_account!: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The address that was probably meant, or null. It never changes the status.',
    example: null,
  })
  did_you_mean!: string | null;

  @ApiProperty({
    description:
      'Whether the answer comes from the cache: about 24 hours for conclusive ones, 15 minutes for `unknown`. True as well where it rests on a hard bounce of your own mails alone.',
    example: false,
  })
  from_cache!: boolean;

  @ApiProperty({
    type: 'integer',
    description:
      'Credits that this call cost: 1; 0 from the cache or from your own mails, and where the reason for `unknown` lies with us.',
    example: 1,
  })
  credits_used!: number;

  @ApiProperty({
    oneOf: [{ type: 'array', items: {}, maxItems: 0 }, { $ref: getSchemaPath(SingleResultDetails) }],
    description: 'An empty array when there is nothing to add, else an object.',
    example: [],
  })
  result!: SingleResultDetails | [];
}
