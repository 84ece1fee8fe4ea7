import { createHook } from 'node:async_hooks';
import type { TLSSocket } from 'node:tls';
import { connect as connectMqtt, type MqttClient } from 'mqtt';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { systemClock } from '../../clock.ts';
import { StartError } from '../../start-error.ts';
import { createEmbeddedBroker } from '../index.ts';
import { RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

let server: TestBroker;

beforeEach(async () => {
  server = await startTestBroker();
});
afterEach(async () => {
  await server.stop();
});

test('speaks TLS 1.2 as the boards do: ECDHE, AES-128-GCM, P-256, with or without a server name', async () => {
  for (const servername of ['', 'cynoiot.com']) {
    const board = await RawClient.openTls(server.tlsPort, {
      maxVersion: 'TLSv1.2',
      ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256',
      ecdhCurve: 'P-256',
      servername,
    });
    const socket = board.socket as TLSSocket;
    expect(socket.getProtocol()).toBe('TLSv1.2');
    expect(socket.getCipher().name).toBe('ECDHE-ECDSA-AES128-GCM-SHA256');
    expect(socket.getEphemeralKeyInfo()).toMatchObject({ type: 'ECDH', name: 'prime256v1' });
    board.connect({ clientId: boardId, username: '1' });
    expect(await board.next('connack')).toMatchObject({ returnCode: 0 });
    board.end();
  }
});

test('speaks TLS 1.3, and nothing below 1.2', async () => {
  const modern = await RawClient.openTls(server.tlsPort);
  expect((modern.socket as TLSSocket).getProtocol()).toBe('TLSv1.3');
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
  await expect(RawClient.openTls(server.tlsPort, old)).rejects.toThrow(/alert|version/);
});

test('bytes that are not TLS close their connection only', async () => {
  const board = await RawClient.openTls(server.tlsPort);
  const stranger = await RawClient.open(server.tlsPort);
  stranger.send(Buffer.from('GET / HTTP/1.1\r\n\r\n'));
  await stranger.closed;
  board.connect({ clientId: boardId, username: '1' });
  await board.next('connack');
  await expect.poll(() => server.count('half_open_connections')).toBe(0);
});

test('500 boards that come at once are all let in', async () => {
  const responses = await Promise.all(
    Array.from({ length: 500 }, async (_, number) => {
      const board = await RawClient.openTls(server.tlsPort, { maxVersion: 'TLSv1.2' });
      board.connect({ clientId: `ESP32-S3-1_${number.toString(16)}`, username: '1', keepalive: 3_600 });
      return (await board.next('connack')).returnCode;
    }),
  );
  expect(responses.filter((code) => code !== 0)).toEqual([]);
  expect(await server.count('connections', { kind: 'board' })).toBe(500);
  expect(await server.count('half_open_connections')).toBe(0);
});

test('silent sockets have no TLS state, and keep no board from its login', async () => {
  const tlsStates: number[] = [];
  const init = (id: number, type: string) => {
    if (type === 'TLSWRAP') tlsStates.push(id);
  };
  const counting = createHook({ init }).enable();
  const silent = await Promise.all(Array.from({ length: 300 }, () => RawClient.open(server.tlsPort)));
  await expect.poll(() => server.count('half_open_connections')).toBe(300);
  const board = await RawClient.openTls(server.tlsPort, { maxVersion: 'TLSv1.2' });
  board.connect({ clientId: boardId, username: '1' });
  expect(await board.next('connack')).toMatchObject({ returnCode: 0 });
  counting.disable();
  // The two ends of the one that has spoken.
  expect(tlsStates).toHaveLength(2);
  for (const socket of silent) socket.end();
  await expect.poll(() => server.count('half_open_connections')).toBe(0);
});

test('the mqtt client connects, subscribes and gets its messages', async () => {
  const app = await mqttClient({ clientId: 'panel', username: 'app:1', clean: false });
  const granted = await app.subscribeAsync({ '#': { qos: 1 }, '/+/debug': { qos: 2 } });
  expect(granted.map(({ qos }) => qos)).toEqual([1, 2]);
  const got = new Promise((resolve) => app.once('message', (topic, payload) => resolve(`${topic} ${payload}`)));
  const board = await mqttClient({ clientId: boardId, username: '1' });
  await board.publishAsync(`/${boardId}/debug`, 'one', { qos: 2 });
  await board.publishAsync(`/${boardId}/debug`, 'two', { qos: 1 });
  expect(await got).toBe(`/${boardId}/debug one`);
  await Promise.all([app.endAsync(), board.endAsync()]);
  await expect.poll(() => server.events.at(-1)).toBe(`disconnected 1 ${boardId} closed`);
});

test('an MQTT 5 client learns that its version is not spoken', async () => {
  const five = mqttClient({ clientId: 'five', username: 'app:1', protocolVersion: 5 });
  await expect(five).rejects.toMatchObject({ code: 0x84 });
});

test('a port that is taken is named in one line', async () => {
  const second = (ports: { tlsPort: number; plainPort: number | null }) =>
    createEmbeddedBroker({
      ...ports,
      log: silentLogger,
      metrics: new Registry(),
      clock: systemClock,
      tlsHost: '127.0.0.1',
      plainHost: '127.0.0.1',
      proxied: null,
      tls: server.certificate,
    });
  const { tlsPort, plainPort } = server;
  const taken = (port: number, setting: string) =>
    new StartError(`Port ${port} is taken. Stop the program that uses it, or set ${setting} to another one.`);
  await expect(second({ tlsPort, plainPort: null }).start()).rejects.toThrow(taken(tlsPort, 'MQTT_TLS_PORT'));
  await expect(second({ tlsPort: 0, plainPort }).start()).rejects.toThrow(taken(plainPort, 'MQTT_PORT'));

  const alone = second({ tlsPort: 0, plainPort: null });
  expect(await alone.start()).toEqual({ tlsPort: expect.any(Number), plainPort: null, proxiedPort: null });
  await alone.stop();
});

async function mqttClient(options: { clientId: string; username: string; clean?: boolean; protocolVersion?: 4 | 5 }) {
  const client: MqttClient = connectMqtt({
    protocol: 'mqtts',
    host: '127.0.0.1',
    port: server.tlsPort,
    rejectUnauthorized: false,
    reconnectPeriod: 0,
    password: 'token',
    ...options,
  });
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', reject);
    client.once('close', () => reject(new Error('closed')));
  });
  return client;
}
