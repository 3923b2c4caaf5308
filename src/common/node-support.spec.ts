import { nodeEndsSqlite, nodeOutOfSupport } from './node-support';

const AUTUMN_2026 = Date.parse('2026-11-28');

describe('the warning about a Node without security fixes', () => {
  it.each(['22.23.3', '24.21.0', '26.0.0'])('is not given for %s', (version) => {
    expect(nodeOutOfSupport(version, AUTUMN_2026)).toBeUndefined();
  });

  it('names the day and what to do', () => {
    expect(nodeOutOfSupport('20.20.2', AUTUMN_2026)).toBe(
      'Node 20.20.2 has had no security fixes since 2026-04-30: run the service on Node 22.',
    );
    expect(nodeOutOfSupport('22.12.0', Date.parse('2027-05-01'))).toContain('2027-04-30');
  });

  it('is given for odd releases', () => {
    expect(nodeOutOfSupport('23.1.0', AUTUMN_2026)).toContain('no long-term release');
  });
});

describe('the warning about a Node that ends processes with SQLite', () => {
  it.each([
    ['20.20.2', false],
    ['22.23.3', false],
    ['24.18.0', false],
    ['24.19.0', true],
    ['26.0.0', true],
  ])('for %s: %s', (version, isGiven) => {
    expect(nodeEndsSqlite(version) !== undefined).toBe(isGiven);
  });
});
