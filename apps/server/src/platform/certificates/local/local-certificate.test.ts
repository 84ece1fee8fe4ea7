import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../../test/log.ts';
import { issueCertificate } from './issue-certificate.ts';
import { LocalCertificate, type LocalOptions } from './local-certificate.ts';
import { isLocalHost, localAddresses, machineName, plainHost } from './local-names.ts';

const day = 86_400_000;
let dataDirectory: string;
let now: number;
let addresses: string[];
const open: LocalCertificate[] = [];
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'cyno-local-'));
  now = Date.now();
  addresses = ['192.168.1.5', 'fd00::2', '127.0.0.1', '::1', '203.0.113.7'];
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
  await rm(dataDirectory, { recursive: true });
});

async function startLocal(options: Partial<LocalOptions> = {}) {
  const certificate = new LocalCertificate({
    dataDirectory,
    clock: { now: () => now },
    log: readableLogger().log,
    publicHost: null,
    homeName: 'cyno',
    machine: 'farm-pi',
    addresses: () => addresses,
    ...options,
  });
  open.push(certificate);
  await certificate.start();
  return certificate;
}

/** What a client that trusts this root alone makes of a server with that pair: 'trusted', or why not. */
async function verdictOn(host: string, pair: { key: string; cert: string }, ca: string): Promise<string> {
  const server = createServer(pair, (socket) => socket.end());
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const verdict = await new Promise<string>((resolve) => {
    const isName = !/^[\d.:a-f]+$/.test(host);
    const socket = connect({ port, host: '127.0.0.1', ca, ...(isName ? { servername: host } : {}) }, () =>
      resolve('trusted'),
    );
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('close', () => resolve('closed'));
  });
  server.close();
  return verdict;
}

test('one who trusts only the root reaches every name and address of the home network, and nothing is vouched for besides', async () => {
  const local = await startLocal({ publicHost: 'farm.home.arpa' });
  const { pair, root } = local;
  expect(local.names).toEqual([
    'cyno.local',
    'farm.home.arpa',
    'farm-pi.local',
    'farm-pi',
    'localhost',
    '192.168.1.5',
    'fd00::2',
    '127.0.0.1',
    '::1',
  ]);
  if (!pair || !root) throw new Error('There is no certificate');
  for (const host of ['cyno.local', 'farm-pi', 'farm.home.arpa', '127.0.0.1'])
    expect(await verdictOn(host, pair, root.cert)).toBe('trusted');
  expect(await verdictOn('other.local', pair, root.cert)).toBe('ERR_TLS_CERT_ALTNAME_INVALID');

  // One who steals the key of the root cannot pass for a bank with it.
  // Node has no code of its own for what OpenSSL calls a permitted subtree violation.
  const stored = await readFile(join(dataDirectory, 'tls/local/root.pem'), 'utf8');
  const key = /-----BEGIN PRIVATE KEY-----[\s\S]*?-----END PRIVATE KEY-----/.exec(stored)?.[0] ?? '';
  const validity = { notBefore: now - day, notAfter: now + day };
  const forged = (names: string[], at: string[]) =>
    issueCertificate({ key, cert: root.cert }, { names, addresses: at }, validity);
  expect(await verdictOn('cyno.local', await forged(['cyno.local'], ['10.0.0.1']), root.cert)).toBe('trusted');
  expect(await verdictOn('bank.example.com', await forged(['bank.example.com'], []), root.cert)).toBe('UNSPECIFIED');
  expect(await verdictOn('cyno.local', await forged(['cyno.local'], ['8.8.8.8']), root.cert)).toBe('UNSPECIFIED');
  expect((await stat(join(dataDirectory, 'tls/local/root.pem'))).mode & 0o777).toBe(0o600);
});

test('both state what browsers insist on', async () => {
  const { pair, root } = await startLocal();
  const [own, authority] = [pair?.cert ?? '', root?.cert ?? ''].map((cert) => new X509Certificate(cert));
  expect([own?.ca, own?.keyUsage, own?.issuer]).toEqual([false, ['1.3.6.1.5.5.7.3.1'], 'CN=Cyno on farm-pi']);
  expect([authority?.ca, authority?.issuer]).toEqual([true, 'CN=Cyno on farm-pi']);
  const days = (one = authority) => ((one?.validToDate.getTime() ?? 0) - (one?.validFromDate.getTime() ?? 0)) / day;
  expect([days(own), days()]).toEqual([397, 3_653]);
});

