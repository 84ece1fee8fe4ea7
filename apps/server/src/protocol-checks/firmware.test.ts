import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { DeviceFirmware } from '@cyno/contract';
import { expect, test } from 'vitest';
import { esp8266Image } from '../../test/boards/firmware-image.ts';
import { type BenchBoard, coldBoot, ProtocolBench } from '../../test/protocol-bench.ts';

const bench = ProtocolBench.forThisFile();

async function startedBoard(): Promise<BenchBoard> {
  const device = await bench.board();
  await coldBoot(device.board);
  for (let n = 0; n < 2; n++) await device.board.message('timestamps');
  return device;
}

let images = 0;
/** Uploads an image and starts the update of a board; returns the image and the token that the board was sent. */
async function startUpdate({ espid, board }: BenchBoard) {
  images += 1;
  const content = esp8266Image({ content: Buffer.from(`sketch ${images}`) });
  const response = await fetch(`${bench.server.http}/api/firmware/images?fileName=sketch.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bench.owner.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
  const { image } = (await response.json()) as { image: { id: number } };
  const started = await bench.owner.api('POST', '/api/firmware/rollouts', {
    imageId: image.id,
    espids: [espid],
    strategy: 'all',
  });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return { content, token: (await board.message('ota/start', 12_000)).text };
}

/** The request of 3.1, byte by byte; `mac` defaults to that in the id. */
async function download({ espid }: BenchBoard, token: string, mac = espid.slice(-12)) {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(bench.server.http).port) });
  const colons = mac.replaceAll(/(..)(?=.)/g, '$1:');
  socket.write(
    [
      `GET /api/ota/${token}/update HTTP/1.0`,
      'Host: cynoiot.com',
      'User-Agent: ESP8266-http-Update',
      'Connection: close',
      `x-ESP8266-Chip-ID: ${Number.parseInt(mac.slice(6), 16)}`,
      `x-ESP8266-STA-MAC: ${colons}`,
      `x-ESP8266-AP-MAC: ${colons}`,
      'x-ESP8266-free-space: 2000000',
      'x-ESP8266-sketch-size: 300000',
      'x-ESP8266-chip-size: 4194304',
      'x-ESP8266-mode: sketch',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = new Map(lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.split(': ')[1]]));
  return { statusLine, status: Number(statusLine.split(' ')[1]), headers, body: bytes.subarray(end + 4) };
}

const jobOf = async ({ api }: BenchBoard) => ((await api('GET', 'firmware')).body as DeviceFirmware).jobs[0];
const linesOf = async ({ log }: BenchBoard) => (await log()).filter(({ kind }) => kind === 'firmware');

test('check 17: two restarts are two payloads that are neither empty nor the same', async () => {
  const { board, api } = await startedBoard();
  for (let n = 0; n < 2; n++) expect((await api('POST', 'reboot')).status).toBe(202);
  const [first, second] = [await board.message('reboot'), await board.message('reboot')];
  expect(first.text).toMatch(/^reboot-\d+$/);
  expect(second.text).toMatch(/^reboot-\d+$/);
  expect(first.text).not.toBe(second.text);
});

test('check 32: the image comes whole, by HTTP/1, once and to its board only', async () => {
  const device = await startedBoard();
  const { content, token } = await startUpdate(device);
  expect(token).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const wrong = await download(device, token, 'ECFABC000000');
  expect(wrong.status).toBe(403);
  const { statusLine, headers, body } = await download(device, token);
  expect(statusLine).toMatch(/^HTTP\/1\.\d 200/);
  expect(headers.get('content-length')).toBe(String(content.length));
  expect(headers.get('x-md5')).toBe(createHash('md5').update(content).digest('hex'));
  expect(headers.get('transfer-encoding')).toBeUndefined();
  expect(headers.get('content-encoding')).toBeUndefined();
  expect(headers.get('location')).toBeUndefined();
  expect(body.equals(content)).toBe(true);
  expect([403, 404]).toContain((await download(device, token)).status);
});

test('check 33: OTA success before SUBSCRIBE is success, reported once although it comes twice', async () => {
  const device = await startedBoard();
  const { token } = await startUpdate(device);
  // The library sends DISCONNECT before it downloads (2.5.5).
  device.board.send(Buffer.from([0xe0, 0]));
  await device.board.whenClosed();
  expect((await download(device, token)).status).toBe(200);
  const { board } = await bench.connect(device.board.options);
  board.publish('ota/status', 'OTA success');
  board.publish('debug', 'OTA success');
  await bench.eventually(async () => expect((await jobOf(device))?.state).toBe('succeeded'));
  await bench.eventually(async () => expect(await linesOf(device)).not.toHaveLength(0));
  const notified = (await linesOf(device)).length;
  await board.subscribe();
  board.publish('ota/status', 'OTA success');
  await board.allEchoed();
  expect((await jobOf(device))?.state).toBe('succeeded');
  await board.leavesWithin(700);
  expect(await linesOf(device)).toHaveLength(notified);
});

test('check 33: without a word and without coming back it has failed after the time-out', async () => {
  const device = await startedBoard();
  const { token } = await startUpdate(device);
  device.board.send(Buffer.from([0xe0, 0]));
  expect((await download(device, token)).status).toBe(200);
  await bench.eventually(async () => expect((await jobOf(device))?.state).toBe('restarting'));
  await bench.pass(2 * 60_000);
  expect((await jobOf(device))?.state).toBe('restarting');
  await bench.pass(2 * 60_000);
  expect((await jobOf(device))?.state).toBe('failed');
  expect((await jobOf(device))?.reason).toMatch(/\.$/);
});
