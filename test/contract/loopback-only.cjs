/** Preloaded by the service that is fuzzed: whatever a request makes it dial, nothing leaves this machine. */
const dns = require('node:dns');
const net = require('node:net');

const connect = net.Socket.prototype.connect;
const lookup = dns.lookup;

net.Socket.prototype.connect = function (...given) {
  const [options] = Array.isArray(given[0]) ? given[0] : given;
  const host = typeof options === 'object' ? (options.path === undefined ? options.host : undefined) : given[1];
  if (host !== undefined && host !== 'localhost' && !/^127\./.test(host)) {
    process.nextTick(() => this.destroy(Object.assign(new Error(`No way to ${host}.`), { code: 'ENETUNREACH' })));
    return this;
  }
  return connect.apply(this, given);
};

dns.lookup = (name, options, done = options) => {
  if (net.isIP(name) !== 0 || name === 'localhost') {
    lookup(name, options, done);
    return;
  }
  process.nextTick(done, Object.assign(new Error(`Nobody knows ${name}.`), { code: 'ENOTFOUND' }));
};
