import { Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * An organization that a limited token works for. Written when the token is made; goes with the token, with the
 * organization, and with the membership of the token's owner.
 */
@Entity('token_organizations')
@Index('token_organizations_organization', ['organizationId'])
export class TokenOrganization {
  @PrimaryColumn({ type: 'varchar', length: 36, name: 'token_id' })
  tokenId!: string;

  @PrimaryColumn({ type: 'int', name: 'organization_id' })
  organizationId!: number;
}
