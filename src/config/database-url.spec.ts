import { parseDatabaseUrl } from './database-url';

const address = { host: 'db', port: 3306, username: 'user', password: '', name: 'evs' };

describe('DATABASE_URL', () => {
  it.each([
    ['mysql://user@db/evs', address],
    ['mysql://db/evs', { ...address, username: '' }],
    ['MYSQL://user@db:3307/evs', { ...address, port: 3307 }],
    ['mysql://user@[::1]/evs', { ...address, host: '::1' }],
    [
      'mysql://user:secret@[fe80::1%eth0]:3307/evs',
      { ...address, host: 'fe80::1%eth0', port: 3307, password: 'secret' },
    ],
    ['mysql://user:p@ss/w#rd?%:é@db/evs', { ...address, password: 'p@ss/w#rd?%:é' }],
    ['mysql://user:p%40ss%2Fw%23rd%25@db/evs', { ...address, password: 'p@ss/w#rd%' }],
    ['mysql://us%40er:%zz%ff@db/evs', { ...address, username: 'us@er', password: '%zz%ff' }],
    ['mysql://user@db/my%20evs', { ...address, name: 'my evs' }],
  ])('reads %s', (text, wanted) => {
    expect(parseDatabaseUrl(text)).toEqual(wanted);
  });

  it.each([
    ['postgres://db/evs', /form mysql:/],
    ['mysql://user@db/evs?ssl-mode=REQUIRED', /DATABASE_TLS/],
    ['mysql://user:p@ss@db/evs?ssl={"ca":"x"}', /DATABASE_TLS/],
    ['mysql://user@db/evs#tls', /no parameters/],
    ['mysql://user@::1/evs', /IPv6 hosts stand in brackets/],
    ['mysql://user@db:0/evs', /must name a host/],
    ['mysql://user@db:70000/evs', /must name a host/],
    ['mysql://user@/evs', /must name a host/],
    ['mysql://user@db', /must end with the name/],
    ['mysql://user@db/', /must end with the name/],
    ['mysql://user@db/a/b', /must end with the name/],
  ])('refuses %s', (text, sentence) => {
    expect(parseDatabaseUrl(text)).toMatch(sentence);
  });
});
