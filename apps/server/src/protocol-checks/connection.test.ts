import { describe, expect, test } from 'vitest';
import { ProtocolBoard } from '../../test/boards/protocol-board.ts';
import { ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

describe('check 1: TLS', () => {
  const ecdheOrRsa = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256';

  test.each([
    ['without SNI', undefined],
    ['with SNI cynoiot.com', 'cynoiot.com'],
  ])('check 1: the handshake at 1.2 with ECDHE and AES-128-GCM, %s', async (_, servername) => {
    const tls = { maxVersion: 'TLSv1.2' as const, ciphers: ecdheOrRsa, ...(servername && { servername }) };
    const board = await ProtocolBoard.open(bench.options({ tls }));
    expect(board.cipher).toMatch(/^ECDHE-.*AES128-GCM/);
    expect((await board.login()).code).toBe(0);
    board.destroy();
  });
});

describe('check 2: CONNACK', () => {
  test('check 2: is 0 at once, without a present session', async () => {
    const options = bench.options();
    await bench.board(options);
    const { connack } = await bench.connect(options);
    expect(connack).toMatchObject({ code: 0, sessionPresent: false });
  });

  test('check 2: is 0 for each of 200 boards that log in at once', async () => {
    const fleet = await bench.join(200);
    const boards = await Promise.all(fleet.map((options) => ProtocolBoard.open(options)));
    const responses = await Promise.all(boards.map((board) => board.login()));
    for (const board of boards) board.destroy();
    expect(responses.filter(({ code, sessionPresent }) => code !== 0 || sessionPresent)).toEqual([]);
  });
});

describe('check 3: a refusal', () => {
  test.each([
    ['an unknown e-mail', { username: 'nobody@example.com' }],
    ['a wrong password', { password: 'cynoiotbundl' }],
    ['an empty user name', { username: '' }],
    ['a wrong connection key', { username: 'farmer@example.com/AAAA-BBBB-CCCC' }],
  ])('check 3: of %s is 4 or 5, ends the connection, and bans nobody', async (_, wrong) => {
    const options = bench.options();
    for (let attempt = 0; attempt < 30; attempt++) {
      const { board, connack } = await bench.refused({ ...options, ...wrong });
      expect([4, 5]).toContain(connack.code);
      await board.whenClosed();
    }
    const { connack } = await bench.connect(options);
    expect(connack.code).toBe(0);
  });
});

test('check 4: the e-mail counts without case and blanks around it', async () => {
  const options = bench.options();
  await bench.board(options);
  const key = bench.username.split('/')[1];
  for (const username of [`FARMER@Example.com/${key}`, ` farmer@example.com /${key} `]) {
    expect((await bench.connect({ ...options, username })).connack.code, username).toBe(0);
  }
  const open = bench.options();
  await bench.owner.api('POST', '/api/pairing/window', { minutes: 5 });
  await bench.board({ ...open, username: bench.owner.email });
  for (const username of ['Farmer@Example.COM', 'farmer@example.com ']) {
    expect((await bench.connect({ ...open, username })).connack.code, username).toBe(0);
  }
  expect((await bench.owner.api('GET', '/api/pairing')).body.pending).toEqual([]);
});

test('check 30: the newer connection of an id counts, the older is closed, and nobody sees the board offline', async () => {
  const first = await bench.board();
  await first.board.subscribe();
  expect((await first.device()).online).toBe(true);
  const since = (await first.device()).onlineChangedAt;
  const { board: second, connack } = await bench.connect(first.board.options);
  expect(connack.code).toBe(0);
  await first.board.whenClosed();
  second.publish('data/update', '{"humid":75}');
  await second.allEchoed();
  expect(await first.device()).toMatchObject({ online: true, onlineChangedAt: since });
  expect((await first.log()).filter(({ kind }) => kind === 'disconnected')).toEqual([]);
});
