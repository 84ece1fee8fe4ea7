import { connect } from 'node:net';
import { type Attack, type Attacker, type AttackOrder, repeat, type Tally, until, wait } from '../attack.ts';
import { HttpClient } from '../http-client.ts';
import { startDevice } from '../own-device.ts';

type Turn = { readonly attacker: Attacker; readonly client: HttpClient };

/** Each account does the same, again and again. */
const eachAccount = (
  { what, accounts, pauseMs = 100 }: { what: string; accounts: number; pauseMs?: number },
  action: (turn: Turn, tally: Tally, signal: AbortSignal) => Promise<number>,
): Attack => ({
  what,
  accounts,
  async run(order: AttackOrder, tally, signal) {
    const clients = order.attackers.map((attacker) => ({
      attacker,
      client: new HttpClient(order.http, attacker.address),
    }));
    await Promise.all(
      clients.map((turn) =>
        repeat(1, signal, async () => {
          tally.sent += 1;
          const status = await action(turn, tally, signal);
          if (!signal.aborted) tally.end(status);
          await wait(pauseMs);
        }),
      ),
    );
    for (const { client } of clients) client.close();
  },
});

const devices = new WeakMap<Turn, string>();

export const silentImports = eachAccount(
  { what: '10 accounts announce imports and send nothing', accounts: 10 },
  async (turn) => {
    const { attacker, client } = turn;
    const espid = devices.get(turn) ?? (await startDevice(client, attacker.token));
    devices.set(turn, espid);
    const path = `/api/device/${encodeURIComponent(espid)}/imports`;
    const body = { name: 'values.csv', bytes: 50 * 1024 * 1024 };
    return (await client.call({ method: 'POST', path, token: attacker.token, body })).status;
  },
);

export const virtualBoards = eachAccount(
  { what: '50 accounts start virtual boards', accounts: 50, pauseMs: 1_000 },
  async ({ attacker, client }) =>
    (await client.call({ method: 'POST', path: '/api/virtual-board', token: attacker.token })).status,
);

/** A byte a second of an image of 16 MB, on two connections of each account. */
export const slowUploads: Attack = {
  what: '4 accounts upload firmware a byte a second',
  accounts: 4,
  async run(order, tally, signal) {
    const { port } = new URL(order.http);
    const upload = async ({ token, address }: Attacker) => {
      tally.sent += 1;
      const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address });
      let status = 'closed';
      socket.on('error', () => {});
      socket.on('data', (response) => {
        status = /^HTTP\/1\.1 (\d+)/.exec(String(response))?.[1] ?? status;
      });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.write(
        `POST /api/firmware/images?fileName=a.bin HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
          'Content-Type: application/octet-stream\r\nContent-Length: 16777216\r\n\r\n',
      );
      const drip = setInterval(() => socket.write('x'), 1_000);
      await Promise.race([closed, until(signal)]);
      clearInterval(drip);
      if (!signal.aborted) tally.end(status);
      socket.destroy();
      await wait(100);
    };
    await Promise.all(
      [...order.attackers, ...order.attackers].map((attacker) => repeat(1, signal, () => upload(attacker))),
    );
  },
};
