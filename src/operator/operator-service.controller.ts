import { Body, Controller, Get, Patch, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { JsonBody } from '../common/json-body.decorator';
import { ApiPage } from '../common/openapi/api-page.decorator';
import { SecurityEvent } from '../common/security-event.decorator';
import { AuditPages } from '../management/audit-pages';
import { AUDIT_ENTRIES_OF_A_PAGE, AuditQuery } from '../management/audit-query';
import { ApiChange } from '../sessions/api-management-errors.decorator';
import { SessionsService, type Session } from '../sessions/sessions.service';
import { CurrentSession } from '../sessions/signed-in.decorator';
import { ServiceSettings } from '../settings/service-settings';
import { ApiNeedsPassword, AsOperator } from './as-operator.decorator';
import { OperatorAuditPageResponse, toOperatorAuditPage } from './audit.responses';
import { OperatorRights } from './operator-rights';
import { SettingsRequest, toSettingsChange } from './operator.requests';
import { ServiceHealth } from './service-health';
import {
  ServiceHealthResponse,
  SettingsResponse,
  toServiceHealthResponse,
  toSettingsResponse,
} from './service.responses';

/** The service as a whole: how it is, who may sign up, who did what. */
@ApiTags('Operator')
@Controller('v1/operator')
export class OperatorServiceController {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly health: ServiceHealth,
    private readonly audit: AuditPages,
    private readonly sessions: SessionsService,
    private readonly rights: OperatorRights,
  ) {}

  @Get('health')
  @ApiOperation({
    operationId: 'operatorGetHealth',
    summary: 'Read how the service is',
    description:
      'Parts, warnings, DNS, port 25 and refusals are of the process that answers; the queue, batches and maintenance are of all.',
  })
  @ApiOkResponse({ type: ServiceHealthResponse, description: 'How it is now.' })
  @AsOperator()
  async readHealth(): Promise<ServiceHealthResponse> {
    return toServiceHealthResponse(await this.health.read());
  }

  @Get('settings')
  @ApiOperation({ operationId: 'operatorGetSettings', summary: 'Read who may sign up, and with how many credits' })
  @ApiOkResponse({ type: SettingsResponse, description: 'The settings in force, and those of the environment.' })
  @AsOperator()
  async readSettings(): Promise<SettingsResponse> {
    return toSettingsResponse(await this.settings.inForce());
  }

  @Patch('settings')
  @JsonBody()
  @SecurityEvent('settings_change')
  @ApiOperation({
    operationId: 'operatorChangeSettings',
    summary: 'Change who may sign up, and with how many credits',
    description: 'Goes before the environment, in all processes at once; null gives way to the environment again.',
  })
  @ApiChange(SettingsRequest)
  @ApiNeedsPassword()
  @ApiOkResponse({ type: SettingsResponse, description: 'The settings as they are now.' })
  @AsOperator()
  async changeSettings(@CurrentSession() session: Session, @Body() body: SettingsRequest): Promise<SettingsResponse> {
    this.sessions.requireFreshPassword(session);
    await this.settings.change(toSettingsChange(body), this.rights.of(session));
    return toSettingsResponse(await this.settings.inForce());
  }

  @Get('audit')
  @ApiOperation({
    operationId: 'operatorListAuditEntries',
    summary: 'Page through who did what, of all organizations and accounts',
  })
  @ApiPage(AUDIT_ENTRIES_OF_A_PAGE)
  @ApiOkResponse({ type: OperatorAuditPageResponse, description: 'A page of entries.' })
  @AsOperator()
  async readAudit(@Query() { before, limit }: AuditQuery): Promise<OperatorAuditPageResponse> {
    return toOperatorAuditPage(await this.audit.read('all', before, limit));
  }
}
