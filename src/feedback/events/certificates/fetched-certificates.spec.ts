import { selfSignedCertificate } from '../../../../test/world/smtp/self-signed-certificate';
import { CertificateUnavailableError } from '../feedback-provider';
import { FetchedCertificates } from './fetched-certificates';

const MINUTE = 60_000;
const { cert } = selfSignedCertificate('sns.amazonaws.com', 'rsa');
const IN_2026 = Date.UTC(2026, 0, 5);

function world(): {
  certificates: FetchedCertificates;
  fetched: string[];
  clock: { now: number };
  answer: { status: number; body: string };
} {
  const fetched: string[] = [];
  const clock = { now: IN_2026 };
  const answer = { status: 200, body: cert };
  const certificates = new FetchedCertificates({
    get: (url) => {
      fetched.push(url);
      if (answer.status === -1) return Promise.reject(new Error('away'));
      return Promise.resolve({ status: answer.status, body: Buffer.from(answer.body) });
    },
    now: () => clock.now,
  });
  return { certificates, fetched, clock, answer };
}

it('fetches a certificate once a day, however many ask', async () => {
  const { certificates, fetched, clock } = world();
  const [first, second] = await Promise.all(['a', 'a'].map((url) => certificates.certificateFor(url)));
  expect(first?.asymmetricKeyType).toBe('rsa');
  expect(second).toBe(first);
  clock.now += 23 * 60 * MINUTE;
  await certificates.certificateFor('a');
  expect(fetched).toEqual(['a']);
  clock.now += 2 * 60 * MINUTE;
  await certificates.certificateFor('a');
  expect(fetched).toEqual(['a', 'a']);
});

it('remembers for a minute what could not be fetched', async () => {
  const { certificates, fetched, clock, answer } = world();
  answer.status = 404;
  await expect(certificates.certificateFor('a')).rejects.toThrow(CertificateUnavailableError);
  await expect(certificates.certificateFor('a')).rejects.toThrow('404');
  expect(fetched).toEqual(['a']);
  clock.now += MINUTE + 1;
  answer.status = 200;
  await certificates.certificateFor('a');
  expect(fetched).toEqual(['a', 'a']);
});

it('asks again soon where nobody answered', async () => {
  const { certificates, fetched, clock, answer } = world();
  answer.status = -1;
  await expect(certificates.certificateFor('a')).rejects.toThrow('away');
  answer.status = 200;
  await expect(certificates.certificateFor('a')).rejects.toThrow(CertificateUnavailableError);
  clock.now += 10_001;
  await certificates.certificateFor('a');
  expect(fetched).toEqual(['a', 'a']);
});

it('fetches no more than so many a minute', async () => {
  const { certificates, fetched, clock } = world();
  for (let index = 0; index < 20; index += 1) await certificates.certificateFor(`a${index}`);
  await expect(certificates.certificateFor('b')).rejects.toThrow('within a minute');
  await expect(certificates.certificateFor('a3')).resolves.toBeDefined();
  expect(fetched).toHaveLength(20);
  clock.now += MINUTE;
  await certificates.certificateFor('b');
  expect(fetched).toHaveLength(21);
});

it.each([
  ['before its time', cert, Date.UTC(2019, 0)],
  ['behind its time', cert, Date.UTC(2050, 1)],
  ['of another kind of key', selfSignedCertificate('sns.amazonaws.com', 'ec').cert, IN_2026],
  ['that is none', 'hello', IN_2026],
  ['that is empty', '', IN_2026],
])('takes no certificate %s', async (_what, body, now) => {
  const { certificates, clock, answer } = world();
  clock.now = now;
  answer.body = body;
  await expect(certificates.certificateFor('a')).rejects.toThrow(CertificateUnavailableError);
});
