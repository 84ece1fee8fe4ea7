import { freePort } from '../free-port.ts';
import type { StandbyProcess } from '../processes/standby-process.ts';
import { thisMachine } from './machine.ts';
import { startProxy } from './proxies.ts';

interface ServerPorts {
  /** Where it listens; usually at this machine. */
  readonly host?: string;
  readonly httpPort: number;
  readonly boardsPort: number;
}

/** HAProxy of Debian with `deploy/proxy/haproxy-cluster.cfg` in front of two servers; `port` is that of pages. */
export async function startClusterProxy(servers: readonly [StandbyProcess, StandbyProcess]) {
  const { boardsPort, places } = await clusterPlaces(servers);
  const proxy = await startProxy('haproxy for a cluster', {
    ...places,
    // Where twenty other processes are busy, a start takes long, and a server that works may respond late.
    'retries 8': 'retries 240',
    'timeout client 1h': 'timeout client 1h\n    timeout check 10s',
  });
  return { ...proxy, boardsPort };
}

/** What of the example is another text in front of these two or more servers, and the port that boards connect to. */
export async function clusterPlaces(servers: readonly ServerPorts[]) {
  const boardsPort = await freePort();
  const places: Record<string, string> = { 'bind :7458': `bind 127.0.0.1:${boardsPort}` };
  for (const line of linesOfSecond)
    places[line] = [line, ...servers.slice(2).map((_, more) => lineOf(line, more + 2))].join('\n    ');
  for (const [index, { host = thisMachine.host, httpPort, boardsPort: behind }] of servers.entries()) {
    places[`${addressOf(index)}:3000`] = `${host}:${httpPort}`;
    places[`${addressOf(index)}:7459`] = `${host}:${behind}`;
    places[`${behind} check port 3000`] = `${behind} check port ${httpPort}`;
  }
  return { boardsPort, places };
}

const linesOfSecond = [
  'server barn-2 10.0.0.6:3000',
  'server barn-2-any 10.0.0.6:3000 backup no-check track any/barn-2',
  'server barn-2 10.0.0.6:7459 check port 3000 send-proxy-v2',
  'server barn-2-any 10.0.0.6:7459 backup no-check track any/barn-2 send-proxy-v2',
];

const addressOf = (index: number) => `10.0.0.${5 + index}`;

/** The line of the second server, of a further one. */
const lineOf = (line: string, index: number) =>
  line.replaceAll('barn-2', `barn-${index + 1}`).replace(addressOf(1), addressOf(index));
