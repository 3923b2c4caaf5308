import { ApiProperty } from '@nestjs/swagger';
import type { AuditPage } from '../management/audit-pages';
import { AuditEntryResponse, toAuditEntryResponse } from '../management/audit.responses';

/** As the operator sees it: with the organization, and with the operator's own account. */
export class OperatorAuditEntryResponse extends AuditEntryResponse {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'In whose log it stands; null: it is about an account or the service.',
    example: 1,
  })
  organization_id!: number | null;
}

export class OperatorAuditPageResponse {
  @ApiProperty({ type: [OperatorAuditEntryResponse], description: 'Entries, the newest first.' })
  entries!: OperatorAuditEntryResponse[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The `before` of the next page; null: this is the last.',
    example: null,
  })
  next_before!: number | null;
}

export function toOperatorAuditPage({ lines, nextBefore }: AuditPage): OperatorAuditPageResponse {
  const entries = lines.map((line) =>
    Object.assign(toAuditEntryResponse(line), {
      account_id: line.entry.accountId,
      account_email: line.account?.email ?? null,
      account_name: line.account?.name ?? null,
      organization_id: line.entry.organizationId,
    }),
  );
  return { entries, next_before: nextBefore };
}
