import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditEntry, ClaimList } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { startImport, uploadImport } from '../../../../test/imports.ts';
import { nextEspid as newEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';
import { readableMail } from '../../../../test/stand-ins/mime.ts';

let server: JoinedServer;
let admin: TestUser;
let holder: TestUser;
let claimant: TestUser;
let espid: string;

beforeAll(async () => {
  server = await joinServer();
  ({ admin } = server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  holder = await server.signup('holder@example.com');
  claimant = await server.signup('claimant@example.com');
  espid = newEspid();
});

const info = '{"ip":"192.168.1.2","ssid":"farm","RSSI":"-60","v":"1.0.8"}';
const withKey = async (user: TestUser) => `${user.email}/${await user.connectionKey()}`;
const connect = async (user: TestUser, text?: string) => {
  const { board, returnCode } = await server.board({ espid, username: await withKey(user) });
  expect(returnCode).toBe(0);
  if (text !== undefined) await speak(board, text);
  return board;
};
const speak = async (board: TestBoard, text = info) => {
  board.publish('info', text);
  await board.message('info');
};
const claimsOf = async (user: TestUser): Promise<ClaimList> => (await user.api('GET', '/api/claims')).body;
const stateOf = async (user = claimant) => (await claimsOf(user)).made.find((claim) => claim.espid === espid)?.state;
const start = () => claimant.api('POST', '/api/claims', { espid });
const owns = async (user: TestUser) => (await user.api('GET', `/api/device/${espid}`)).status === 200;
const auditOf = async (action: string): Promise<AuditEntry[]> =>
  (await admin.api('GET', `/api/admin/audit?action=${action}`)).body.entries.filter(
    ({ details }: AuditEntry) => details.board === espid,
  );

async function outbox(): Promise<string[]> {
  const directory = join(server.directory, 'outbox');
  const files = await readdir(directory);
  return Promise.all(files.map(async (file) => readableMail(await readFile(join(directory, file), 'latin1'))));
}

/** A claim of a device whose board spoke, which its holder can object to. */
async function openClaim(): Promise<{ id: number; board: TestBoard }> {
  await (await connect(holder, info)).end();
  const board = await connect(claimant);
  expect((await start()).status).toBe(200);
  await speak(board);
  await expect.poll(() => stateOf()).toBe('open');
  const { received } = await claimsOf(holder);
  return { id: received.find((claim) => claim.espid === espid)?.id ?? 0, board };
}

describe('a board whose id somebody took without having it', () => {
  test('is given to who holds it as soon as it speaks to them', async () => {
    await (await connect(holder)).end();
    const board = await connect(claimant);
    expect((await start()).body.made).toMatchObject([{ espid, state: 'proving', id: null }]);
    expect(await owns(claimant)).toBe(false);
    await speak(board);
    await expect.poll(() => owns(claimant)).toBe(true);
    expect(await owns(holder)).toBe(false);
    expect(await stateOf()).toBe('granted');
    await board.whenClosed();
    const again = await connect(claimant);
    again.publish('data/update', '{"temp":21}', 1);
    await again.puback(1);
    expect((await claimant.api('GET', `/api/device/${espid}`)).body).toMatchObject({ verified: true, online: true });
    // Anyone who took it waits like anybody else from then on.
    await connect(holder);
    expect(await owns(holder)).toBe(false);
    await expect
      .poll(() => auditOf('claim.granted'))
      .toMatchObject([{ actor: 'server', target: claimant.email, details: { holder: holder.email } }]);
  });
});

test('a device with an imported history is not given away before its holder can object', async () => {
  await (await connect(holder)).end();
  const place = { http: server.http, user: holder, path: `/api/device/${espid}/imports` };
  const id = await uploadImport(place, 'time,level\n2026-01-01T00:00:00Z,1\n2026-01-01T01:00:00Z,2\n');
  await startImport(place, id);
  await expect.poll(async () => (await holder.api('GET', `${place.path}/${id}`)).body).toMatchObject({ state: 'done' });
  const board = await connect(claimant);
  await start();
  await speak(board);
  await expect.poll(() => stateOf()).toBe('open');
  expect(await owns(holder)).toBe(true);
});

describe('a claim', () => {
  test('is opened only by a message of the board, and changes nothing before', async () => {
    await connect(holder, info);
    const board = await connect(claimant);
    await start();
    board.publish('info', '{}');
    await board.message('info');
    board.publish('hello', 'world');
    await board.message('hello');
    expect(await stateOf()).toBe('proving');
    expect((await claimsOf(holder)).received).toEqual([]);
    await speak(board);
    await expect.poll(() => stateOf()).toBe('open');
    expect(await owns(holder)).toBe(true);
  });

  test('is not opened by somebody who knows only the address of the claimant', async () => {
    await connect(holder, info);
    const { board } = await server.board({ espid, username: claimant.email });
    expect(await start()).toMatchObject({ status: 409, body: { error: expect.stringMatching(/connection key/) } });
    await speak(board);
    expect(await claimsOf(claimant)).toEqual({ made: [], received: [] });
  });

  test('is not stopped by somebody who knows only the address of the claimant', async () => {
    await connect(holder, info);
    const board = await connect(claimant);
    const stranger = () => server.board({ espid, username: claimant.email });
    expect((await stranger()).returnCode).toBe(5);
    expect((await start()).status).toBe(200);
    await board.end();
    const isOnline = async () => (await claimant.api('GET', '/api/pairing')).body.pending[0]?.online;
    await expect.poll(isOnline).toBe(false);
    const { board: impostor, returnCode } = await stranger();
    expect(returnCode).toBe(0);
    await speak(impostor);
    expect(await stateOf()).toBe('proving');
    await speak(await connect(claimant));
    await expect.poll(() => stateOf()).toBe('open');
  });

  test('needs a board that waits and is somebody’s, and is made once', async () => {
    expect((await start()).status).toBe(404);
    const { board } = await server.board({ espid, username: claimant.email });
    expect((await start()).status).toBe(409);
    await board.end();
    const { id } = await openClaim();
    expect((await start()).status).toBe(409);
    for (const path of ['accept', 'object']) {
      expect((await claimant.api('POST', `/api/claims/${id}/${path}`)).status).toBe(404);
    }
    expect((await holder.api('DELETE', `/api/claims/${id}`)).status).toBe(404);
  });

  test('notifies the holder in the app, in the console and by mail, but not who claims; the audit log has both', async () => {
    await openClaim();
    const notified = await claimsOf(holder);
    expect(notified.received).toMatchObject([{ espid, state: 'open' }]);
    const lines = async () => JSON.stringify((await holder.api('GET', `/api/device/${espid}/log`)).body.lines);
    await expect.poll(lines).toContain('another account says that it holds this board');
    // Without a mail server mails are written to files.
    const mailTo = async (user: TestUser) =>
      (await outbox()).filter((mail) => mail.includes(`To: ${user.email}`)).join();
    await expect.poll(() => mailTo(holder)).toContain('Somebody else says that they hold your board');
    expect(JSON.stringify(notified) + (await lines()) + (await mailTo(holder))).not.toContain(claimant.email);
    const three = 3 * 24 * 3600 * 1000;
    expect((notified.received[0]?.decidesAt ?? 0) - (notified.received[0]?.openedAt ?? 0)).toBe(three);
    await expect.poll(() => auditOf('claim.opened')).toMatchObject([{ actor: claimant.email, target: holder.email }]);
  });

  test('is withdrawn by who made it', async () => {
    const { id } = await openClaim();
    expect((await claimant.api('DELETE', `/api/claims/${id}`)).status).toBe(200);
    expect((await claimsOf(holder)).received).toEqual([]);
    expect((await holder.api('POST', `/api/claims/${id}/accept`)).status).toBe(404);
  });

  test('is accepted by the holder: the board moves, its history does not', async () => {
    const { id } = await openClaim();
    expect((await holder.api('POST', `/api/claims/${id}/accept`)).status).toBe(200);
    expect([await owns(holder), await owns(claimant)]).toEqual([false, true]);
    const device = (await claimant.api('GET', `/api/device/${espid}`)).body;
    expect(device).toMatchObject({ variables: [], firmware: null, ssid: null });
    expect(await auditOf('claim.granted')).toMatchObject([{ actor: holder.email, target: claimant.email }]);
  });

  test('is objected to by the holder, and decided by an administrator with a reason', async () => {
    const { id } = await openClaim();
    expect((await holder.api('POST', `/api/claims/${id}/object`)).status).toBe(200);
    expect(await stateOf()).toBe('disputed');
    const listed = (await admin.api('GET', '/api/admin/claims')).body;
    expect(listed).toContainEqual(
      expect.objectContaining({
        id,
        espid,
        state: 'disputed',
        holder: holder.email,
        claimant: claimant.email,
        holderOnline: false,
        claimantOnline: true,
        holderSeenAt: expect.any(Number),
      }),
    );
    const decision = { to: 'holder', reason: 'Showed the invoice' };
    expect((await admin.api('POST', `/api/admin/claims/${id}/decide`, decision)).status).toBe(200);
    expect([await owns(holder), await stateOf()]).toEqual([true, 'refused']);
    expect(await auditOf('claim.objected')).toMatchObject([{ actor: holder.email }]);
    expect(await auditOf('claim.refused')).toMatchObject([
      { actor: admin.email, target: claimant.email, details: { reason: 'Showed the invoice' } },
    ]);
    // What was refused binds for a month.
    expect(await start()).toMatchObject({ status: 409, body: { error: expect.stringMatching(/refused/) } });
    expect((await admin.api('POST', `/api/admin/claims/${id}/decide`, decision)).status).toBe(404);
  });

  test('is decided at once by an administrator, and by nobody else', async () => {
    const { id } = await openClaim();
    for (const user of [claimant, holder]) {
      expect((await user.api('GET', '/api/admin/claims')).status).toBe(403);
      expect((await user.api('POST', `/api/admin/claims/${id}/decide`, { to: 'claimant' })).status).toBe(403);
    }
    expect((await admin.api('POST', `/api/admin/claims/${id}/decide`, { to: 'claimant' })).status).toBe(200);
    expect([await owns(holder), await owns(claimant)]).toEqual([false, true]);
  });

  test('ends when somebody else was given the board', async () => {
    const { id } = await openClaim();
    const third = await server.signup('third@example.com');
    const { board } = await server.board({ espid, username: await withKey(third) });
    await third.api('POST', '/api/claims', { espid });
    await speak(board);
    await expect.poll(() => stateOf(third)).toBe('open');
    await admin.api('POST', `/api/admin/claims/${id}/decide`, { to: 'claimant' });
    expect(await stateOf(third)).toBe('withdrawn');
  });
});
