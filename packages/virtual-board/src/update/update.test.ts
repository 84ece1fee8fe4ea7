import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { bench, cleanups } from '../../test/bench.ts';
import type { Script } from '../../test/scripted-broker.ts';
import type { BoardEvent } from '../board-api.ts';

const image = Buffer.concat([Buffer.from([0xe9]), Buffer.alloc(200_000, 7)]);
const md5 = createHash('md5').update(image).digest('hex');
const boards = {
  esp8266: 'ESP8266-2802776_ECFABC2AC458',
  esp32: 'ESP32-D0WDQ6-100_28abcdef',
} as const;

type UpdateReply = (response: ServerResponse) => void;

const good: UpdateReply = (response) =>
  response.writeHead(200, { 'Content-Length': image.length, 'x-MD5': md5 }).end(image);
const body =
  (bytes: Buffer, headers: Record<string, string> = {}): UpdateReply =>
  (response) =>
    response.writeHead(200, { 'Content-Length': bytes.length, ...headers }).end(bytes);

/** A board that is made to update itself from a server with this response. */
async function update(family: keyof typeof boards, reply: UpdateReply, echo: Script['echo'] = true) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    reply(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  const espid = boards[family];
  const otaUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const one = await bench({ echo }, { espid, family, otaUrl });
  const topic = (subtopic: string) => `/${espid}/${subtopic}`;
  one.board.start();
  await one.subscribed();
  one.session().publish(topic('ota/start'), 'Tok-en_1');
  const outcome = async () => {
    await expect.poll(() => one.events.some(({ type }) => type === 'updated'), { interval: 1 }).toBe(true);
    return one.events.find((event): event is BoardEvent & { type: 'updated' } => event.type === 'updated')?.outcome;
  };
  const restarted = async () => {
    one.clock.advance(1000);
    await one.broker.until(() => one.broker.sessions.length === 2 && one.session().log.includes('SUBSCRIBE'));
    return one.session().log;
  };
  return { ...one, topic, requests, outcome, restarted };
}

