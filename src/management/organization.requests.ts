import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString } from 'class-validator';
import { AccountEmailField, TextField } from '../common/text-field.decorator';
import { ROLES, type MemberRole } from '../organizations/member-role';

const ROLE_FAULT = `The role field must be one of ${ROLES.join(', ')}.`;

/** A new organization, or the new name of one. */
export class OrganizationNameRequest {
  @TextField('name')
  @ApiProperty({ description: 'Its name.', minLength: 1, maxLength: 255, example: 'Garden Tools Ltd' })
  name!: string;
}

export class DeleteOrganizationRequest {
  @IsString({ message: 'The name field must be a string.' })
  @ApiProperty({ description: 'The name of the organization, once more.', example: 'Garden Tools Ltd' })
  name!: string;
}

export class TwoFactorRequirementRequest {
  @IsBoolean({ message: 'The required field must be true or false.' })
  @ApiProperty({ description: 'Whether members get in with a second factor only.', example: true })
  required!: boolean;
}

export class RoleRequest {
  @IsIn(ROLES, { message: ROLE_FAULT })
  @ApiProperty({ enum: ROLES, description: 'What the member may do from now on.', example: 'admin' })
  role!: MemberRole;
}

export class InviteRequest {
  @AccountEmailField('email')
  @ApiProperty({ description: 'Whom to invite.', maxLength: 255, example: 'joe@example.org' })
  email!: string;

  @IsIn(ROLES, { message: ROLE_FAULT })
  @ApiProperty({ enum: ROLES, description: 'What the new member may do.', example: 'member' })
  role!: MemberRole;
}
