import { Injectable } from '@nestjs/common';
import type { Statement } from '../../database/database';

export interface AddressOf {
  organizationId: number;
  /** Normalised. */
  email: string;
}

interface Deletion {
  /** Before it, if there is something to do. */
  prepare?: (address: AddressOf) => Promise<void>;
  /** In the very write that deletes what is known of the address. */
  statement: (address: AddressOf) => Statement;
  /** After it: what the process remembers. */
  forget?: (address: AddressOf) => void;
}

/** What other features keep of an address, and delete with what is known of it; they say so at start. */
@Injectable()
export class AddressData {
  private readonly deletions: Deletion[] = [];

  deleteWith(deletion: Deletion): void {
    this.deletions.push(deletion);
  }

  async prepare(address: AddressOf): Promise<void> {
    for (const { prepare } of this.deletions) await prepare?.(address);
  }

  deletionsOf(address: AddressOf): Statement[] {
    return this.deletions.map((deletion) => deletion.statement(address));
  }

  forget(address: AddressOf): void {
    for (const { forget } of this.deletions) forget?.(address);
  }
}
