import { classifyReply } from '../smtp/replies/classify-reply';
import type { Stage } from '../smtp/replies/outcome';
import { parseAddress } from '../syntax/parse-address';
import { decideVerdict, type Verdict } from './decide-verdict';
import { factsOf, probed } from '../../../test/fixtures/verdict-facts';

/** The verdict over an address of an unlisted company, whose mail host gave this reply at this stage. */
function verdictOfReply(stage: Stage, text: string, mxHost = 'mx.company.com'): Verdict {
  const reply = { code: Number(text.slice(0, 3)), lines: [text.slice(4)] };
  const classified = classifyReply(reply, { stage, mxHost });
  const mailbox = probed(classified, { stage, catchAll: classified.outcome === 'accepted' ? false : null });
  return decideVerdict(factsOf('joe.doe@company.com', { mailbox }));
}

describe('a reply at RCPT', () => {
  it.each([
    ['250 2.1.5 Ok', 'valid', null, true],
    ['251 User not local; will forward', 'valid', null, true],
    ['252 Cannot VRFY user', 'unknown', 'provider_unverifiable', null],
    ['550 5.1.1 User unknown', 'invalid', 'mailbox_not_found', false],
    ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found', 'invalid', 'mailbox_not_found', false],
    ['550 5.1.0 Address rejected: user unknown', 'invalid', 'mailbox_not_found', false],
    ['550 5.2.1 The email account that you tried to reach is disabled', 'invalid', 'mailbox_disabled', false],
    ['551 5.1.6 User not local; please try <joe@elsewhere.com>', 'invalid', 'mailbox_moved', false],
    ['550 no such user', 'invalid', 'mailbox_not_found', false],
    ['550 Utilisateur inconnu', 'invalid', 'mailbox_not_found', false],
    ['550 用户不存在', 'invalid', 'mailbox_not_found', false],
    ['550 5.7.1 No such user!', 'invalid', 'mailbox_not_found', false],
    ['501 5.1.3 Bad recipient address syntax', 'invalid', 'failed_syntax_check', false],
    ['550 Requested action not taken', 'unknown', 'recipient_restricted', null],
    ['550', 'unknown', 'recipient_restricted', null],
    ['550 5.7.1 Relaying denied', 'unknown', 'recipient_restricted', null],
    ['554 5.7.1 Relay access denied', 'unknown', 'recipient_restricted', null],
    ['550 5.7.1 Client host blocked using zen.spamhaus.org', 'unknown', 'antispam_system', null],
    ['554 5.7.1 Client host rejected: Access denied', 'unknown', 'antispam_system', null],
    ['550 5.7.25 no PTR record for your address', 'unknown', 'antispam_system', null],
    ['550 5.7.23 SPF validation failed', 'unknown', 'antispam_system', null],
    ['552 5.2.2 Mailbox full', 'risky', 'mailbox_quota_exceeded', true],
    ['552 Requested mail action aborted: exceeded storage allocation', 'risky', 'mailbox_quota_exceeded', true],
    ['452 4.2.2 The mailbox is over quota', 'risky', 'mailbox_quota_exceeded', null],
    ['452 4.3.1 Insufficient system storage', 'unknown', 'mail_server_temporary_error', null],
    ['451 4.3.0 Temporary lookup failure', 'unknown', 'mail_server_temporary_error', null],
    ['451 4.7.1 Greylisted, try again in 300 seconds', 'unknown', 'greylisted', null],
    ['450 4.1.1 User unknown in local recipient table', 'unknown', 'mail_server_temporary_error', null],
    ['450 4.1.1 Recipient address rejected: unverified address', 'unknown', 'mail_server_temporary_error', null],
    ['452 4.5.3 Recipients belong to multiple regions', 'unknown', 'mail_server_temporary_error', null],
    ['450 4.2.1 The user is receiving mail too quickly', 'valid', null, true],
    ['550 5.7.1 Recipient address rejected: temporary locked', 'unknown', 'recipient_restricted', null],
  ])('%s: %s/%s', (text, status, subStatus, smtpValid) => {
    expect(verdictOfReply('rcpt', text)).toMatchObject({ status, subStatus, smtpValid });
  });

  it('550 5.4.1 Access denied is an unknown mailbox at Microsoft, and nothing elsewhere', () => {
    const text = '550 5.4.1 Recipient address rejected: Access denied';
    expect(verdictOfReply('rcpt', text, 'company-com.mail.protection.outlook.com').subStatus).toBe('mailbox_not_found');
    expect(verdictOfReply('rcpt', text).status).toBe('unknown');
  });
});

