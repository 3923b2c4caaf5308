import { ApiPathId } from '../common/openapi/api-path-id.decorator';
import { IdField } from '../common/url-fields.decorators';

/** A path with the id of a session. */
export class SessionPath {
  @IdField()
  @ApiPathId('Id of the session.')
  sessionId!: number;
}
