import type { Clock } from '../../ports';
import type { Classified, Stage } from '../replies/outcome';
import { CircuitBreakers, type BreakerScope } from './circuit-breakers';

let now = 0;
const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
let refusals: CircuitBreakers;

beforeEach(() => {
  now = 1_000_000;
  refusals = new CircuitBreakers(clock);
});

const classified = (more: Partial<Classified>): Classified => ({
  outcome: 'sender_blocked',
  reason: 'blocklist',
  code: 550,
  enhanced: '5.7.1',
  certainty: 'high',
  text: 'client host blocked using our block list',
  ...more,
});

const M365 = 'evil-com.mail.protection.outlook.com';
const of = (host: string, domain: string, tenant = 'attacker'): BreakerScope => ({ host, domain, tenant });

function refuse(times: number, asked: (index: number) => BreakerScope, stage: Stage = 'rcpt'): void {
  for (let index = 0; index < times; index++) {
    const question = asked(index);
    if (!refusals.of(question)) refusals.record({ classified: classified({}), stage }, question);
  }
}

const isClosed = (host: string, domain: string, tenant = 'victim'): boolean =>
  refusals.of(of(host, domain, tenant)) !== undefined;

describe('a refusal after the recipient was named', () => {
  it('closes that registrable domain and no more, however many of its names are asked', () => {
    refuse(20, (index) => of(M365, `${'abcdefghij'.charAt(index % 10)}${index}.evil.com`));
    expect(isClosed(M365, 'z.evil.com')).toBe(true);
    expect(isClosed('victim-com.mail.protection.outlook.com', 'victim.com')).toBe(false);
    expect(isClosed(M365, 'other.com', 'attacker')).toBe(false);
  });

  it('closes the provider for one tenant to whom five domains in a row are refused, and for nobody else', () => {
    refuse(50, (index) => of(M365, `evil${index}.com`));
    expect(isClosed(M365, 'victim.com', 'attacker')).toBe(true);
    refuse(50, (index) => of(M365, `evil${index}.com`, 'his second organization'));
    expect(isClosed(M365, 'victim.com')).toBe(false);
  });

  it('closes nothing for him where somebody was accepted between', () => {
    refuse(4, (index) => of(M365, `evil${index}.com`));
    refusals.record(
      { classified: classified({ outcome: 'accepted', code: 250 }), stage: 'rcpt' },
      of(M365, 'fine.com'),
    );
    refuse(4, (index) => of(M365, `other${index}.com`));
    expect(isClosed(M365, 'victim.com', 'attacker')).toBe(false);
  });
});

describe('a refusal before it', () => {
  it.each(['banner', 'ehlo', 'mail'] as const)('closes the provider, for all: %s', (stage) => {
    refuse(3, (index) => of('mx1.mail.ovh.net', `some${index}.com`), stage);
    expect(isClosed('mx2.mail.ovh.net', 'victim.com')).toBe(true);
  });

  it.each([
    ['vps-1234abcd.vps.ovh.net', 'mx1.mail.ovh.net'],
    ['customer.kundenserver.de', 'mx00.kundenserver.de'],
    ['me.fbx.free.fr', 'mx1.free.fr'],
    ['vm17.hoster.example', 'mx.hoster.example'],
    ['mx1.evil.iphmx.com', 'mx1.victim.iphmx.com'],
    ['mx0a-00evil.pphosted.com', 'mx0a-00victim.pphosted.com'],
  ])('at a machine of a customer (%s) closes nothing of the hoster', (machine, host) => {
    refuse(10, (index) => of(machine, `evil${index}.com`), 'banner');
    expect(isClosed(machine, 'evil.com')).toBe(true);
    expect(isClosed(host, 'victim.com')).toBe(false);
  });
});

describe('a provider whose customers have hosts of their own', () => {
  const hosts = ['mx1.one.iphmx.com', 'mx1.two.iphmx.com'];
  const refuseAt = (host: string, tenant: string): void => {
    const asked = of(host, 'some.com', tenant);
    refusals.record({ classified: classified({}), stage: 'banner' }, asked);
  };

  it('is closed by several of them, asked by several', () => {
    for (const [index, host] of hosts.entries()) refuseAt(host, `tenant ${index}`);
    expect(isClosed('mx1.victim.iphmx.com', 'victim.com')).toBe(true);
    now += 16 * 60_000;
    // One customer's machine that is asked first after the pause closes it no longer.
    expect(isClosed('mx1.one.iphmx.com', 'some.com')).toBe(false);
    refuseAt('mx1.one.iphmx.com', 'tenant 0');
    expect(isClosed('mx1.victim.iphmx.com', 'victim.com')).toBe(false);
  });

  it('stays open when one tenant, or one host, or an answer between says otherwise', () => {
    for (const host of hosts) refuseAt(host, 'attacker');
    expect(isClosed('mx1.victim.iphmx.com', 'victim.com')).toBe(false);
    const accepted = classified({ outcome: 'accepted', code: 250 });
    refusals.record({ classified: accepted, stage: 'rcpt' }, of('mx1.three.iphmx.com', 'fine.com'));
    refuseAt('mx1.one.iphmx.com', 'somebody');
    expect(isClosed('mx1.victim.iphmx.com', 'victim.com')).toBe(false);
  });
});

describe('the question after a pause', () => {
  const host = 'mx1.mail.ovh.net';

  it.each(['banner', 'mail'] as const)('closes for twice as long when it is refused again at %s', (stage) => {
    refuse(3, (index) => of(host, `some${index}.com`), stage);
    now += 16 * 60_000;
    refuse(1, () => of(host, 'some.com'), stage);
    now += 29 * 60_000;
    expect(isClosed(host, 'victim.com')).toBe(true);
  });

  it('opens the host when only its recipient is refused, in whatever words', () => {
    refuse(3, (index) => of(host, `some${index}.com`), 'mail');
    now += 16 * 60_000;
    refuse(1, () => of(host, 'evil.com'));
    expect(isClosed(host, 'victim.com')).toBe(false);
    expect(isClosed(host, 'victim.com')).toBe(false);
  });
});

describe('memory and warnings', () => {
  it('stay small, whatever names are made up', () => {
    for (let index = 0; index < 12_000; index++) {
      refuse(3, () => of(`mx.evil${index}.test`, `evil${index}.test`), 'banner');
    }
    expect(refusals.alarms()).toHaveLength(50);
  });

  it('end some time after the pause, when nobody asks there any more', () => {
    refuse(3, () => of('mx.gone.test', 'gone.test'), 'banner');
    expect(refusals.alarms()).toMatchObject([{ key: 'mx.gone.test' }]);
    now += 31 * 60_000;
    expect(refusals.alarms()).toEqual([]);
  });
});