describe('a local part in letters that stand for others', () => {
  it('names the plain one where the address is refused, and nothing where it is taken', () => {
    const refused = probed({ outcome: 'smtputf8_required', code: null }, { everyHostSaid: true });
    expect(decideVerdict(factsOf('o\ufb03ce@company.com', { mailbox: refused }))).toMatchObject({
      subStatus: 'smtputf8_not_supported',
      didYouMean: 'office@company.com',
    });
    expect(decideVerdict(factsOf('o\ufb03ce@gmial.com', { mailbox: refused })).didYouMean).toBe('office@gmail.com');
    expect(decideVerdict(factsOf('o\ufb03ce@company.com')).didYouMean).toBeNull();
  });
});

describe('a reply before RCPT says nothing of the mailbox', () => {
  it.each<[Stage, string, string]>([
    ['mail', '550 5.7.1 Rejected', 'sender_rejected'],
    ['mail', '553 5.1.8 Domain of sender does not exist', 'sender_rejected'],
    ['mail', '550 5.1.1 User unknown', 'sender_rejected'],
    ['mail', '553 5.7.1 your ip is listed by Spamhaus', 'antispam_system'],
    ['mail', '550 5.7.1 Client host rejected', 'antispam_system'],
    ['mail', '553 5.7.1 IP 192.0.2.1 not allowed', 'antispam_system'],
    ['mail', '550 5.7.1 rejected by local policy', 'antispam_system'],
    ['banner', '554 5.7.1 No SMTP service, IP address is block listed', 'antispam_system'],
    ['banner', '550 Access denied', 'antispam_system'],
    ['ehlo', '550 You are not me: bad helo', 'antispam_system'],
    ['banner', '421 4.3.2 Shutting down', 'mail_server_temporary_error'],
  ])('%s: %s is unknown/%s', (stage, text, subStatus) => {
    expect(verdictOfReply(stage, text)).toMatchObject({ status: 'unknown', subStatus, smtpValid: null });
  });
});

describe('a conversation without a reply', () => {
  it.each([
    ['connect_refused', 'failed_smtp_connection'],
    ['connect_timeout', 'failed_smtp_connection'],
    ['banner_timeout', 'mail_server_did_not_respond'],
    ['reply_timeout', 'mail_server_did_not_respond'],
    ['dropped', 'forcible_disconnect'],
    ['aborted', 'timeout_exceeded'],
  ] as const)('%s is unknown/%s', (outcome, subStatus) => {
    const mailbox = probed({ outcome }, { stage: 'connect' });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox }))).toMatchObject({
      status: 'unknown',
      subStatus,
      smtpValid: null,
    });
  });

  it('a failure of our proxy is named as ours', () => {
    const mailbox = probed({ outcome: 'connect_refused' }, { stage: 'connect', layer: 'proxy' });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox }))).toMatchObject({
      subStatus: 'failed_smtp_connection',
      layer: 'proxy',
    });
  });

  it('a refused connection at an implicit MX is no proof either: our own network may have refused it', () => {
    const mailbox = probed({ outcome: 'connect_refused' }, { stage: 'connect' });
    const verdict = decideVerdict(factsOf('joe@company.com', { mailbox, domain: { kind: 'hosts', implicit: true } }));
    expect(verdict).toMatchObject({ status: 'unknown', mxFound: false, confidence: 20 });
  });

  it('says that probing is off', () => {
    const verdict = decideVerdict(factsOf('joe@company.com', { mailbox: { kind: 'smtp_disabled' } }));
    expect(verdict).toMatchObject({ status: 'unknown', subStatus: 'smtp_disabled', mxFound: true, retryable: false });
  });
});

