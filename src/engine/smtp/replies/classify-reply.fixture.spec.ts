import { classifyReply } from './classify-reply';
import type { Echoes } from './echoes';
import type { Stage } from './outcome';
import first from '../../../../test/fixtures/smtp-replies.json';
import second from '../../../../test/fixtures/smtp-replies-2.json';
import third from '../../../../test/fixtures/smtp-replies-3.json';

interface Row {
  id: number;
  stage: string;
  mx: string;
  reply: string[];
  outcome: string;
  reason: string | null;
  certainty: string;
  echoes?: Echoes;
}
const replies: Row[] = [...first, ...second, ...third];

const MX_HOSTS: Record<string, string> = {
  m365: 'example-com.mail.protection.outlook.com',
  olc: 'hotmail-com.olc.protection.outlook.com',
};

const classified = replies.map((row) => ({
  ...row,
  got: classifyReply(
    {
      code: Number(row.reply.at(-1)?.slice(0, 3)),
      lines: row.reply.map((line) => line.slice(4)),
    },
    {
      stage: row.stage as Stage,
      ...(MX_HOSTS[row.mx] && { mxHost: MX_HOSTS[row.mx] }),
      echoes: row.echoes ?? {},
    },
  ),
}));

describe('the collected replies', () => {
  it.each(classified.map((row) => [row.id, row.reply.join(' / '), row] as const))('%i: %s', (_id, _reply, row) => {
    expect(row.got.outcome).toBe(row.outcome);
  });

  it('says no "no" for good where a reader is not sure', () => {
    const NO = ['mailbox_not_found', 'mailbox_disabled', 'mailbox_moved', 'domain_not_accepted'];
    const unsure = classified.filter(({ certainty, got }) => certainty === 'low' && NO.includes(got.outcome));
    expect(unsure.filter(({ got }) => got.certainty !== 'low').map(({ id }) => id)).toEqual([]);
    expect(unsure.length).toBeGreaterThan(0);
  });

  it('gives the finer reason of at least 95 % of them', () => {
    const wrong = classified.filter((row) => row.got.reason !== row.reason);
    expect(wrong.map(({ id, reply, reason, got }) => ({ id, reply, reason, got: got.reason })).slice(11)).toEqual([]);
    expect(wrong.length).toBeLessThanOrEqual(classified.length * 0.05);
  });
});
