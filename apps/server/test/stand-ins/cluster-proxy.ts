import { freePort } from '../free-port.ts';
import type { StandbyProcess } from '../processes/standby-process.ts';
import { startProxy } from './proxies.ts';

/** HAProxy of Debian with `deploy/proxy/haproxy-cluster.cfg` in front of two servers; `port` is that of pages. */
export async function startClusterProxy([first, second]: readonly [StandbyProcess, StandbyProcess]) {
  const boardsPort = await freePort();
  const proxy = await startProxy('haproxy for a cluster', {
    'bind :7458': `bind 127.0.0.1:${boardsPort}`,
    '10.0.0.5:3000': `127.0.0.1:${first.httpPort}`,
    '10.0.0.6:3000': `127.0.0.1:${second.httpPort}`,
    '10.0.0.5:7459': `127.0.0.1:${first.boardsPort}`,
    '10.0.0.6:7459': `127.0.0.1:${second.boardsPort}`,
    [`${first.boardsPort} check port 3000`]: `${first.boardsPort} check port ${first.httpPort}`,
    [`${second.boardsPort} check port 3000`]: `${second.boardsPort} check port ${second.httpPort}`,
    // Where twenty other processes are busy, a start takes long, and a server that works may respond late.
    'retries 8': 'retries 240',
    'timeout client 1h': 'timeout client 1h\n    timeout check 10s',
  });
  return { ...proxy, boardsPort };
}
