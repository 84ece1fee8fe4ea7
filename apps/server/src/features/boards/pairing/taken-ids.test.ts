import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid as newEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let holder: TestUser;
let prober: TestUser;
beforeAll(async () => {
  server = await joinServer();
  holder = await server.signup('holder@example.com');
  prober = await server.signup('prober@example.com');
});
afterAll(() => server.stop());

async function takenId(): Promise<{ espid: string; board: TestBoard }> {
  const espid = newEspid();
  const { board } = await server.board({ espid, username: `${holder.email}/${await holder.connectionKey()}` });
  board.publish('debug', 'mine');
  await board.message('debug');
  return { espid, board };
}

/** Every response to a client over MQTT that comes with an id and sends something. */
async function responseTo(espid: string, username: string) {
  const { board, returnCode } = await server.board({ espid, username });
  if (returnCode !== 0) return { returnCode };
  board.publish('debug', 'hello');
  const { text } = await board.message('debug');
  const granted = await board.subscribe();
  await board.puback(board.publish('data/update', '{"a":1}', 1));
  return { returnCode, text, granted, closed: board.closed };
}

describe('whether an id is somebody’s', () => {
  it('is not revealed to a client without key: it gets what any board that waits gets', async () => {
    const { espid } = await takenId();
    const free = await responseTo(newEspid(), prober.email);
    expect(free).toMatchObject({ returnCode: 0, text: 'hello' });
    expect(await responseTo(espid, prober.email)).toEqual(free);
  });

  it('is not revealed to a client with a key either, nor in an open window', async () => {
    const [{ espid }, { espid: other }] = [await takenId(), await takenId()];
    const username = `${prober.email}/${await prober.connectionKey()}`;
    for (const id of [espid, newEspid()]) {
      expect((await responseTo(id, username)).returnCode).toBe(0);
      // Without the key it is not the board that is there.
      expect((await responseTo(id, prober.email)).returnCode).toBe(5);
    }
    await prober.api('POST', '/api/pairing/window', { minutes: 1, boards: 1 });
    expect((await responseTo(other, prober.email)).returnCode).toBe(0);
    await prober.api('POST', '/api/pairing/window', { minutes: 0 });
  });

  it('is not revealed by a waiting client being cut when somebody else gets the board', async () => {
    const espid = newEspid();
    const waiting = await server.board({ espid, username: prober.email });
    await server.board({ espid, username: `${holder.email}/${await holder.connectionKey()}` });
    waiting.board.publish('debug', 'still waiting');
    await waiting.board.message('debug');
    expect((await holder.api('GET', `/api/device/${espid}`)).status).toBe(200);
  });

  it('is shown to the account itself, which cannot accept the board', async () => {
    const { espid } = await takenId();
    await server.board({ espid, username: `${prober.email}/${await prober.connectionKey()}` });
    const { pending } = (await prober.api('GET', '/api/pairing')).body;
    expect(pending).toContainEqual(expect.objectContaining({ espid, taken: true, verified: true, problem: null }));
    const refused = await prober.api('POST', `/api/pairing/${espid}/accept`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

describe('a client that waits under the id of somebody else’s device', () => {
  it('changes nothing of the device: no values, reports, facts or presence', async () => {
    const { espid, board } = await takenId();
    const { board: impostor } = await server.board({ espid, username: prober.email });
    for (const [subtopic, payload] of [
      ['data/update', '{"forged":1}'],
      ['ioact', '4:act:1'],
      ['eventact', 'Event:forged:1'],
      ['info', '{"ip":"6.6.6.6","ssid":"forged","RSSI":"-1","v":"6.6.6"}'],
      ['template/name', 'forged,1'],
      ['ota/status', 'OTA success'],
    ] as const) {
      impostor.publish(subtopic, payload);
      await impostor.message(subtopic);
    }
    await board.end();
    const device = (await holder.api('GET', `/api/device/${espid}`)).body;
    expect(device).toMatchObject({ variables: [], firmware: null, template: null });
    await expect.poll(async () => (await holder.api('GET', `/api/device/${espid}`)).body.online).toBe(false);
    const control = (await holder.api('GET', `/api/device/${espid}/control`)).body;
    expect(JSON.stringify(control)).not.toContain('forged');
    expect(JSON.stringify((await holder.api('GET', `/api/device/${espid}/log`)).body)).not.toContain('forged');
  });

  it('gets no command for it', async () => {
    const { espid, board } = await takenId();
    const { board: impostor } = await server.board({ espid, username: prober.email });
    await impostor.subscribe();
    await holder.api('POST', `/api/device/${espid}/event`, { name: 'led', value: '1' });
    await board.message('event');
    impostor.publish('debug', 'last');
    await impostor.message('debug');
    expect(impostor.received.filter((packet) => packet.cmd === 'publish')).toEqual([]);
  });
});
