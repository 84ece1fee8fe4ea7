import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { readableLogger } from '../../../test/log.ts';
import { NatsServers } from '../../../test/stand-ins/nats-servers.ts';
import { StartError } from '../start-error.ts';
import { Nats } from './nats.ts';

async function startServers(count: number): Promise<NatsServers> {
  const servers = await NatsServers.start(count);
  onTestFinished(() => servers.stop());
  return servers;
}

function makeNats(urls: string) {
  const { log, texts } = readableLogger();
  const nats = new Nats({ urls: urls.split(',').map((url) => new URL(url)), name: 'test', log });
  onTestFinished(() => nats.stop());
  return { nats, texts };
}

/** Publishes until it has arrived. */
async function arrives(from: Nats, heard: readonly string[], text: string): Promise<void> {
  await vi.waitFor(() => {
    from.publish('test.subject', Buffer.from(text));
    expect(heard).toContain(text);
  });
}

const connected = (nats: Nats) => vi.waitFor(() => expect(nats.isConnected).toBe(true));
const away = (nats: Nats) => vi.waitFor(() => expect(nats.isConnected).toBe(false));

test('subscriptions and requests reach another server, also when servers of NATS end one after the other', async () => {
  const servers = await startServers(3);
  const { nats: here } = makeNats(servers.url);
  const { nats: there } = makeNats(servers.url);
  const heard: string[] = [];
  there.subscribe('test.subject', (message) => void heard.push(String(message)));
  await Promise.all([here.start(), there.start()]);
  await arrives(here, heard, 'first');
  there.subscribe('test.question', (message, respond) => respond({ got: String(message) }));
  await vi.waitFor(async () => expect(await here.request('test.question', { a: 1 })).toEqual({ got: '{"a":1}' }));
  for (let index = 0; index < 3; index += 1) {
    await servers.kill(index);
    await arrives(here, heard, `without ${index}`);
    await servers.startOne(index);
  }
  for (let index = 0; index < 3; index += 1) await servers.kill(index);
  await Promise.all([away(here), away(there)]);
  expect(here.lostAt).not.toBeNull();
  here.publish('test.subject', Buffer.from('into nothing'));
  for (let index = 0; index < 3; index += 1) await servers.startOne(index);
  await arrives(here, heard, 'again');
  expect(here.lostAt).toBeNull();
});

test('nothing is heard after the end of a subscription', async () => {
  const servers = await startServers(1);
  const { nats: here } = makeNats(servers.url);
  const { nats: there } = makeNats(servers.url);
  await Promise.all([here.start(), there.start()]);
  const ended: string[] = [];
  const heard: string[] = [];
  const end = there.subscribe('test.subject', (message) => void ended.push(String(message)));
  await arrives(here, ended, 'one');
  end();
  end();
  there.subscribe('test.subject', (message) => void heard.push(String(message)));
  await arrives(here, heard, 'two');
  expect(ended).not.toContain('two');
});

test('a listener that fails is logged, and hears what comes next', async () => {
  const servers = await startServers(1);
  const { nats: here } = makeNats(servers.url);
  const { nats: there, texts } = makeNats(servers.url);
  await Promise.all([here.start(), there.start()]);
  const heard: string[] = [];
  there.subscribe('test.subject', (message) => {
    heard.push(String(message));
    throw new Error('broken');
  });
  await arrives(here, heard, 'one');
  await arrives(here, heard, 'two');
  expect(texts()).toContain('A message of NATS could not be handled');
});

test('a wrong password is a mistake of the settings', async () => {
  const servers = await startServers(1);
  const { nats } = makeNats(servers.urlFor('wrong'));
  await expect(nats.start()).rejects.toThrow(
    new StartError('NATS refuses the user and password of NATS_URL. Set those that its configuration has.'),
  );
});

test('NATS that cannot be reached is tried until it can, and with the password of that time', async () => {
  const servers = await startServers(1);
  await servers.kill(0);
  const { nats, texts } = makeNats(servers.url);
  const { nats: wrong } = makeNats(servers.urlFor('wrong'));
  await Promise.all([nats.start(), wrong.start()]);
  expect(nats.isConnected).toBe(false);
  expect(texts()).toEqual(['NATS cannot be reached; trying again']);
  await expect(nats.request('test.question', {})).rejects.toThrow('NATS is not connected');
  nats.publish('test.subject', Buffer.from('into nothing'));
  const heard: string[] = [];
  nats.subscribe('test.subject', (message) => void heard.push(String(message)));
  await servers.startOne(0);
  await connected(nats);
  expect(wrong.isConnected).toBe(false);
  const { nats: other } = makeNats(servers.url);
  await other.start();
  await arrives(other, heard, 'later');
});

test('stops in every state', async () => {
  const servers = await startServers(1);
  const { nats: never } = makeNats(servers.url);
  await never.stop();
  const { nats: lost } = makeNats(servers.url);
  await lost.start();
  await servers.kill(0);
  await away(lost);
  await lost.stop();
  expect(lost.isConnected).toBe(false);
  const { nats: unreachable } = makeNats(servers.url);
  await unreachable.start();
  await unreachable.stop();
});

/** A server of NATS with a configuration of its own; its address. */
async function startServer(configuration: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'nats-'));
  const port = await freePort();
  await writeFile(join(directory, 'nats.conf'), `listen: 127.0.0.1:${port}\n${configuration}`);
  const child = spawn('/usr/sbin/nats-server', ['-c', join(directory, 'nats.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(directory, { recursive: true });
  });
  for await (const line of createInterface(child.stderr)) if (line.includes('Server is ready')) break;
  child.stderr.resume();
  return `127.0.0.1:${port}`;
}

test('NATS that takes no large messages is a mistake of its configuration', async () => {
  const { nats } = makeNats(`nats://${await startServer('max_payload: 65536')}`);
  await expect(nats.start()).rejects.toThrow(
    new StartError(
      'NATS takes messages of at most 65536 bytes. Set max_payload to 1MB in its configuration, or remove it.',
    ),
  );
});

test('a message that NATS takes no more is logged', async () => {
  const { nats, texts } = makeNats(`nats://${await startServer('max_payload: 1048576')}`);
  await nats.start();
  nats.publish('test.subject', Buffer.alloc(2 * 1024 ** 2));
  expect(texts()).toContain('NATS does not take a message');
});

test('a user that may not publish or listen is logged', async () => {
  const address = await startServer(
    'authorization { users: [{ user: a, password: b, permissions: { publish: none, subscribe: none } }] }',
  );
  const { nats, texts } = makeNats(`nats://a:b@${address}`);
  await nats.start();
  nats.subscribe('test.subject', () => undefined);
  nats.publish('test.subject', Buffer.from('forbidden'));
  await vi.waitFor(() => {
    expect(texts()).toContain('NATS does not let this server listen');
    expect(texts()).toContain('NATS reported an error');
  });
});

test('a connection that is made while the server stops is closed', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { nats } = makeNats(`nats://127.0.0.1:${(server.address() as { port: number }).port}`);
  const starting = nats.start();
  const [socket] = (await once(server, 'connection')) as [Socket];
  await nats.stop();
  const closed = once(socket, 'close');
  socket.on('data', (data) => String(data).includes('PING') && socket.write('PONG\r\n'));
  socket.write('INFO {"max_payload":1048576,"version":"2.9.10","proto":1,"headers":true}\r\n');
  await Promise.all([starting, closed]);
  expect(nats.isConnected).toBe(false);
});
