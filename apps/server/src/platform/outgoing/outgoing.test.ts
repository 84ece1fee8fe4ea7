import { promises as dns, type LookupAddress } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Outgoing, OutgoingError } from './index.ts';
import { isPublicAddress } from './public-address.ts';

const requests: { path: string; body: string; host: string | undefined }[] = [];
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  requests.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString(), host: request.headers.host });
  if (request.url === '/redirect') response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` });
  if (request.url === '/busy') response.writeHead(429, { 'retry-after': '7' });
  if (request.url === '/later') {
    const [date, later] = ['Sun, 01 Nov 2026 06:00:00 GMT', 'Sun, 01 Nov 2026 06:02:00 GMT'];
    response.writeHead(503, { date, 'retry-after': later });
  }
  if (request.url === '/upgrade') {
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    return;
  }
  // Anyone who waits for its end waits for ever.
  if (request.url === '/endless') {
    response.writeHead(200);
    response.write('x'.repeat(100_000));
    return;
  }
  response.end();
});
let port: number;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const open = new Outgoing({ allowed: ['127.0.0.1/32'] });
const closed = new Outgoing({ allowed: [] });
const sent = (path: string, host = '127.0.0.1') => ({
  url: `http://${host}:${port}${path}`,
  headers: {},
  body: 'hello',
});

test('a request to an allowed network is sent, and its status returned', async () => {
  expect(await open.post(sent('/hook'))).toEqual({ status: 200, retryAfterSeconds: null });
  expect(requests.at(-1)).toMatchObject({ path: '/hook', body: 'hello' });
  expect(await open.post(sent('/busy'))).toEqual({ status: 429, retryAfterSeconds: 7 });
  expect(await open.post(sent('/later'))).toEqual({ status: 503, retryAfterSeconds: 120 });
});

test('a response without end is not read', async () => {
  expect(await open.post(sent('/endless'))).toMatchObject({ status: 200 });
});

test('a service that switches protocols has responded', async () => {
  expect(await open.post(sent('/upgrade'))).toMatchObject({ status: 101 });
});

test('a redirect is not followed', async () => {
  expect(await open.post(sent('/redirect'))).toMatchObject({ status: 307 });
  expect(requests.map(({ path }) => path)).not.toContain('/inside');
});

describe('what is not of the public internet', () => {
  test.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.31.0.1', '192.168.1.1', '100.100.100.200'],
    ...['169.254.169.254', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1'],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '2001::1', '::127.0.0.1'],
  ])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111'])('but %s is', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('an address is refused before anything is sent', () => {
  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1:8443/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://user:password@example.com/',
    'nonsense',
  ])('%s', async (url) => {
    expect(closed.problemOf(url)).not.toBeNull();
    const refused = await closed.post({ ...sent('/'), url }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OutgoingError);
    expect((refused as OutgoingError).isFinal).toBe(true);
  });

  test('one of the public internet is not', () => {
    expect(closed.problemOf('https://hooks.example.com:8443/a?b=c')).toBeNull();
  });
});

describe('a name', () => {
  const before = () => requests.length;

  test('that leads to a local network is refused', async () => {
    const count = before();
    await expect(closed.post(sent('/hook', 'localhost'))).rejects.toMatchObject({ isFinal: true });
    expect(requests).toHaveLength(count);
  });

  test('is resolved once: what it leads to later is not used', async () => {
    const responses = [['127.0.0.1'], ['127.0.0.2']];
    let lookups = 0;
    const rebound = new Outgoing({
      allowed: ['127.0.0.2/32'],
      async resolve() {
        lookups += 1;
        return (responses[lookups - 1] ?? []).map((address) => ({ address, family: 4 }));
      },
    });
    const count = before();
    await expect(rebound.post(sent('/hook', 'rebind.example.com'))).rejects.toMatchObject({ isFinal: true });
    expect([lookups, requests.length]).toEqual([1, count]);
  });

  test('that leads to both is reached where it may be', async () => {
    const mixed = new Outgoing({
      allowed: ['127.0.0.1/32'],
      resolve: async () => ['10.0.0.1', '127.0.0.1'].map((address) => ({ address, family: 4 })),
    });
    expect(await mixed.post(sent('/mixed', 'mixed.example.com'))).toMatchObject({ status: 200 });
    expect(requests.at(-1)).toMatchObject({ path: '/mixed', host: `mixed.example.com:${port}` });
  });

  test('that nobody knows says so', async () => {
    const unknown = new Outgoing({
      allowed: [],
      resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    await expect(unknown.post(sent('/', 'nowhere.example.com'))).rejects.toMatchObject({
      isFinal: false,
      message: expect.stringContaining('was not found'),
    });
  });
});

describe('a name is resolved without the threads of the system', () => {
  /** Name servers that know nothing, for this reason. */
  function nameServersThatFail(code: string) {
    const fail = async () => Promise.reject(Object.assign(new Error(code), { code }));
    const spies = (['resolve4', 'resolve6'] as const).map((query) =>
      vi.spyOn(dns.Resolver.prototype, query).mockImplementation(fail),
    );
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
  }
  function systemResolver() {
    const resolving: { host: string; found: (addresses: LookupAddress[]) => void }[] = [];
    const lookup = (host: string) => {
      const { promise, resolve } = Promise.withResolvers<LookupAddress[]>();
      resolving.push({ host, found: resolve });
      return promise;
    };
    const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup as never);
    onTestFinished(() => spy.mockRestore());
    return resolving;
  }

  test('while its name server does not respond', async () => {
    nameServersThatFail('ETIMEOUT');
    const resolving = systemResolver();
    await expect(open.post(sent('/hook', 'slow.example.com'))).rejects.toMatchObject({ isFinal: false });
    expect(resolving).toEqual([]);
  });

  test('except those that name servers do not know, one at a time', async () => {
    nameServersThatFail('ENOTFOUND');
    const resolving = systemResolver();
    const posts = ['a.example.com', 'b.example.com', 'pi.local', 'a.example.com'].map((host) =>
      open.post(sent(`/${host}`, host)),
    );
    for (const [index, host] of ['pi.local', 'a.example.com', 'b.example.com'].entries()) {
      await expect.poll(() => resolving.map((one) => one.host)[index]).toBe(host);
      expect(resolving).toHaveLength(index + 1);
      resolving[index]?.found([{ address: '127.0.0.1', family: 4 }]);
    }
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

test('nothing that listens is tried again', async () => {
  await expect(open.post({ ...sent('/'), url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ isFinal: false });
});
