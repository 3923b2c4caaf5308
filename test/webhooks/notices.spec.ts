import { OPERATOR } from '../../src/audit/actor';
import { AccountOpening } from '../../src/credits/account-opening';
import { WebhookSender } from '../../src/webhooks/delivery/webhook-sender';
import type { WebhookEndpoint } from '../../src/webhooks/webhook-endpoint.entity';
import { WebhookEndpoints } from '../../src/webhooks/webhook-endpoints.service';
import { WebhookDeliveries } from '../../src/webhooks/webhook-deliveries.service';
import type { BatchService } from '../batches/batch-service';
import { eventually } from '../support/eventually';
import { Mailbox } from '../support/mailbox';
import { makeSetUp, setUps, type SetUp } from '../support/set-ups';
import { Receiver } from './receiver';
import { deliveriesOf, register, startWebhookService } from './webhook-service';

const DAY = 86_400_000;
const FAILS = 'A webhook fails / Ein Webhook schlägt fehl';
const IS_OFF = 'A webhook was switched off / Ein Webhook wurde abgeschaltet';

describe.each(setUps)('mail about webhooks, %s', (setUpName) => {
  let setUp: SetUp;
  let service: BatchService;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let people = 0;

  beforeAll(async () => {
    [setUp, mailbox] = await Promise.all([makeSetUp(setUpName), Mailbox.open()]);
    const env = { SMTP_SUBMISSION_URL: mailbox.url, MAIL_FROM: 'service@sender.test', LOG_LEVEL: 'fatal' };
    service = await startWebhookService(setUp, { env });
  });

  afterAll(async () => {
    await service.stop();
    await mailbox.close();
    await setUp.remove();
  });

  beforeEach(async () => {
    receiver = await Receiver.start();
    receiver.answer = (response) => response.writeHead(500).end();
  });

  afterEach(async () => {
    await receiver.stop();
  });

  async function person(): Promise<{ email: string; accountId: number; organizationId: number }> {
    people += 1;
    const email = `person${people}@people.test`;
    return { email, ...(await service.app.get(AccountOpening).openAccount(email, null)) };
  }

  async function joins(organizationId: number, role: string): Promise<{ email: string; accountId: number }> {
    const { email, accountId } = await person();
    const values = [accountId, organizationId, role, service.clock.now()];
    await service.database.execute(
      'INSERT INTO memberships (account_id, organization_id, role, created_at) VALUES (?, ?, ?, ?)',
      values,
    );
    return { email, accountId };
  }

  /** Sends a test; resolves once it was tried. It is not tried again. */
  async function tryOnce(endpoint: WebhookEndpoint): Promise<void> {
    const eventId = await service.app.get(WebhookDeliveries).test(endpoint.organizationId, endpoint.id);
    await eventually('it is tried', async () =>
      (await deliveriesOf(service, endpoint)).some(
        ({ delivery, event }) => event.id === eventId && delivery.attempts > 0 && delivery.claim === null,
      ),
    );
    await service.database.execute('UPDATE webhook_deliveries SET next_attempt_at = NULL WHERE endpoint_id = ?', [
      endpoint.id,
    ]);
  }

  const subjectsTo = (email: string): string[] =>
    mailbox.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  it('goes to owners and admins, once when it has failed for a day, and once when it is switched off', async () => {
    const { organizationId, email: owner } = await person();
    const [admin, member, viewer, away] = [
      await joins(organizationId, 'admin'),
      await joins(organizationId, 'member'),
      await joins(organizationId, 'viewer'),
      await joins(organizationId, 'admin'),
    ];
    await service.database.execute('UPDATE accounts SET disabled_at = 1 WHERE id = ?', [away.accountId]);
    await service.database.execute('UPDATE organizations SET name = ? WHERE id = ?', ['Müller & Co', organizationId]);
    const { endpoint } = await register(service, organizationId, `${receiver.origin}/secret-path`);
    await tryOnce(endpoint);
    service.clock.forward(DAY - 60_000);
    await tryOnce(endpoint);
    expect(mailbox.mails).toEqual([]);
    service.clock.forward(120_000);
    await tryOnce(endpoint);
    const mail = await mailbox.next(owner);
    expect(mail.text).toContain(
      `Webhook ${endpoint.id} of the organization "Müller & Co", to 127.0.0.1:${receiver.port},`,
    );
    expect(mail.text).toContain(`Webhook ${endpoint.id} der Organisation „Müller & Co“`);
    expect(mail.text).toContain(`https://check.example.org/dashboard/#/o/${organizationId}/webhooks\n`);
    expect(mail.text).not.toContain('secret-path');
    await mailbox.next(admin.email);
    for (let day = 0; day < 4; day += 1) {
      await tryOnce(endpoint);
      service.clock.forward(DAY);
    }
    await tryOnce(endpoint);
    await mailbox.next(owner, 2);
    await mailbox.next(admin.email, 2);
    for (const { email } of [{ email: owner }, admin]) expect(subjectsTo(email).map(decoded)).toEqual([FAILS, IS_OFF]);
    expect([member, viewer, away].flatMap(({ email }) => subjectsTo(email))).toEqual([]);

    // Switched on again, it begins anew.
    await service.app.get(WebhookEndpoints).setDisabled(organizationId, endpoint.id, false, OPERATOR);
    await tryOnce(endpoint);
    service.clock.forward(DAY + 60_000);
    await tryOnce(endpoint);
    await mailbox.next(owner, 3);
    expect(subjectsTo(owner).map(decoded)).toEqual([FAILS, IS_OFF, FAILS]);
  });

  it('goes out when a receiver wants nothing more', async () => {
    const { organizationId, email } = await person();
    const { endpoint } = await register(service, organizationId, receiver.origin);
    receiver.answer = (response) => response.writeHead(410).end();
    await tryOnce(endpoint);
    const { subject, text } = await mailbox.next(email);
    expect([decoded(subject), text.includes('status 410')]).toEqual([IS_OFF, true]);
  });

  it('is not sent when somebody switches it off', async () => {
    const { organizationId, email } = await person();
    const { endpoint } = await register(service, organizationId, receiver.origin);
    await service.app.get(WebhookEndpoints).setDisabled(organizationId, endpoint.id, true, OPERATOR);
    const other = await person();
    const { endpoint: gone } = await register(service, other.organizationId, receiver.origin);
    receiver.answer = (response) => response.writeHead(410).end();
    await tryOnce(gone);
    await mailbox.next(other.email);
    expect(subjectsTo(email)).toEqual([]);
  });

  it('goes out once where two find it out at a time', async () => {
    const { organizationId, email } = await person();
    const { endpoint } = await register(service, organizationId, receiver.origin);
    await tryOnce(endpoint);
    service.clock.forward(DAY + 60_000);
    const held: (() => void)[] = [];
    receiver.answer = (response) => {
      held.push(() => response.writeHead(500).end());
      if (held.length === 2) for (const answer of held) answer();
    };
    for (let number = 0; number < 2; number += 1)
      await service.app.get(WebhookDeliveries).test(organizationId, endpoint.id);
    const send = () => service.app.get(WebhookSender).send(endpoint.id, () => true, new AbortController().signal);
    await Promise.all([send(), send()]);
    await mailbox.next(email);
    receiver.answer = (response) => response.writeHead(410).end();
    await tryOnce(endpoint);
    await mailbox.next(email, 2);
    expect(subjectsTo(email).map(decoded)).toEqual([FAILS, IS_OFF]);
  });
});

/** Out of encoded words (RFC 2047), if it is in some. */
function decoded(subject: string): string {
  return subject
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(
        text.replace(/_/g, ' ').replace(/=([0-9A-F]{2})/g, (__, hex: string) => String.fromCharCode(parseInt(hex, 16))),
        'latin1',
      ).toString('utf8'),
    )
    .replace(/=\?utf-8\?b\?([^?]*)\?=/gi, (_, text: string) => Buffer.from(text, 'base64').toString('utf8'));
}