describe('the domain', () => {
  it.each([
    ['not_found', 'invalid', 'domain_not_found'],
    ['special_use', 'invalid', 'domain_not_found'],
    ['no_data', 'invalid', 'no_mail_server'],
    ['no_usable_hosts', 'invalid', 'no_mail_server'],
    ['null_mx', 'invalid', 'does_not_accept_mail'],
    ['unroutable', 'invalid', 'unroutable_ip_address'],
    ['address_literal', 'invalid', 'unroutable_ip_address'],
    ['error', 'unknown', 'dns_error'],
    ['timeout', 'unknown', 'dns_timeout'],
    ['deadline', 'unknown', 'timeout_exceeded'],
    ['exception', 'unknown', 'exception_occurred'],
  ] as const)('%s: %s/%s', (kind, status, subStatus) => {
    const verdict = decideVerdict(factsOf('joe@company.com', { domain: { kind }, mailbox: null }));
    expect(verdict).toMatchObject({
      status,
      subStatus,
      mxFound: false,
      smtpValid: null,
      isCatchAll: null,
      layer: 'dns',
    });
  });

  it.each([
    ['domain_not_accepted', true, 'invalid', 'does_not_accept_mail', false],
    ['domain_not_accepted', false, 'unknown', 'recipient_restricted', null],
    ['relay_denied', true, 'unknown', 'recipient_restricted', null],
  ] as const)('%s by every host (%s): %s/%s', (outcome, everyHostSaid, status, subStatus, smtpValid) => {
    const mailbox = probed({ outcome, code: 550 }, { everyHostSaid });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox }))).toMatchObject({ status, subStatus, smtpValid });
  });

  it.each([
    ['üser@company.com', true, 'invalid', 'smtputf8_not_supported'],
    ['üser@company.com', false, 'unknown', 'mail_server_did_not_respond'],
    ['joe@company.com', true, 'unknown', 'mail_server_did_not_respond'],
  ] as const)('no SMTPUTF8 for %s, at every host (%s): %s/%s', (input, everyHostSaid, status, subStatus) => {
    const mailbox = probed({ outcome: 'smtputf8_required' }, { everyHostSaid });
    expect(decideVerdict(factsOf(input, { mailbox }))).toMatchObject({ status, subStatus, smtpValid: null });
  });
});

describe("a host's breach of the protocol", () => {
  it.each([
    ['banner', null, 'mail_server_did_not_respond'],
    ['ehlo', 550, 'mail_server_did_not_respond'],
    ['mail', 503, 'mail_server_did_not_respond'],
    ['rcpt', null, 'mail_server_did_not_respond'],
    ['rcpt', 354, 'mail_server_did_not_respond'],
    ['rcpt', 455, 'mail_server_temporary_error'],
    ['rcpt', 550, 'recipient_restricted'],
  ] as const)('is its own at %s (%s): %s', (stage, code, subStatus) => {
    const mailbox = probed({ outcome: 'protocol_error', code }, { stage });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox }))).toMatchObject({ status: 'unknown', subStatus });
  });

  it('is a fault of ours only where no host has spoken', () => {
    const mailbox = probed({ outcome: 'protocol_error', code: null }, { stage: 'connect' });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox })).subStatus).toBe('exception_occurred');
  });
});

describe('an accepted address', () => {
  const accepted = { outcome: 'accepted', code: 250 } as const;

  it.each([
    [{ catchAll: false, truthfulness: 'decides_by_probe' }, 'valid', null, true, false],
    [{ catchAll: null, truthfulness: 'truthful' }, 'valid', null, true, null],
    [{ catchAll: true, truthfulness: 'decides_by_probe' }, 'catch_all', null, true, true],
    [{ catchAll: null, truthfulness: 'decides_by_probe' }, 'unknown', 'catch_all_undetermined', true, null],
    [{ catchAll: null, truthfulness: 'accepts_all' }, 'unknown', 'provider_unverifiable', null, null],
    [{ catchAll: false, truthfulness: 'accepts_all' }, 'unknown', 'provider_unverifiable', null, false],
  ] as const)('with %j: %s/%s', (probe, status, subStatus, smtpValid, isCatchAll) => {
    const mailbox = probed(accepted, probe);
    expect(decideVerdict(factsOf('joe@company.com', { mailbox }))).toMatchObject({
      status,
      subStatus,
      smtpValid,
      isCatchAll,
    });
  });

  it('with 252 is valid once the same host refused a random address', () => {
    const mailbox = probed({ outcome: 'accepted_unverified', code: 252 }, { catchAll: false });
    expect(decideVerdict(factsOf('joe@company.com', { mailbox })).status).toBe('valid');
  });

  it('is trusted less when it is a role, quoted or a look-alike, and stays valid', () => {
    expect(decideVerdict(factsOf('joe.doe@company.com')).confidence).toBe(97);
    expect(decideVerdict(factsOf('info@company.com'))).toMatchObject({ status: 'valid', confidence: 92 });
    expect(decideVerdict(factsOf('info@gmx.de'))).toMatchObject({ status: 'valid', confidence: 97 });
    expect(decideVerdict(factsOf('joe@exаmple-company.com'))).toMatchObject({ status: 'valid', confidence: 87 });
    expect(decideVerdict(factsOf('"joe doe"@company.com'))).toMatchObject({ status: 'valid', confidence: 80 });
  });

  it('at a catch-all is trusted by its looks', () => {
    const mailbox = probed(accepted, { catchAll: true });
    const confidence = (local: string): number =>
      decideVerdict(factsOf(`${local}@company.com`, { mailbox })).confidence;
    expect(confidence('joe.doe')).toBe(65);
    expect(confidence('info')).toBe(60);
    expect(confidence('20394857')).toBe(45);
    expect(confidence('x9f3kq7zz1b')).toBe(40);
  });
});