describe('an update', () => {
  it('leaves with a goodbye, downloads, restarts and reports before it subscribes', async () => {
    const { board, broker, events, outcome, requests, restarted, topic } = await update('esp8266', good);
    const firmware = { sizeBytes: image.length, md5 };
    expect(await outcome()).toEqual({ result: 'written', firmware });
    await expect.poll(() => broker.sessions[0]?.log.at(-1)).toBe('DISCONNECT');
    expect(events).toContainEqual({ type: 'state', state: 'updating' });
    expect(events.filter(({ type }) => type === 'download').at(-1)).toEqual({
      type: 'download',
      receivedBytes: image.length,
      totalBytes: image.length,
    });
    expect(board.firmware).toEqual(firmware);
    expect((await restarted()).slice(0, 6)).toEqual([
      'CONNECT',
      `PUBLISH ${topic('template/name')} dht,1`,
      `PUBLISH ${topic('ota/status')} OTA success`,
      `PUBLISH ${topic('debug')} OTA success`,
      `PUBLISH ${topic('gettimestamps')} `,
      'SUBSCRIBE',
    ]);
    expect(requests).toHaveLength(1);
  });

  it('requests as an ESP8266 does', async () => {
    const { outcome, requests } = await update('esp8266', good);
    await outcome();
    expect(requests[0]).toMatchObject({ method: 'GET', url: '/api/ota/Tok-en_1/update', httpVersion: '1.0' });
    expect(requests[0]?.headers).toMatchObject({
      connection: 'close',
      'user-agent': 'ESP8266-http-Update',
      'x-esp8266-chip-id': '2802776',
      'x-esp8266-sta-mac': 'EC:FA:BC:2A:C4:58',
      'x-esp8266-ap-mac': 'EE:FA:BC:2A:C4:58',
      'x-esp8266-free-space': expect.stringMatching(/^\d+$/),
      'x-esp8266-sketch-size': expect.stringMatching(/^\d+$/),
      'x-esp8266-sketch-md5': expect.stringMatching(/^[\da-f]{32}$/),
      'x-esp8266-chip-size': '4194304',
      'x-esp8266-sdk-version': expect.any(String),
      'x-esp8266-mode': 'sketch',
    });
  });

  it('requests as an ESP32 does, whose MAC address ends as its espid', async () => {
    const { outcome, requests } = await update('esp32', good);
    await outcome();
    expect(requests[0]?.headers).toMatchObject({
      'user-agent': 'ESP32-http-Update',
      'cache-control': 'no-cache',
      'x-esp32-base-mac': '24:6F:28:AB:CD:EF',
      'x-esp32-sta-mac': '24:6F:28:AB:CD:EF',
      'x-esp32-ap-mac': '24:6F:28:AB:CD:F0',
      'x-esp32-sketch-sha256': expect.stringMatching(/^[\dA-F]{64}$/),
      'x-esp32-mode': 'sketch',
    });
    expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-esp8266'))).toEqual([]);
  });

  it('repeats its status after a minute, because its echo cannot come before the subscription, and forgets it after the next boot', async () => {
    const { broker, events, outcome, restarted, session, live, topic } = await update('esp8266', good, 'subscribed');
    await outcome();
    await restarted();
    const status = `PUBLISH ${topic('ota/status')} OTA success`;
    const count = () => session().log.filter((line) => line === status).length;
    expect(count()).toBe(1);
    await live(61);
    expect(count()).toBe(2);
    session().publish(topic('reboot'), 'reboot-1');
    await expect.poll(() => events).toContainEqual({ type: 'received', subtopic: 'reboot', payload: 'reboot-1' });
    await live(2);
    await broker.until(() => broker.sessions.length === 3 && session().log.includes('SUBSCRIBE'));
    expect(count()).toBe(0);
  });

  const broken: [string, UpdateReply, object, 'reported' | 'kept quiet'][] = [
    ['refused', (to) => to.writeHead(403).end(), { reason: 'http_status', status: 403 }, 'kept quiet'],
    ['led elsewhere', (to) => to.writeHead(302, { Location: '/' }).end(), { status: 302 }, 'kept quiet'],
    ['sent in chunks', (to) => to.writeHead(200).end(image), { reason: 'no_length' }, 'kept quiet'],
    ['not an image', body(Buffer.from('<html>')), { reason: 'not_an_image' }, 'kept quiet'],
    ['too large', body(Buffer.alloc(1_700_000, 0xe9)), { reason: 'no_space' }, 'kept quiet'],
    ['given a short checksum', body(image, { 'x-MD5': 'abc' }), { reason: 'bad_md5_header' }, 'kept quiet'],
    ['damaged', body(image, { 'x-MD5': '0'.repeat(32) }), { reason: 'md5_differs' }, 'reported'],
    [
      'cut off',
      (to) => to.writeHead(200, { 'Content-Length': image.length }).write(image.subarray(0, 9000), () => to.destroy()),
      { reason: 'incomplete' },
      'reported',
    ],
    ['dropped', (to) => to.destroy(), { reason: 'unreachable' }, 'kept quiet'],
  ];
  it.each(broken)('that is %s fails, and the board comes back with the old firmware', async (_, reply, why) => {
    const { board, outcome, restarted, topic } = await update('esp8266', reply);
    const { md5: before } = board.firmware;
    expect(await outcome()).toMatchObject({ result: 'failed', ...why });
    expect(await restarted()).toContain(`PUBLISH ${topic('ota/status')} OTA failed`);
    expect(board.firmware.md5).toBe(before);
  });

  it.each(broken)('that is %s on an ESP32 (%#)', async (_, reply, why, notified) => {
    const { outcome, restarted, topic } = await update('esp32', reply);
    expect(await outcome()).toMatchObject({ result: 'failed', ...why });
    const log = await restarted();
    expect(log.includes(`PUBLISH ${topic('ota/status')} OTA failed`)).toBe(notified === 'reported');
  });

  it('that is not needed changes and reports nothing', async () => {
    const { outcome, restarted } = await update('esp8266', (response) => response.writeHead(304).end());
    expect(await outcome()).toEqual({ result: 'unchanged' });
    expect((await restarted()).join()).not.toContain('ota/status');
  });

  it('ends with the board', async () => {
    const { board, events, requests } = await update('esp32', () => undefined);
    await expect.poll(() => requests).toHaveLength(1);
    await board.stop();
    expect(board.state).toBe('stopped');
    await expect.poll(() => requests[0]?.destroyed).toBe(true);
    expect(events.some(({ type }) => type === 'updated')).toBe(false);
  });
});
