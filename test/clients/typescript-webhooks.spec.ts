import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookSignatureError } from '../../clients/typescript/src';

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const old = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const body = JSON.stringify({ type: 'test', timestamp: '2026-11-28T09:30:00.000Z', data: { text: 'Grüße' } });

  function headersOf({ key = secret, at = new Date(), of = body } = {}): Record<string, string> {
    return {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign('evt_1', at, of),
    };
  }

  it('takes what Standard Webhooks signs, as text or bytes, by headers of Node and of fetch', async () => {
    const headers = headersOf();
    expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret)).toEqual(JSON.parse(body));
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(await verifyWebhook(body, capitals, secret)).toEqual(JSON.parse(body));
  });

  it('takes each of several secrets and signatures', async () => {
    const headers = headersOf();
    const both = `${headersOf({ key: old })['webhook-signature'] ?? ''} ${headers['webhook-signature'] ?? ''} v1a,xyz`;
    expect(await verifyWebhook(body, headers, [old, secret])).toEqual(JSON.parse(body));
    expect(await verifyWebhook(body, { ...headers, 'webhook-signature': both }, secret)).toEqual(JSON.parse(body));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['another body', () => verifyWebhook(`${body} `, headersOf(), secret)],
    ['another secret', () => verifyWebhook(body, headersOf({ key: old }), secret)],
    ['another id', () => verifyWebhook(body, { ...headersOf(), 'webhook-id': 'evt_2' }, secret)],
    ['no signature', () => verifyWebhook(body, { ...headersOf(), 'webhook-signature': undefined }, secret)],
    ['another version', () => verifyWebhook(body, { ...headersOf(), 'webhook-signature': 'v2,AAAA' }, secret)],
    [
      'a signature that is no base64',
      () => verifyWebhook(body, { ...headersOf(), 'webhook-signature': 'v1,%' }, secret),
    ],
    ['a time that is none', () => verifyWebhook(body, { ...headersOf(), 'webhook-timestamp': 'now' }, secret)],
    ['an old one', () => verifyWebhook(body, headersOf({ at: new Date(Date.now() - 301_000) }), secret)],
    ['one of the future', () => verifyWebhook(body, headersOf({ at: new Date(Date.now() + 302_000) }), secret)],
  ])('refuses %s', async (_, verify) => {
    await expect(verify()).rejects.toThrow(WebhookSignatureError);
  });

  it('takes an old one where it may', async () => {
    const headers = headersOf({ at: new Date(Date.now() - 3_000_000) });
    expect(await verifyWebhook(body, headers, secret, { toleranceSeconds: 3600 })).toEqual(JSON.parse(body));
  });

  it('says that a secret is none', async () => {
    await expect(verifyWebhook(body, headersOf(), 'whsec_%%')).rejects.toThrow(TypeError);
  });

  it.each([[undefined], [''], [[]], [[undefined, '']]])(
    'says that there is no secret, whatever came: %j',
    async (secrets) => {
      for (const headers of [headersOf(), {}]) {
        const fault = await verifyWebhook(body, headers, secrets as string).catch((error: unknown) => error);
        expect(fault).toBeInstanceOf(TypeError);
        expect((fault as Error).message).toMatch(/secret of the webhook is missing/);
      }
    },
  );

  it.each([[{ type: 'test' }], [undefined], [5], [['x']]])('says that a body is parsed already: %j', async (parsed) => {
    const fault = await verifyWebhook(parsed as unknown as string, headersOf(), secret).catch(
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(TypeError);
    expect((fault as Error).message).toMatch(/before anything parses it/);
  });

  it('takes a secret with the line end of its file', async () => {
    expect(await verifyWebhook(body, headersOf(), `${secret}\n`)).toEqual(JSON.parse(body));
  });
});
