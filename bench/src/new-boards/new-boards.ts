import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { startChild } from '../child.ts';
import { insertDevices } from '../devices/device-rows.ts';
import { type BenchServer, startServer } from '../server.ts';

/** What the process that plays the boards gets. */
export interface NewBoardsRequest {
  readonly port: number;
  readonly tls: boolean;
  readonly boards: number;
  /** The boards of each round have ids of their own. */
  readonly round: number;
  readonly username: string;
}

/** Milliseconds from CONNECT to CONNACK, and from the first TCP packet to CONNACK. */
export interface NewBoardsResult {
  readonly connack: { readonly p50: number; readonly p99: number; readonly worst: number };
  readonly whole: { readonly p50: number; readonly p99: number };
  readonly refused: number;
}

/**
 * New boards with the connection key that come all at once, as after a delivery or in a class: how long each waits for its CONNACK. The
 * library gives up after a second and comes back 15 s later. A page is open meanwhile, which requests the list whenever it changed. Options:
 * `boards`, `rounds`, and `devices` (how many the account has before).
 */
export async function newBoardsBench(options: Map<string, string>): Promise<void> {
  const boards = Number(options.get('boards') ?? 200);
  const rounds = Number(options.get('rounds') ?? 3);
  const devices = Number(options.get('devices') ?? 1_000);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-new-boards-'));
  // Without the web app, which plays no part here, it warns before it is ready.
  const settings = { LOG_LEVEL: 'error' };
  const first = await startServer([], directory, settings);
  await insertDevices(first.database, devices);
  await first.stop();
  const server = await startServer([], directory, settings);
  const page = openPage(server);
  let round = 0;
  for (const tls of [false, true]) {
    for (let n = 0; n < rounds; n += 1) {
      round += 1;
      const request: NewBoardsRequest = {
        tls,
        boards,
        round,
        username: server.username,
        port: tls ? server.tlsPort : server.plainPort,
      };
      const child = startChild('new-boards/new-boards-peer.ts', [JSON.stringify(request)]);
      const { connack, whole, refused } = await child.nextLine<NewBoardsResult>();
      await child.stop();
      console.log(
        `${boards} new boards over ${tls ? 'TLS' : 'TCP'}: CONNACK p50 ${connack.p50} ms, p99 ${connack.p99} ms, worst ${connack.worst} ms ` +
          `(goal: p99 < 1,000 ms); with the handshake p50 ${whole.p50} ms, p99 ${whole.p99} ms; ${refused} refused`,
      );
    }
  }
  const { rows } = await server.database.query<{ count: number }>('select count(*)::int as count from devices');
  console.log(
    `${(rows[0]?.count ?? 0) - devices} of ${boards * round} are devices; the page asked for the list ${page.requested()} times`,
  );
  await page.close();
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}

/** The list of devices in a browser, without the browser. */
function openPage({ http, token }: BenchServer) {
  const socket = new WebSocket(`${http.replace('http', 'ws')}/api/live`);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  let [requested, isBehind] = [0, false];
  let request: Promise<void> | undefined;
  const requestJoin = async () => {
    while (isBehind) {
      isBehind = false;
      requested += 1;
      const response = await fetch(`${http}/api/device/`, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
    }
    request = undefined;
  };
  socket.on('message', (data) => {
    if ((JSON.parse(String(data)) as { type: string }).type !== 'devices') return;
    isBehind = true;
    request ??= requestJoin();
  });
  return {
    requested: () => requested,
    async close() {
      socket.close();
      await request;
    },
  };
}
