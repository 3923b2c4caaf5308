import { ApiPathId } from '../common/openapi/api-path-id.decorator';
import { IdField } from '../common/url-fields.decorators';

export class OperatedAccountPath {
  @IdField()
  @ApiPathId('Id of the account.', 2)
  accountId!: number;
}

export class OperatedOrganizationPath {
  @IdField()
  @ApiPathId('Id of the organization.', 1)
  organizationId!: number;
}

export class OperatedBatchPath {
  @IdField()
  @ApiPathId('Id of the batch.', 123)
  batchId!: number;
}
