import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { MemberData } from '../organizations/member-data';
import { TokenOrganization } from './token-organization.entity';
import { Token } from './token.entity';

/** With a membership go the rows that let the member's limited tokens work for the organization. */
@Injectable()
export class TokenOrganizationCleanup {
  constructor(
    @InjectRepository(TokenOrganization) limits: Repository<TokenOrganization>,
    @InjectRepository(Token) tokens: Repository<Token>,
    members: MemberData,
  ) {
    members.deleteWith(({ organizationId, accountId }) => {
      const own = tokens.createQueryBuilder('token').select('token.id').where('token.accountId = :accountId');
      return limits
        .createQueryBuilder()
        .delete()
        .where(`organizationId = :organizationId AND tokenId IN (${own.getQuery()})`, { organizationId, accountId });
    });
  }
}
