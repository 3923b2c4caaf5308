import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiPage } from '../common/openapi/api-page.decorator';
import type { Session } from '../sessions/sessions.service';
import { CurrentSession, SignedIn } from '../sessions/signed-in.decorator';
import { ApiAuditFilter } from './api-audit-filter.decorator';
import { AuditPages } from './audit-pages';
import { AUDIT_ENTRIES_OF_A_PAGE, AuditFilterQuery, AuditQuery, FilteredAuditQuery } from './audit-query';
import { AUDIT_COLUMNS, AuditPageResponse, toAuditCells, toAuditPageResponse } from './audit.responses';
import { CurrentMember, InOrganization } from './in-organization.decorator';
import type { MemberAccess } from './membership.guard';
import { sendCsv } from './send-csv';

/** Who did what. */
@ApiTags('Audit log')
@Controller('v1')
export class AuditController {
  constructor(private readonly pages: AuditPages) {}

  @Get('organizations/:organizationId/audit')
  @ApiOperation({
    operationId: 'listAuditEntries',
    summary: 'Page through who did what in an organization (owner, admin)',
    description:
      'Lists uploaded, downloaded, cancelled and deleted, members and invitations, tokens, names, credits of the operator. Entries are kept for a year, unless the operator set another time; a list that one and the same program or person downloads again within an hour is entered once.',
  })
  @ApiAuditFilter()
  @ApiPage(AUDIT_ENTRIES_OF_A_PAGE)
  @ApiOkResponse({ type: AuditPageResponse, description: 'A page of entries.' })
  @InOrganization('admin')
  async ofOrganization(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { before, limit, kind: kinds, account_id: accountId }: FilteredAuditQuery,
  ): Promise<AuditPageResponse> {
    return toAuditPageResponse(await this.pages.read({ organizationId }, before, limit, { kinds, accountId }));
  }

  @Get('organizations/:organizationId/audit.csv')
  @ApiOperation({
    operationId: 'downloadAuditEntries',
    summary: 'Download who did what in an organization (owner, admin)',
  })
  @ApiAuditFilter()
  @ApiOkResponse({
    description: 'The entries, the newest first, with a byte order mark.',
    content: { 'text/csv': { schema: { type: 'string' } } },
  })
  @InOrganization('admin')
  async file(
    @CurrentMember() { organizationId }: MemberAccess,
    @Query() { kind: kinds, account_id: accountId }: AuditFilterQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendCsv(response, 'audit', AUDIT_COLUMNS, cellsOf(this.pages.all({ organizationId }, { kinds, accountId })));
  }

  @Get('account/audit')
  @ApiOperation({
    operationId: 'listAccountAuditEntries',
    summary: 'Page through what was done with your account',
    description: 'Signing in, passwords and the like; what you do in organizations is in their logs.',
  })
  @ApiPage(AUDIT_ENTRIES_OF_A_PAGE)
  @ApiOkResponse({ type: AuditPageResponse, description: 'A page of entries.' })
  @SignedIn()
  async ofAccount(
    @CurrentSession() { accountId }: Session,
    @Query() { before, limit }: AuditQuery,
  ): Promise<AuditPageResponse> {
    return toAuditPageResponse(await this.pages.read({ accountId }, before, limit));
  }
}

async function* cellsOf(pieces: ReturnType<AuditPages['all']>): AsyncGenerator<string[][], void> {
  for await (const lines of pieces) yield lines.map(toAuditCells);
}
