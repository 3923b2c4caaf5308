import { ApiPathId } from '../common/openapi/api-path-id.decorator';
import { IdField } from '../common/url-fields.decorators';

/** What stands in the path below an organization, whose own id the guard reads. */

export class MemberPath {
  @IdField()
  @ApiPathId("Id of the member's account.", 2)
  accountId!: number;
}

export class InvitationPath {
  @IdField()
  @ApiPathId('Id of the invitation.', 5)
  invitationId!: number;
}

export class SummaryLinkPath {
  @IdField()
  @ApiPathId('Id of the link.', 3)
  linkId!: number;
}
