import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import type { Engine } from '../../engine';
import { KnownAddresses } from '../../feedback/known/known-addresses';
import { returnedMailVerdict } from '../../feedback/known/returned-mail';
import type { Known } from '../../feedback/known/known-kind';
import { testSideOf } from '../../feedback/test-side';
import { Sandbox } from '../../validation/sandbox/sandbox';
import { ENGINE } from '../../validation/engine.token';
import { VerdictCache } from '../../validation/verdict-cache';
import type { LeasedChunk } from './leased-chunk';
import { ChunksRepository } from '../chunks.repository';
import { groupRows, type RowGroup } from './row-groups';

export interface Unanswered {
  /** To be asked for. */
  askable: RowGroup[];
  /** How many rows repeat an address of a chunk in front of theirs that may still be in work. */
  blocked: number;
}

/**
 * Answers the rows that need no network and cost no credit: malformed ones, repeats, addresses to which the organization's own
 * mails came back, and those in its cache. Rows of a test know neither: what comes back there is the sandbox's.
 */
@Injectable()
export class FreeAnswers {
  constructor(
    private readonly chunks: ChunksRepository,
    private readonly cache: VerdictCache,
    private readonly known: KnownAddresses,
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly sandbox: Sandbox,
    private readonly clock: Clock,
  ) {}

  async answer(chunk: LeasedChunk): Promise<Unanswered> {
    const { groups, malformed, repeats } = groupRows(chunk, (address) => this.engine.normalise(address));
    for (const { row, of } of repeats) chunk.repeat(row, of);
    await this.answerMalformed(chunk, malformed);
    if (groups.length === 0) return { askable: [], blocked: 0 };
    if (chunk.isTest) {
      chunk.known = await this.knownInSandbox(chunk, groups);
      return { askable: this.withoutReturned(chunk, groups, this.sandbox.engine), blocked: 0 };
    }
    // Asked before the cache, which then holds what the chunks in front found out.
    const areEarlierDone =
      groups.every(({ hasFirst }) => hasFirst) || (await this.chunks.areEarlierDone(chunk.batchId, chunk.position));
    const unreturned = await this.answerReturned(chunk, groups);
    const left = await this.answerFromCache(chunk, unreturned, areEarlierDone);
    const isAskable = ({ hasFirst }: RowGroup): boolean => hasFirst || areEarlierDone;
    return {
      askable: left.filter(isAskable),
      blocked: left.reduce((sum, group) => sum + (isAskable(group) ? 0 : group.rows.length), 0),
    };
  }

  private async answerMalformed(chunk: LeasedChunk, rows: readonly number[]): Promise<void> {
    const verdicts = await Promise.all(
      rows.map((row) => this.engine.verify(chunk.addresses[row]?.[0] ?? '', { mode: 'batch' })),
    );
    for (const [index, verdict] of verdicts.entries()) chunk.answer(rows[index] ?? 0, verdict, 0);
  }

  /** Looks for what is known of the chunk's addresses; returns the groups to which no mail came back. */
  private async answerReturned(chunk: LeasedChunk, groups: RowGroup[]): Promise<RowGroup[]> {
    const addresses = groups.map(({ normalised }) => normalised);
    chunk.known = await this.known.find(chunk.organizationId, addresses);
    return this.withoutReturned(chunk, groups, this.engine);
  }

  private withoutReturned(chunk: LeasedChunk, groups: RowGroup[], engine: Engine): RowGroup[] {
    if (chunk.known.size === 0) return groups;
    return groups.filter(({ normalised, address, rows }) => {
      if (chunk.known.get(normalised)?.kind !== 'hard_bounce') return true;
      const verdict = returnedMailVerdict(engine, address);
      for (const row of rows) chunk.answer(row, verdict, 0);
      return false;
    });
  }

  /** What the sandbox has, and what test tokens of the organization told. */
  private async knownInSandbox(
    { organizationId }: LeasedChunk,
    groups: readonly RowGroup[],
  ): Promise<ReadonlyMap<string, Known>> {
    const addresses = groups.map(({ normalised }) => normalised);
    const known = await this.known.find(testSideOf(organizationId), addresses);
    for (const { normalised } of groups) {
      const kind = this.sandbox.knownOf(normalised);
      if (kind !== null) known.set(normalised, { kind, since: this.clock.now() });
    }
    return known;
  }

  /** Returns the groups that the cache has no answer for. A cached `unknown` is none, but for a repeat of it. */
  private async answerFromCache(chunk: LeasedChunk, groups: RowGroup[], areEarlierDone: boolean): Promise<RowGroup[]> {
    const cached = await this.cache.find(
      chunk.organizationId,
      groups.map(({ normalised }) => normalised),
    );
    return groups.filter(({ normalised, rows, hasFirst }) => {
      const found = cached.get(normalised);
      const verdict = found === undefined ? undefined : chunk.judge(found);
      if (verdict === undefined || (verdict.status === 'unknown' && (hasFirst || !areEarlierDone))) return true;
      for (const row of rows) chunk.answer(row, verdict, 0);
      return false;
    });
  }
}