test('a restart keeps root and certificate; a new address, name or the time gives a new certificate by the same root', async () => {
  const first = await startLocal();
  const { root, pair } = first;
  const local = await startLocal();
  expect([local.root?.cert, local.pair?.cert]).toEqual([root?.cert, pair?.cert]);
  let changes = 0;
  local.onChange(() => {
    changes += 1;
  });
  addresses = ['127.0.0.1'];
  await local.check();
  expect(changes).toBe(0);
  addresses = ['192.168.1.6'];
  await local.check();
  expect([changes, local.names.includes('192.168.1.6')]).toEqual([1, true]);
  await local.useHomeName('cyno-2');
  expect([changes, local.names[0]]).toEqual([2, 'cyno-2.local']);
  now += 300 * day;
  await local.check();
  expect([changes, local.root?.cert]).toEqual([3, root?.cert]);
  const facts = local.status().facts;
  expect(facts && facts.notAfter > now + 390 * day).toBe(true);
});

test('a root that has ended is replaced, one that cannot be read is not', async () => {
  const { root } = await startLocal();
  now += 3_660 * day;
  const later = await startLocal();
  expect(later.root?.facts.fingerprint).not.toBe(root?.facts.fingerprint);
  expect(later.status().facts?.notAfter).toBeGreaterThan(now);
  await writeFile(join(dataDirectory, 'tls/local/root.pem'), 'half a key');
  await expect(startLocal()).rejects.toThrow(/root\.pem holds no key with its certificate\. Restore it from a backup/);
});

test.each([
  ['one that ran through the jump', false],
  ['one that was restarted by it', true],
])('a clock that was decades ahead costs no root: %s has that of its devices again', async (_, restarts) => {
  const first = await startLocal();
  const { root } = first;
  const check = async () => (restarts ? startLocal() : first.check().then(() => first));
  now += 54 * 365 * day;
  await check();
  now -= 54 * 365 * day;
  const after = await check();
  expect(after.root?.facts.fingerprint).toBe(root?.facts.fingerprint);
  expect(await verdictOn('192.168.1.5', after.pair ?? { key: '', cert: '' }, root?.cert ?? '')).toBe('trusted');
});

test('by a clock that is decades behind neither root nor certificate is replaced', async () => {
  const first = await startLocal();
  const { root, pair } = first;
  now -= 30 * 365 * day;
  await first.check();
  await first.check();
  expect([first.root, first.pair]).toEqual([root, pair]);
});

test('what is a name or an address of a home network', () => {
  const hosts = ['cyno.local', 'a.fritz.box', '10.1.2.3', '172.31.0.1', '100.64.0.1', 'fd12::1', '::1'];
  expect(hosts.filter(isLocalHost)).toEqual(hosts);
  expect(['example.com', 'notlocal', '8.8.8.8', '172.32.0.1', '2001:db8::1', 'fe80::1'].filter(isLocalHost)).toEqual(
    [],
  );
  expect([plainHost('[FD00:0:0:0:0:0:0:2]'), plainHost('Cyno.Local')]).toEqual(['fd00::2', 'cyno.local']);
  expect([machineName('Farm-Pi.fritz.box'), machineName('_odd_')]).toEqual(['farm-pi', null]);
  const one = { netmask: '', mac: '', internal: false, cidr: null } as const;
  expect(
    localAddresses({
      lo: [{ ...one, internal: true, family: 'IPv4', address: '127.0.0.1' }],
      eth0: [
        { ...one, family: 'IPv4', address: '192.168.1.5' },
        { ...one, family: 'IPv6', address: 'fe80::1', scopeid: 2 },
        { ...one, family: 'IPv4', address: '8.8.8.8' },
      ],
    }),
  ).toEqual(['192.168.1.5', '127.0.0.1']);
});
