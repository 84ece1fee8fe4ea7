import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../../../../test/database.ts';
import { createImportsDatabase } from '../../../../test/imports.ts';
import { type HeldFile, HeldFiles } from './held-files.ts';
import { importsRepository } from './imports.repository.ts';
import { Previews } from './previews.ts';

let created: TestDatabase;
let files: HeldFiles;
beforeAll(async () => {
  created = await createImportsDatabase();
  files = new HeldFiles(importsRepository(created.database), Date);
});
afterAll(() => created.drop());

const content = Buffer.from('ts,x\n1700000000000,1\n');
async function fileOf(accountId: number): Promise<HeldFile> {
  const file = await files.add(
    { deviceId: 1, accountId, network: `net ${accountId}` },
    { name: 'a.csv', bytes: content.length },
  );
  await files.write(file, 0, content);
  return file;
}
const threeOf = async (accountId: number) =>
  [await fileOf(accountId), await fileOf(accountId), await fileOf(accountId)] as const;

const target = {
  name: 'Tank',
  espid: 'tank',
  variables: [],
  reader: () => (record: { line: number }) => ({ line: record.line, at: 1, values: [1], problem: null }),
};
/** What a preview gets; it is under way when this returns. */
const openPreview = (previews: Previews, file: HeldFile): Promise<number> =>
  previews.make(file, target, { layout: null, mapping: null, zone: 'UTC' }).then(
    () => 200,
    ({ status }) => status,
  );

test('an account looks at three files at once and no more, and again when one is done', async () => {
  const previews = new Previews();
  const [first, second, third] = await threeOf(1);
  const ofOthers = await fileOf(2);
  const three = [first, second, third].map((file) => openPreview(previews, file));
  expect(await openPreview(previews, { ...first })).toBe(429);
  expect(await Promise.all([...three, openPreview(previews, ofOthers)])).toEqual([200, 200, 200, 200]);
  expect(await openPreview(previews, first)).toBe(200);
});

test('all accounts look at eight files at once and no more', async () => {
  const previews = new Previews();
  const held = [...(await threeOf(3)), ...(await threeOf(4)), ...(await threeOf(5))];
  const statuses = await Promise.all(held.map((file) => openPreview(previews, file)));
  expect(statuses).toEqual([...Array(8).fill(200), 429]);
});

test('a newer look at a file ends the one before', async () => {
  const previews = new Previews();
  const file = await fileOf(6);
  expect(await Promise.all([openPreview(previews, file), openPreview(previews, file)])).toEqual([409, 200]);
});
