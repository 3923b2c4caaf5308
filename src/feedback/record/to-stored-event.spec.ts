import { toStoredEvent } from './to-stored-event';

const NOW = Date.parse('2026-11-28T09:30:00Z');

const diagnosticOf = (diagnostic: string, recipient = 'joe@own.test'): string | null =>
  toStoredEvent(
    { type: 'hard_bounce', recipient, occurredAt: new Date(NOW), dedupKey: '1', diagnostic },
    { organizationId: 1, sourceId: 1 },
    NOW,
  ).diagnostic;

describe('the words of a host', () => {
  it.each([
    ['550 5.1.1 User unknown', '550 5.1.1 User unknown'],
    ['550 <joe@own.test>: User unknown', '550 <joe@own.test>: User unknown'],
    ['550 No such user Joe@OWN.test.', '550 No such user Joe@OWN.test.'],
    [
      '550 <joe@own.test> forwards to <jane@other.test>, who is gone',
      '550 <joe@own.test> forwards to <…>, who is gone',
    ],
    ['553 sender boss@sender.test; rcpt=ann+x@other.test', '553 sender …; rcpt=…'],
    ['550 pelé@other.test is not here', '550 … is not here'],
    ['@ nobody@', '@ nobody@'],
  ])('are kept without the addresses of others: %s', (words, kept) => {
    expect(diagnosticOf(words)).toBe(kept);
  });

  it('name nobody where nobody can tell who it was', () => {
    expect(diagnosticOf('550 joe@own.test is gone', 'undisclosed recipients')).toBe('550 … is gone');
  });

  it('are read in time, however long they are', () => {
    expect(diagnosticOf(`${'a'.repeat(5_000_000)}@`)).toHaveLength(1000);
    expect(diagnosticOf('a@'.repeat(2_000_000))!.length).toBeLessThanOrEqual(1000);
  });
});
