import { Injectable } from '@nestjs/common';
import type { Statement } from '../database/database';

export interface MemberOf {
  organizationId: number;
  accountId: number;
}

type Deletion = (member: MemberOf) => Statement;

/** What other features keep of a member, and delete in the very write that ends the membership; they say so at start. */
@Injectable()
export class MemberData {
  private readonly deletions: Deletion[] = [];

  deleteWith(deletion: Deletion): void {
    this.deletions.push(deletion);
  }

  deletionsOf(member: MemberOf): Statement[] {
    return this.deletions.map((deletion) => deletion(member));
  }
}
