import { secondsToRetry } from './retry-policy';

const DELAYS = [320, 900, 1800];

describe('secondsToRetry', () => {
  const greylisted = (retryAfterSeconds: number) => ({ subStatus: 'greylisted' as const, retryAfterSeconds });

  it.each([
    [0, 0, 320],
    [0, 1, 900],
    [0, 2, 1800],
    [300, 0, 320],
    [600, 0, 600],
    [1_000_000, 0, 3600],
  ])(
    'waits the longer of what the host asks (%i s) and what comes next (attempt %i): %i s',
    (asked, attempt, seconds) => {
      expect(secondsToRetry(greylisted(asked), attempt, DELAYS)).toBe(seconds);
    },
  );

  it('lets the answer stand after the last delay, and when there is none', () => {
    expect(secondsToRetry(greylisted(0), 3, DELAYS)).toBeNull();
    expect(secondsToRetry(greylisted(0), 0, [])).toBeNull();
  });

  it('lets an answer stand that is not temporary', () => {
    expect(secondsToRetry({ subStatus: null, retryAfterSeconds: null }, 0, DELAYS)).toBeNull();
    expect(secondsToRetry({ subStatus: 'antispam_system', retryAfterSeconds: null }, 0, DELAYS)).toBeNull();
  });

  it('asks once more, soon, where somebody of the list may settle a refusal that nobody can read', () => {
    const unread = { subStatus: 'recipient_restricted' as const, retryAfterSeconds: 0 };
    expect(secondsToRetry(unread, 0, DELAYS)).toBe(60);
    expect(secondsToRetry(unread, 0, [5])).toBe(5);
    expect(secondsToRetry(unread, 1, DELAYS)).toBeNull();
  });

  it('gives a fault of ours one more chance', () => {
    const fault = { subStatus: 'exception_occurred' as const, retryAfterSeconds: null };
    expect(secondsToRetry(fault, 0, [])).toBe(30);
    expect(secondsToRetry(fault, 1, DELAYS)).toBeNull();
  });
});
