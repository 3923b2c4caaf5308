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

export class OperatedFeedbackSourcePath {
  @IdField()
  @ApiPathId('Id of the source.', 4)
  sourceId!: number;
}
