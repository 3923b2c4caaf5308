import { NameServers, parseNameServer, systemNameServers } from './name-servers';

describe('parseNameServer', () => {
  it.each([
    ['192.0.2.1', { address: '192.0.2.1', port: 53 }],
    ['192.0.2.1:5353', { address: '192.0.2.1', port: 5353 }],
    ['2001:db8::1', { address: '2001:db8::1', port: 53 }],
    ['[2001:db8::1]', { address: '2001:db8::1', port: 53 }],
    ['[2001:db8::1]:5353', { address: '2001:db8::1', port: 5353 }],
  ])('reads %s', (text, expected) => {
    expect(parseNameServer(text)).toEqual(expected);
  });

  it.each(['', 'dns.test', '192.0.2', '192.0.2.1:0', '192.0.2.1:65536', '192.0.2.1:', '[2001:db8::1]:x', '[192.0.2'])(
    'refuses %p',
    (text) => {
      expect(parseNameServer(text)).toBeNull();
    },
  );

  it('reads the servers of this machine', () => {
    for (const server of systemNameServers()) expect(server.port).toBeGreaterThan(0);
    expect(systemNameServers().length).toBeGreaterThan(0);
  });
});

describe('NameServers', () => {
  const addresses = [
    { address: '127.0.0.1', port: 1 },
    { address: '127.0.0.1', port: 2 },
  ];
  const ports = (servers: NameServers, now: number): number[] => servers.inOrder(now).map((server) => server.port);

  it('sends a server that timed out three times in a row to the end of the line for half a minute', () => {
    const servers = new NameServers(addresses);
    const [first] = servers.inOrder(0);
    servers.timedOut(first!, 0);
    servers.timedOut(first!, 0);
    expect(ports(servers, 1)).toEqual([1, 2]);
    servers.timedOut(first!, 0);
    expect(ports(servers, 1)).toEqual([2, 1]);
    expect(ports(servers, 30_001)).toEqual([1, 2]);
  });

  it('forgives time-outs at the first answer', () => {
    const servers = new NameServers(addresses);
    const [first] = servers.inOrder(0);
    for (let i = 0; i < 3; i++) servers.timedOut(first!, 0);
    servers.answered(first!);
    servers.timedOut(first!, 0);
    expect(ports(servers, 1)).toEqual([1, 2]);
  });

  it('still asks when all of them rest', () => {
    const servers = new NameServers(addresses);
    for (const server of servers.inOrder(0)) for (let i = 0; i < 3; i++) servers.timedOut(server, 0);
    expect(ports(servers, 1)).toEqual([1, 2]);
  });
});
