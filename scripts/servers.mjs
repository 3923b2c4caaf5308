import { connect } from 'node:net';

/** The servers of the distributed set-up for tests and benches: the variable that names each, and where it is by default. */
const SERVERS = [
  { name: 'MySQL', variable: 'TEST_MYSQL_URL', url: 'mysql://root@127.0.0.1:3306', port: 3306 },
  { name: 'Redis', variable: 'TEST_REDIS_URL', url: 'redis://127.0.0.1:6379', port: 6379 },
];

/** Tries a connection to each server; `missing` names those that do not answer, with their address. */
export async function serversInReach() {
  const found = await Promise.all(
    SERVERS.map(async ({ name, variable, url, port: usualPort }) => {
      const { hostname, port } = new URL(process.env[variable] ?? url);
      const server = { host: hostname, port: Number(port || usualPort) };
      return { place: `${name} (${server.host}:${server.port})`, isUp: await answers(server) };
    }),
  );
  return { missing: found.filter(({ isUp }) => !isUp).map(({ place }) => place) };
}

function answers(server) {
  return new Promise((resolve) => {
    const socket = connect({ ...server, timeout: 2000 });
    const end = (isUp) => () => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false));
  });
}
