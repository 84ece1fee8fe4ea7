import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../../test/free-port.ts';
import { readableLogger } from '../../../../test/log.ts';
import { startAcmeAuthority } from '../../../../test/stand-ins/acme-authority.ts';
import { factsOf } from '../key-pair.ts';
import { AcmeCertificate, type AcmeOptions } from './acme-certificate.ts';

type Authority = Awaited<ReturnType<typeof startAcmeAuthority>>;

let authority: Authority;
let directory: string;
let output: ReturnType<typeof readableLogger>;
let now: number;
const running: AcmeCertificate[] = [];
const kid = 'kid-1';
const hmacKey = Buffer.from('a key of at least thirty-two bytes').toString('base64url');

beforeAll(async () => {
  authority = await startAcmeAuthority({ bindings: { [kid]: hmacKey } });
});
afterAll(() => authority.stop());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-certificate-'));
  output = readableLogger();
  now = Date.now();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await rm(directory, { recursive: true });
});

async function create(options: Partial<AcmeOptions> = {}): Promise<AcmeCertificate> {
  const certificate = new AcmeCertificate({
    dataDirectory: directory,
    name: 'iot.example.com',
    directory: authority.directory,
    email: 'ann@example.com',
    binding: { kid, hmacKey },
    caPath: authority.caPath,
    dnsHook: null,
    clock: { now: () => now },
    log: output.log,
    random: () => 0,
    ...options,
  });
  running.push(certificate);
  await certificate.start();
  return certificate;
}

const issued = (certificate: AcmeCertificate) => new Promise<void>((resolve) => certificate.onChange(resolve));
const failed = (certificate: AcmeCertificate, at = 0) =>
  expect.poll(() => certificate.status().failure?.at ?? 0).toBeGreaterThan(at);

/** Responds at the port where the authority checks names, for the newest one. */
async function listen() {
  const urls: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    urls.push(url);
    response.setHeader('connection', 'close').end(running.at(-1)?.challenges.respond(url) ?? '');
  });
  await new Promise<void>((resolve) => server.listen(authority.httpPort, '127.0.0.1', resolve));
  return { urls, close: () => new Promise((resolve) => server.close(resolve)) };
}

test('a certificate is requested, kept so that only its owner reads it, found again, and renewed at two thirds', async () => {
  const certificate = await create();
  expect(certificate.pair).toBeNull();
  const port = await listen();
  const done = issued(certificate);
  certificate.follow(['http-01']);
  await done;
  const pair = certificate.pair;
  const { facts, renewsAt } = certificate.status();
  expect(facts).toMatchObject({ names: ['iot.example.com'], issuer: expect.stringMatching(/^Pebble/) });
  const { notBefore = 0, notAfter = 0 } = facts ?? {};
  expect(((renewsAt ?? 0) - notBefore) / (notAfter - notBefore)).toBeCloseTo(0.65, 1);
  expect(port.urls.filter((url) => certificate.challenges.respond(url) !== undefined)).toEqual([]);
  for (const name of await readdir(join(directory, 'tls/acme')))
    expect((await stat(join(directory, 'tls/acme', name))).mode & 0o777).toBe(0o600);
  expect((await stat(join(directory, 'tls/acme'))).mode & 0o777).toBe(0o700);
  expect(certificate.strictSeconds).toBe(86_400);

  const again = await create();
  expect(again.pair?.cert.trim()).toBe(pair?.cert.trim());
  again.follow(['http-01']);
  now = (renewsAt ?? 0) + 1;
  const renewed = issued(again);
  again.retry();
  await renewed;
  await port.close();
  expect(again.pair?.cert).not.toBe(pair?.cert);
  expect(factsOf(again.pair?.cert ?? '').fingerprint).not.toBe(facts?.fingerprint);
  expect(output.texts()).toEqual(['A certificate was issued', 'A certificate was issued']);
});

