import { type ImportStart, importPreview } from '@cyno/contract';
import { expect } from 'vitest';
import type { FileContent } from '../src/features/telemetry/imports/csv-records.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import type { TestUser } from './server.ts';

const pieceBytes = 1_048_576;
const chunkBytes = 65_536;

interface ImportPlace {
  readonly http: string;
  readonly user: TestUser;
  /** `/api/device/:espid/imports` */
  readonly path: string;
}

/** Sends a file in pieces; returns the id of the import. */
export async function uploadImport({ http, user, path }: ImportPlace, content: string): Promise<string> {
  const bytes = Buffer.from(content);
  const { body } = await user.api('POST', path, { name: 'values.csv', bytes: bytes.length });
  for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
    await fetch(`${http}${path}/${body.id}/piece?offset=${offset}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/octet-stream' },
      body: bytes.subarray(offset, offset + pieceBytes),
    });
  }
  return body.id;
}

/** Starts an import as its preview suggests it. */
export async function startImport({ user, path }: ImportPlace, id: string, more: Partial<ImportStart> = {}) {
  const preview = await user.api('POST', `${path}/${id}/preview`, { layout: null, mapping: null });
  const { layout, mapping } = importPreview.parse(preview.body);
  const started = await user.api('POST', `${path}/${id}/start`, { layout, mapping, overwrite: false, ...more });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  return { layout, mapping };
}

/** A file with so many lines that something can happen while it is read: a value each second. */
export const longFile = (from: number, lines = 150_000): string =>
  `ts,long\n${Array.from({ length: lines }, (_, row) => `${from + row * 1000},${row}`).join('\n')}`;

/** A file that is in memory, read as one in the database is. */
export const contentOf = (bytes: Buffer): FileContent => ({
  bytes: bytes.length,
  read: async (from) => bytes.subarray(from, from + chunkBytes),
});

/** A database with the accounts 1 to 300 and a device, 1, of the first. */
export async function createImportsDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase();
  await created.database.pool.query(
    `INSERT INTO accounts (email) SELECT 'person' || number || '@example.com' FROM generate_series(1, 300) AS number`,
  );
  await created.database.pool.query(
    `INSERT INTO devices (account_id, espid, name, "order", family) VALUES (1, 'tank', 'Tank', 0, 'esp32')`,
  );
  return created;
}
