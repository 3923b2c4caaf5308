import { readConfig } from '../../config/env';
import { STATUSES, SUB_STATUSES, type SubStatus } from '../../engine';
import type { KnownAddresses } from '../../feedback/known/known-addresses';
import { Sandbox } from './sandbox';
import { SANDBOX_FAULTS, SANDBOX_MAILBOXES } from './sandbox-mailboxes';
import { TestValidationService } from './test-validation.service';

const config = readConfig({ JWT_SECRET: 'x'.repeat(32) });
const sandbox = new Sandbox(config);
const told = { findOne: () => Promise.resolve(null) } as unknown as KnownAddresses;
const checks = new TestValidationService(sandbox, told);
const NEVER = new AbortController().signal;

const check = (email: string, leaving = NEVER) => checks.validate(1, email, leaving);

describe('the sandbox', () => {
  it.each([...SANDBOX_MAILBOXES].filter(([name]) => !(name in SANDBOX_FAULTS) && name !== 'slow_5s'))(
    'comes to the verdict that its table says: %s',
    async (name, { status, subStatus }) => {
      const { verification, creditsUsed } = await check(`${name}@sandbox.test`);
      expect(verification).toMatchObject({ status, subStatus, email: `${name}@sandbox.test`, didYouMean: null });
      expect(creditsUsed).toBe(0);
    },
  );

  it('has a mailbox of each status and each sub-status', () => {
    const reasons: [string, SubStatus][] = Object.entries(SUB_STATUSES).flatMap(([status, some]) =>
      some.map((reason): [string, SubStatus] => [status, reason]),
    );
    for (const status of STATUSES) expect(SANDBOX_MAILBOXES.get(status)).toMatchObject({ status });
    const answered = [...SANDBOX_MAILBOXES.values()].map(({ status, subStatus }) => `${status} ${String(subStatus)}`);
    for (const [status, reason] of reasons) expect(answered).toContain(`${status} ${reason}`);
    // By its own name, as far as one name can have one status.
    for (const [, reason] of reasons) expect(SANDBOX_MAILBOXES.get(reason)?.subStatus).toBe(reason);
  });

  it('fills in what else the live way to such a verdict would', async () => {
    const of = async (name: string) => (await check(`${name}@sandbox.test`)).verification;
    expect(await of('valid')).toMatchObject({ smtpValid: true, isCatchAll: false, mxFound: true, confidence: 97 });
    expect(await of('catch_all')).toMatchObject({ smtpValid: true, isCatchAll: true });
    expect(await of('info')).toMatchObject({ isRoleAccount: true });
    expect(await of('disposable')).toMatchObject({ isDisposable: true });
    expect(await of('mailbox_not_found')).toMatchObject({
      smtpValid: false,
      evidence: { layer: 'smtp', mxHost: 'mx.sandbox.test', replyCode: 550, enhancedCode: '5.1.1' },
    });
    expect(await of('domain_not_found')).toMatchObject({ mxFound: false, smtpValid: null, evidence: { layer: 'dns' } });
    expect(await of('dns_timeout')).toMatchObject({ mxFound: false, evidence: { layer: 'dns' } });
    expect(await of('greylisted')).toMatchObject({ retryAfterSeconds: 0, smtpValid: null });
  });

  it('tells tagged addresses of one mailbox apart, in any case of letters', async () => {
    const { verification } = await check('Mailbox_Not_Found+17@Sandbox.TEST');
    expect(verification).toMatchObject({
      subStatus: 'mailbox_not_found',
      normalised: 'mailbox_not_found+17@sandbox.test',
    });
    const tagged = await check('smtputf8_not_supported+1@sandbox.test');
    expect(tagged.verification).toMatchObject({
      subStatus: 'smtputf8_not_supported',
      email: 'smtputf8_not_supported+1@sandbox.test',
      normalised: 'smtputf8_not_supported+1@sandbox.test',
    });
  });

  it('judges all other addresses by syntax and lists alone, and says where to look', async () => {
    for (const email of ['jane@example.org', 'nobody-like-this@sandbox.test', 'valid@deeper.sandbox.test']) {
      const { verification, text } = await check(email);
      expect(verification).toMatchObject({
        status: 'unknown',
        subStatus: 'smtp_disabled',
        mxFound: false,
        smtpValid: null,
        retryAfterSeconds: null,
        evidence: { layer: 'lists', mxHost: null },
      });
      expect(text).toContain('valid@sandbox.test');
    }
    expect((await check('sales@example.org')).verification.isRoleAccount).toBe(true);
    expect((await check('joe@mailinator.com')).verification).toMatchObject({ subStatus: 'disposable', mxFound: false });
    expect((await check('joe@gmial.com')).verification.didYouMean).toBe('joe@gmail.com');
    expect((await check('a_b@gmail.com')).verification.subStatus).toBe('provider_rule_violation');
    await expect(check('no address')).rejects.toMatchObject({ kind: 'fields_invalid' });
  });

  it.each([
    ['insufficient_credits', 'insufficient_credits'],
    ['rate_limited', 'rate_limited'],
    ['server_error', 'sandbox_server_error'],
  ])('shows the error %s in a single check, and a row that is unknown in a list', async (name, kind) => {
    await expect(check(`${name}+1@sandbox.test`)).rejects.toMatchObject({ kind });
    const found = await sandbox.engine.verify(`${name}@sandbox.test`, { mode: 'batch' });
    expect(found).toMatchObject({ status: 'unknown', subStatus: 'exception_occurred' });
  });

  it('answers a list at once, and somebody who waits after 5 seconds', async () => {
    await expect(sandbox.engine.verify('slow_5s@sandbox.test', { mode: 'batch' })).resolves.toMatchObject({
      status: 'valid',
    });
    jest.useFakeTimers();
    try {
      let answered: string | null = null;
      const checked = check('slow_5s@sandbox.test').then(({ verification }) => (answered = verification.status));
      await jest.advanceTimersByTimeAsync(4999);
      expect(answered).toBeNull();
      await jest.advanceTimersByTimeAsync(1);
      await checked;
      expect(answered).toBe('valid');
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps nobody waiting beyond the time for an address, nor anybody who has gone', async () => {
    const hasty = new TestValidationService(new Sandbox({ ...config, VALIDATION_TIMEOUT_MS: 200 }), told);
    const late = await hasty.validate(1, 'slow_5s@sandbox.test', NEVER);
    expect(late.verification).toMatchObject({ status: 'unknown', subStatus: 'timeout_exceeded' });
    const leaving = new AbortController();
    const left = check('slow_5s@sandbox.test', leaving.signal);
    leaving.abort(new Error('gone'));
    expect((await left).verification.subStatus).toBe('timeout_exceeded');
  });

  it('keeps ten of an organization waiting at a time, and answers the eleventh at once', async () => {
    const leaving = new AbortController();
    const waiting = Array.from({ length: 10 }, () => check('slow_5s@sandbox.test', leaving.signal));
    await expect(check('slow_5s@sandbox.test')).resolves.toMatchObject({ verification: { status: 'valid' } });
    leaving.abort(new Error('gone'));
    await Promise.all(waiting);
    const again = new AbortController();
    const once = check('slow_5s@sandbox.test', again.signal);
    again.abort(new Error('gone'));
    expect((await once).verification.subStatus).toBe('timeout_exceeded');
  });
});