test('what is refused is told with the reason, tried in the other way, and not more often than authorities allow', async () => {
  const certificate = await create();
  certificate.follow(['http-01', 'tls-alpn-01']);
  await failed(certificate);
  const first = certificate.status().failure;
  expect(first?.text).toContain('connection refused');
  expect(first?.nextTryAt).toBe(now + 5 * 60_000);
  // Restarts of an operator who mends something.
  for (let restarts = 0; restarts < 2; restarts += 1) {
    now += 1_000;
    const again = await create();
    again.follow(['http-01', 'tls-alpn-01']);
    await failed(again, now - 1);
  }
  const { failure } = (await create()).status();
  expect(failure?.nextTryAt).toBe((failure?.at ?? 0) + 60 * 60_000);
  expect(output.lines.map(({ type }) => type)).toEqual(['http-01', 'tls-alpn-01', 'http-01']);
  const progress = JSON.parse(await readFile(join(directory, 'tls/acme/progress.json'), 'utf8'));
  expect(progress).toMatchObject({
    failures: 3,
    attempts: [expect.any(Number), expect.any(Number), expect.any(Number)],
  });
});

test('an authority that requires a binding, one that is not trusted and one that is away are each told', async () => {
  const unbound = await create({ binding: null });
  unbound.follow(['http-01']);
  await failed(unbound);
  expect(unbound.status().failure?.text).toContain('externalAccountBinding');
  await rm(join(directory, 'tls'), { recursive: true });
  const untrusted = await create({ caPath: null });
  untrusted.follow(['http-01']);
  await failed(untrusted);
  expect(untrusted.status().failure?.text).toMatch(/^localhost:\d+ does not respond: .*self-signed/);
  const port = await freePort();
  const away = await create({ directory: `https://localhost:${port}/dir` });
  away.follow(['http-01']);
  await failed(away);
  expect(away.status().failure?.text).toContain(`localhost:${port} does not respond: `);
});

test('roots that cannot be read and a program that cannot be run are reported at the start', async () => {
  await expect(create({ caPath: '/none.pem' })).rejects.toThrow(
    'The file /none.pem (ACME_CA) cannot be read: there is no such file.',
  );
  await expect(create({ caPath: directory })).rejects.toThrow('cannot be read: it is a folder.');
  await expect(create({ dnsHook: '/none.sh' })).rejects.toThrow(
    'The program /none.sh (ACME_DNS_HOOK) cannot be run: there is no such file.',
  );
  const hook = join(directory, 'hook.sh');
  await writeFile(hook, '', { mode: 0o600 });
  await expect(create({ dnsHook: hook })).rejects.toThrow('the rights of its file or folder forbid it.');
});

test('a program of the operator sets the record by which a server behind a firewall proves its name', async () => {
  const hook = join(directory, 'hook.mjs');
  const script = `#!${process.execPath}
const [action, host, value] = process.argv.slice(2);
const path = action === 'set' ? '/set-txt' : '/clear-txt';
await fetch('${authority.records}' + path, { method: 'POST', body: JSON.stringify({ host: host + '.', value }) });
const { appendFileSync } = await import('node:fs');
appendFileSync('${directory}/calls', action + ' ' + host + '\\n');
`;
  await writeFile(hook, script);
  await chmod(hook, 0o700);
  const certificate = await create({ dnsHook: hook });
  const done = issued(certificate);
  certificate.follow(['dns-01']);
  await done;
  const record = '_acme-challenge.iot.example.com';
  await expect.poll(() => readFile(join(directory, 'calls'), 'utf8')).toBe(`set ${record}\nremove ${record}\n`);

  await writeFile(hook, `#!${process.execPath}\nconsole.error('The provider refused the token.'); process.exit(3);\n`);
  const other = await create({ dnsHook: hook, name: 'other.example.com' });
  other.follow(['dns-01']);
  await failed(other);
  expect(other.status().failure?.text).toBe('ACME_DNS_HOOK failed at “set”: The provider refused the token.');
});
