import { createRequire } from 'node:module';

/**
 * Preloaded (`node --import`) into the processes that run the peers: they live in the mail world, and nowhere else. Names
 * are resolved by the scripted DNS server (`PEER_DNS_PORT`), port 25 is the world's (`PEER_SMTP_PORT`), and whatever is not
 * in 127.0.0.0/8 is refused before a packet leaves.
 */
const require = createRequire(import.meta.url);
const dns = require('node:dns');
const net = require('node:net');

const smtpPort = Number(process.env.PEER_SMTP_PORT);
dns.setServers([`127.0.0.1:${process.env.PEER_DNS_PORT}`]);

const isLoopback = (address) => net.isIPv4(address) && address.startsWith('127.');

/** In place of `dns.lookup`, which would ask the system's resolver. */
function lookup(host, options, callback) {
  dns.resolve4(host, (error, addresses = []) => {
    const address = addresses.find(isLoopback);
    if (error ?? address === undefined) callback(error ?? new Error(`${host} has no address in this world`));
    else if (options.all) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  });
}

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  // `net.connect` hands over its arguments as one array of options and callback.
  const [first, second, third] = Array.isArray(args[0]) ? args[0] : args;
  const isPlain = typeof first !== 'object';
  const options = isPlain ? { port: Number(first), host: typeof second === 'string' ? second : undefined } : first;
  const callback = [second, third].find((argument) => typeof argument === 'function');
  const host = options.host ?? '127.0.0.1';
  if (options.path !== undefined || (net.isIP(host) !== 0 && !isLoopback(host))) {
    queueMicrotask(() => this.destroy(new Error(`${options.path ?? host} is not in this world`)));
    return this;
  }
  const port = Number(options.port) === 25 ? smtpPort : Number(options.port);
  return connect.call(this, { ...options, host, port, lookup, family: 4 }, ...(callback ? [callback] : []));
};
