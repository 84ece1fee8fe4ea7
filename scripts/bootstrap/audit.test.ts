import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findUnauditedReason } from './audit.mjs';

let registry: Server | undefined;
afterEach(() => registry?.close());

/** A registry whose audit endpoint returns this; it knows no packages. */
async function registryThatReturns(status: number, advisories: object): Promise<string> {
  registry = createServer((request, response) => {
    const isAudit = request.url?.endsWith('/advisories/bulk');
    response.writeHead(isAudit ? status : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? advisories : {}));
  });
  await once(registry.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
}

/** With an id of its own, because npm remembers advisories by it. */
const advisory = (severity: string) => ({
  fastify: [
    { id: randomInt(2 ** 40), url: 'https://example.com/1', title: 'Too open', severity, vulnerable_versions: '*' },
  ],
});

test('a severe weakness fails and is named', async () => {
  const address = await registryThatReturns(200, advisory('high'));
  await expect(findUnauditedReason(address)).rejects.toThrow(/fastify \(high\): Too open https:\/\/example.com\/1/);
});

test('none, or a mild one, passes', async () => {
  expect(await findUnauditedReason(await registryThatReturns(200, {}))).toBeUndefined();
  registry?.close();
  expect(await findUnauditedReason(await registryThatReturns(200, advisory('low')))).toBeUndefined();
});

test('a registry without an audit, or none at all, is a reason and no failure', async () => {
  expect(await findUnauditedReason(await registryThatReturns(405, {}))).toContain('405');
  registry?.close();
  expect(await findUnauditedReason('http://127.0.0.1:9/')).toContain('ECONNREFUSED');
});
