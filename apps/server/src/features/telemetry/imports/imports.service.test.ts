import type { DeviceLogLine, ImportStart } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '../../../../test/database.ts';
import { createImportsDatabase } from '../../../../test/imports.ts';
import { silentLogger } from '../../../../test/log.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { ImportPoint, ImportWriter } from '../ingest/index.ts';
import { importsRepository } from './imports.repository.ts';
import { Imports } from './imports.service.ts';

const from = { accountId: 1, network: '192.0.2.1' };
const device = { id: 1, accountId: 1, espid: 'tank', name: 'Tank', paused: false } as DeviceRecord;
const content = Buffer.from(
  `time,a\n${Array.from({ length: 3_000 }, (_, row) => `${1_700_000_000 + row},1\n`).join('')}`,
);
const start: ImportStart = {
  layout: { delimiter: ',', header: true, decimal: '.' },
  mapping: {
    time: { column: 0, format: 'seconds', zone: 'UTC' },
    only: null,
    columns: [{ column: 1, key: 'a', kind: 'number' }],
  },
  overwrite: false,
};

let created: TestDatabase;
/** What the device's console was sent. */
let lines: DeviceLogLine['text'][];
/** Undefined: the import may not continue. */
let open: DeviceRecord | undefined;

beforeAll(async () => {
  created = await createImportsDatabase();
});
beforeEach(async () => {
  await created.database.pool.query('DELETE FROM imports');
  lines = [];
  lost = 0;
  open = device;
});
afterAll(() => created.drop());

type Store = (points: readonly ImportPoint[]) => Promise<void>;
const takeAll: Store = async () => undefined;
/** Batches that no server ever stored, because it was killed meanwhile. */
let lost = 0;
const never: Store = () => {
  lost += 1;
  return new Promise(() => undefined);
};

/** A server on the database, which has everything that the ones before left there. */
async function startServer(store: Store): Promise<Imports> {
  const writer: Partial<ImportWriter> = {
    kinds: () => new Map(),
    isComputed: () => false,
    freeSlots: () => 10,
    retention: () => null,
    retentionByVariable: () => new Map(),
    messagesSince: async () => 0,
    async store(_, points) {
      await store(points);
      return { added: points.length, changed: 0, present: 0, empty: 0 };
    },
  };
  const server = new Imports({
    repository: importsRepository(created.database),
    writer: writer as ImportWriter,
    clock: Date,
    log: silentLogger,
    variablesOf: () => [],
    stillOpen: () => open,
    imported: () => undefined,
    logImport: (_, text) => lines.push(text),
  });
  await server.start();
  return server;
}

async function upload(server: Imports): Promise<string> {
  const { id } = await server.announce(device, from, { name: 'a.csv', bytes: content.length });
  await server.take(device, id, { offset: 0, bytes: content });
  return id;
}
/** An import that runs in a server, which is killed when nothing more is requested of it. */
async function startImport(): Promise<{ killed: Imports; id: string }> {
  const killed = await startServer(never);
  const id = await upload(killed);
  await killed.run(device, id, start);
  await expect.poll(() => lost).toBe(1);
  return { killed, id };
}
const ended = async (server: Imports, id: string) => {
  await expect.poll(() => server.state(device, id).state).not.toBe('running');
  return server.state(device, id);
};

test('an import that ran when its server was killed continues by itself', async () => {
  const { id } = await startImport();
  const next = await startServer(takeAll);
  expect(await ended(next, id)).toMatchObject({ state: 'done', added: 3_000, problem: null });
  await expect
    .poll(() => lines)
    .toEqual([
      'the import of a.csv continues after a restart of the server: 0 points added, 0 changed until then',
      'imported a.csv: 3,000 points added, 0 changed',
    ]);
});

test('an import continues three times by itself, and once more when somebody resumes it', async () => {
  const { id } = await startImport();
  for (let times = 0; times < 3; times += 1) {
    const next = await startServer(never);
    expect(next.list(device, 1)).toMatchObject([{ id, state: 'running' }]);
    await expect.poll(() => lost).toBe(times + 2);
  }
  const last = await startServer(never);
  expect(await ended(last, id)).toMatchObject({ state: 'failed', canGoOn: true });
  expect(last.state(device, id).problem).toContain('The server stopped while the file was being imported.');
  await expect.poll(() => lines.at(-1)).toBe('the import of a.csv was interrupted: 0 points added, 0 changed');
  const later = await startServer(never);
  expect(later.list(device, 1)).toMatchObject([{ id, state: 'failed', canGoOn: true }]);
  await later.resume(device, id);
  await expect.poll(() => lost).toBe(5);
  expect(await ended(await startServer(takeAll), id)).toMatchObject({ state: 'done', added: 3_000 });
});

test('an import that is under way when its server is stopped continues at the next start', async () => {
  const storing = Promise.withResolvers<void>();
  const stopped = await startServer(() => {
    storing.resolve();
    return takeAll([]);
  });
  const id = await upload(stopped);
  await stopped.run(device, id, start);
  await storing.promise;
  await stopped.stop();
  expect(stopped.state(device, id)).toMatchObject({ state: 'running', problem: null });
  expect(lines).toEqual([]);
  expect(await ended(await startServer(takeAll), id)).toMatchObject({ state: 'done', added: 3_000 });
});

test('an import that was cancelled does not continue, also when its server was killed meanwhile', async () => {
  const { killed, id } = await startImport();
  await killed.cancel(device, id);
  const next = await startServer(takeAll);
  expect(next.state(device, id)).toMatchObject({ state: 'cancelled', added: 0 });
  expect(lines).toEqual([]);
});

test('an import does not continue when the device was handed over, paused or deleted meanwhile', async () => {
  const { id } = await startImport();
  open = undefined;
  const next = await startServer(takeAll);
  expect(await ended(next, id)).toMatchObject({ state: 'failed', canGoOn: false, added: 0 });
  await expect.poll(() => lines).toEqual(['the import of a.csv stopped: 0 points added, 0 changed']);
  expect((await startServer(takeAll)).list(device, 1)).toEqual([]);
});

test('another import of the account waits for one that continues', async () => {
  const { killed } = await startImport();
  const other = await upload(killed);
  const next = await startServer(never);
  await expect(next.run(device, other, start)).rejects.toMatchObject({ status: 429 });
});
