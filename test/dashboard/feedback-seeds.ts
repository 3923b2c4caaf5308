import { person } from '../../src/audit/actor';
import type { FeedbackProviderName } from '../../src/feedback/events/feedback-provider';
import { FeedbackSources } from '../../src/feedback/sources/feedback-sources.service';
import { told } from '../feedback/feedback-service';
import { eventually } from '../support/eventually';
import type { PageWorld } from './page-world';

/** A source, as somebody connected it. @returns its id, and the path of its URL */
export async function connectSource(
  { service }: PageWorld,
  organizationId: number,
  provider: FeedbackProviderName,
  name: string,
): Promise<{ id: number; path: string }> {
  const wish = { organizationId, provider, name, secret: null };
  const { source, url } = await service.app.get(FeedbackSources).create(wish, person(1));
  return { id: source.id, path: new URL(url).pathname };
}

/** Tells events as a source of the generic kind, and waits until they are read. */
export async function tellEvents({ service }: PageWorld, path: string, events: readonly object[]): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await service.request(path, { method: 'POST', headers, body: JSON.stringify({ events }) });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  await eventually('the inbox is read', async () => {
    const [row] = await service.database.query<{ count: number }>('SELECT COUNT(*) AS count FROM feedback_inbox', []);
    return Number(row?.count) === 0;
  });
}

/** Addresses of each kind. */
export const KNOWN = [
  told('hard_bounce', 'gone@shop.test', { diagnostic: '550 5.1.1 <gone@shop.test>: User unknown', smtp_code: 550 }),
  told('hard_bounce', 'perhaps@shop.test', { diagnostic: '550 Mailbox unavailable' }),
  told('complaint', 'angry@shop.test'),
  told('suppressed', 'barred@shop.test'),
  told('delivered', 'jane@shop.test'),
  told('delivered', 'jane.doe@shop.test'),
  told('soft_bounce', 'full@shop.test', { diagnostic: '452 4.2.2 Mailbox full' }),
];

interface Answered {
  status: string;
  subStatus?: string;
  confidence: number;
  delivered: number;
  bounced: number;
  unheard?: number;
  provider?: string;
}

/** What was answered in the last days, and what came of it. */
export async function answer(
  { service }: PageWorld,
  organizationId: number,
  answers: readonly Answered[],
): Promise<void> {
  const now = Date.now();
  for (const { status, subStatus = null, confidence, delivered, bounced, unheard = 0, provider = null } of answers) {
    const outcomes = [
      ...Array<string>(delivered).fill('delivered'),
      ...Array<string>(bounced).fill('hard_bounced'),
      ...Array<null>(unheard).fill(null),
    ];
    const rows = outcomes.map((outcome) => [
      organizationId,
      Math.random().toString(36).slice(2, 20),
      status,
      subStatus,
      confidence,
      0,
      provider,
      now - 86_400_000,
      outcome,
      outcome === null ? null : now,
    ]);
    for (let start = 0; start < rows.length; start += 50) {
      const some = rows.slice(start, start + 50);
      await service.database.execute(
        `INSERT INTO answered_verdicts (organization_id, address_hash, status, sub_status, confidence, of_feedback,
          provider, given_at, outcome, outcome_at) VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
        some.flat(),
      );
    }
  }
}

/** Enough to go by. */
export const ANSWERED: readonly Answered[] = [
  { status: 'valid', confidence: 97, delivered: 1196, bounced: 8, unheard: 300, provider: 'google' },
  { status: 'catch_all', confidence: 62, delivered: 60, bounced: 12, provider: 'microsoft365' },
  { status: 'risky', subStatus: 'mailbox_quota_exceeded', confidence: 41, delivered: 9, bounced: 5 },
  { status: 'unknown', subStatus: 'greylisted', confidence: 50, delivered: 20, bounced: 6, unheard: 4 },
  { status: 'invalid', subStatus: 'mailbox_not_found', confidence: 3, delivered: 1, bounced: 34 },
];