describe('precedence', () => {
  const full = probed({ outcome: 'mailbox_full', code: 552 });
  const notFound = probed({ outcome: 'mailbox_not_found', code: 550 });

  it('syntax first, with the address that was meant', () => {
    const result = parseAddress('Joe <joe@company.com>');
    if (result.ok) throw new Error('a display name was taken');
    expect(decideVerdict({ fault: result.fault })).toEqual({
      status: 'invalid',
      subStatus: 'failed_syntax_check',
      confidence: 0,
      mxFound: false,
      smtpValid: null,
      isCatchAll: null,
      didYouMean: 'joe@company.com',
      retryable: false,
      layer: 'syntax',
    });
  });

  it('the domain before the list, a definitive "no" before disposable, disposable before full and all else', () => {
    const gone = factsOf('joe@mailinator.com', { domain: { kind: 'not_found' }, mailbox: null });
    expect(decideVerdict(gone).subStatus).toBe('domain_not_found');
    expect(decideVerdict(factsOf('joe@mailinator.com', { mailbox: notFound })).subStatus).toBe('mailbox_not_found');
    expect(decideVerdict(factsOf('joe@mailinator.com', { mailbox: full })).subStatus).toBe('disposable');
    expect(decideVerdict(factsOf('joe@mailinator.com', { domain: { kind: 'timeout' }, mailbox: null }))).toMatchObject({
      status: 'risky',
      subStatus: 'disposable',
      retryable: false,
    });
    const catchAll = probed({ outcome: 'accepted', code: 250 }, { catchAll: true });
    expect(decideVerdict(factsOf('joe@mailinator.com', { mailbox: catchAll }))).toMatchObject({
      status: 'risky',
      subStatus: 'disposable',
      isCatchAll: true,
      smtpValid: true,
      confidence: 20,
    });
  });

  it("a provider's rule needs no mail host", () => {
    expect(decideVerdict(factsOf('joe_doe@gmail.com', { mailbox: null }))).toMatchObject({
      status: 'invalid',
      subStatus: 'provider_rule_violation',
      layer: 'lists',
      mxFound: true,
    });
    const gone = factsOf('joe_doe@gmail.com', { domain: { kind: 'not_found' }, mailbox: null });
    expect(decideVerdict(gone).subStatus).toBe('domain_not_found');
  });
});

describe('did_you_mean', () => {
  const notFound = { domain: { kind: 'not_found' }, mailbox: null } as const;

  it('shows a known slip always, a near domain on weak evidence, and never changes the status', () => {
    expect(decideVerdict(factsOf('joe@hotmial.co.uk'))).toMatchObject({ didYouMean: 'joe@hotmail.co.uk' });
    expect(decideVerdict(factsOf('joe@hotmayil.com'))).toMatchObject({ status: 'valid', didYouMean: null });
    expect(decideVerdict(factsOf('joe@hotmayil.com', notFound))).toMatchObject({
      status: 'invalid',
      didYouMean: 'joe@hotmail.com',
    });
  });
});

describe('retryable', () => {
  it.each([
    ['451 4.7.1 Greylisted', true],
    ['452 4.3.1 Insufficient system storage', true],
    ['421 4.7.0 Too many connections', true],
    ['450 4.1.1 User unknown', true],
    ['550 5.1.1 User unknown', false],
    ['554 5.7.1 blocked using zen.spamhaus.org', false],
    ['452 4.2.2 over quota', false],
    ['250 Ok', false],
  ])('%s: %s', (text, retryable) => {
    expect(verdictOfReply('rcpt', text).retryable).toBe(retryable);
  });
});
