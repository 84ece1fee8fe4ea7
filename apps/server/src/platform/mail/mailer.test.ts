import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createMailer } from './mailer.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-mail-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const mail = { to: 'ann@example.com', subject: 'สวัสดี', text: 'Open https://cyno.test/?token=abc' };
const newMailer = () => createMailer({ smtp: null, outbox: join(directory, 'outbox'), log: silentLogger });
const files = () => readdir(join(directory, 'outbox'));

test('without SMTP a mail becomes a file that only the server may read', async () => {
  const mailer = newMailer();
  await mailer.check();
  await mailer.send(mail);
  expect(mailer.delivers).toBe(false);
  const [name = ''] = await files();
  const path = join(directory, 'outbox', name);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const message = await readFile(path, 'utf8');
  expect(message).toMatch(/^To: ann@example\.com\r$/m);
  expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(message).toContain('Open https://cyno.test/?token=abc');
});

test('an address cannot bring a header or a second recipient with it', async () => {
  await newMailer().send({ ...mail, to: 'ann@example.com\r\nBcc: bob@example.com', subject: 'Hi\r\nX-Evil: 1' });
  const [name = ''] = await files();
  const head = (await readFile(join(directory, 'outbox', name), 'utf8')).split('\r\n\r\n')[0];
  expect(head).not.toMatch(/^(Bcc|X-Evil):/m);
});

test('the outbox keeps the newest 200', async () => {
  const mailer = newMailer();
  for (let n = 0; n < 203; n += 1) await mailer.send({ ...mail, subject: `number ${n}.` });
  const names = (await files()).sort();
  expect(names).toHaveLength(200);
  const oldest = await readFile(join(directory, 'outbox', names[0] ?? ''), 'utf8');
  expect(oldest).not.toContain('Subject: number 0.');
});

test('a mail server that is away is an error, not a silence', async () => {
  const mailer = createMailer({
    smtp: { url: 'smtp://127.0.0.1:9', from: 'Cyno <cyno@example.com>' },
    outbox: directory,
    log: silentLogger,
  });
  await expect(mailer.check()).rejects.toThrow();
  await expect(mailer.send(mail)).rejects.toThrow();
  mailer.close();
});

/** A mail server that begins and is silent then, a mailer for it, and the clients that it has. */
async function createSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.write('220 mail.example.com\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mailer = createMailer({
    smtp: { url: `smtp://127.0.0.1:${port}`, from: 'Cyno <cyno@example.com>' },
    outbox: directory,
    log: silentLogger,
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { server, sockets, mailer };
}

test('a mail is given up when the mail server takes too long for it', async () => {
  const { server, mailer } = await createSilentServer();
  const refused = expect(mailer.send(mail)).rejects.toThrow('The mail server did not take it in time.');
  const [socket] = (await once(server, 'connection')) as [Socket];
  // It waits for what the server can do.
  await once(socket, 'data');
  vi.advanceTimersByTime(30_000);
  socket.destroy();
  await refused;
});

test('a mail that waited too long for a connection was not sent, and is not sent later', async () => {
  const { sockets, mailer } = await createSilentServer();
  const sending = Array.from({ length: 6 }, () => mailer.send(mail).then(String, ({ message }: Error) => message));
  await vi.waitFor(() => expect(sockets).toHaveLength(5));
  vi.advanceTimersByTime(15_000);
  expect(await sending[5]).toBe('The mail server did not take it in time.');
  for (const socket of sockets.splice(0)) socket.end('221 Bye\r\n');
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(30_000);
    expect(await Promise.all(sending.slice(0, 5))).not.toContain('undefined');
  });
  expect(sockets.length).toBeLessThanOrEqual(5);
});
