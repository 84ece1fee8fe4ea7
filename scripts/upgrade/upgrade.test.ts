import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { root } from '../bootstrap/paths.mjs';
import { compareVersions } from './releases.mjs';
import { tryStart } from './try-start.mjs';

const execute = promisify(execFile);
const git = (directory: string, ...args: string[]) =>
  execute('git', ['-C', directory, ...args], { env: { ...process.env, ...author } }).then(({ stdout }) =>
    stdout.trim(),
  );
const author = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
const migrationsFolder = 'apps/server/src/platform/database/migrations/meta';

/** How a release of these tests starts: `data.json` is its database, and `health` what it reports. */
const startScript = (health: string) => `
import { createServer } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
const newest = JSON.parse(readFileSync('${migrationsFolder}/_journal.json', 'utf8')).entries.at(-1).when;
const data = JSON.parse(readFileSync('data.json', 'utf8'));
if (data.migration < newest) writeFileSync('data.json', JSON.stringify({ ...data, before: data.migration, migration: newest, newestSnapshot: '/data/backups/cyno-s.tar.zst' }));
const health = ${health};
if (health === 'ends') process.exit(3);
const server = createServer((_, response) => response.end(JSON.stringify(health))).listen(0, '127.0.0.2', () =>
  console.log(JSON.stringify(health === 'waits' ? { waiting: 'barn-1 0.1.0' } : { ready: true, local: 'http://127.0.0.2:' + server.address().port })));
process.once('SIGTERM', () => process.exit());
`;
const backupScript = `
import { readFileSync, writeFileSync } from 'node:fs';
const data = JSON.parse(readFileSync('data.json', 'utf8'));
const [, , command, file] = process.argv;
if (command === data.failing && data.before) process.exit(7);
if (command === 'describe') console.log(JSON.stringify(data));
else writeFileSync('data.json', JSON.stringify({ ...data, migration: data.before, restored: file }));
`;

let origin: string;
let checkout: string;
let directory: string;

/** Commits a release with its migrations; \`health\` is an expression of its start script. */
async function release(version: string, { migrations = [1], health = '{ ready: true }' } = {}): Promise<void> {
  const write = (path: string, content: string) => writeFile(join(origin, path), content);
  await write('package.json', JSON.stringify({ version, type: 'module' }));
  await write('scripts/start.mjs', startScript(health));
  const entries = migrations.map((when) => ({ when, tag: `000${when}_change` }));
  await write(`${migrationsFolder}/_journal.json`, JSON.stringify({ entries }));
  await git(origin, 'add', '--all');
  await git(origin, 'commit', '--quiet', '--message', version);
  await git(origin, 'tag', `v${version}`);
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-upgrade-'));
  origin = join(directory, 'origin');
  await mkdir(join(origin, migrationsFolder), { recursive: true });
  for (const folder of ['bootstrap', 'upgrade'])
    await cp(join(root, 'scripts', folder), join(origin, 'scripts', folder), { recursive: true });
  await cp(join(root, 'scripts', 'upgrade.mjs'), join(origin, 'scripts', 'upgrade.mjs'));
  await writeFile(join(origin, 'scripts', 'backup.mjs'), backupScript);
  await writeFile(join(origin, '.gitignore'), 'data.json\n');
  await writeFile(join(origin, 'data.json'), '{"migration":1}');
  await git(directory, 'init', '--quiet', '--initial-branch=main', origin);
  await release('0.1.0');
});
afterAll(() => rm(directory, { recursive: true }));

beforeEach(async () => {
  for (const tag of (await git(origin, 'tag')).split('\n').filter((tag) => tag !== 'v0.1.0'))
    await git(origin, 'tag', '-d', tag);
  await git(origin, 'reset', '--quiet', '--hard', 'v0.1.0');
  checkout = join(directory, 'checkout');
  await rm(checkout, { recursive: true, force: true });
  await git(directory, 'clone', '--quiet', origin, checkout);
  await setData({});
});

const setData = (changes: object) =>
  writeFile(
    join(checkout, 'data.json'),
    JSON.stringify({
      exists: true,
      dataDirectory: '/data',
      isEmbedded: true,
      isRunning: false,
      migration: 1,
      neededBytes: 5e8,
      freeBytes: 9e9,
      newestSnapshot: null,
      ...changes,
    }),
  );
const data = async () => JSON.parse(await readFile(join(checkout, 'data.json'), 'utf8'));

/** What the command prints, and what it ends with. */
const upgrade = (...args: string[]) =>
  execute(process.execPath, [join(checkout, 'scripts/upgrade.mjs'), ...args]).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }) => ({ code, text: stderr as string }),
  );
const state = async () => ({
  head: await git(checkout, 'rev-parse', 'HEAD'),
  branch: await git(checkout, 'rev-parse', '--abbrev-ref', 'HEAD'),
  refs: await git(checkout, 'for-each-ref'),
  data: await data(),
});

test('versions are compared by their numbers', () => {
  expect(['0.10.0', '0.2.0', '1.0.0', '0.2.10'].sort(compareVersions)).toEqual(['0.2.0', '0.2.10', '0.10.0', '1.0.0']);
});

test('--check tells what would happen and changes nothing', async () => {
  await release('0.2.0', { migrations: [1, 2] });
  await release('0.10.0', { migrations: [1, 2, 3] });
  const before = await state();
  const { code, text } = await upgrade('--check');
  expect(code).toBe(0);
  expect(text).toMatch(/This version +0\.1\.0, commit \w{10} on main/);
  expect(text).toMatch(/Newest release +0\.10\.0 \(tag v0\.10\.0 of origin\)/);
  expect(text).toMatch(/Files +unchanged/);
  expect(text).toMatch(/Migrations +0002_change, 0003_change/);
  expect(text).toMatch(/Snapshot +needs up to 477 MB; 8,584 MB are free/);
  expect(text).toMatch(/Upgrade +possible/);
  expect(await state()).toEqual(before);
});

test('a release that is healthy stays, with the data that it changed, also when it had failed before', async () => {
  await release('0.2.0', { migrations: [1, 2] });
  await setData({ dataDirectory: directory });
  await writeFile(join(directory, 'upgrade.json'), '{}');
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([
    0,
    expect.stringContaining(`Cyno 0.2.0 works with your data in ${directory}. Start it`),
  ]);
  expect(JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8')).version).toBe('0.2.0');
  expect(await readdir(directory)).not.toContain('upgrade.json');
  expect(await data()).toMatchObject({ migration: 2 });
  expect((await upgrade()).text).toContain('There is nothing to do');
});

test('one that is on standby is not waited for', async () => {
  await release('0.2.0', { health: "'waits'" });
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([
    0,
    expect.stringContaining('Cyno 0.2.0 starts and is on standby, because barn-1 0.1.0 serves. Start it'),
  ]);
});

test('one that is not healthy is undone, and the data of before is restored', async () => {
  await release('0.2.0', { migrations: [1, 2], health: "'ends'" });
  const { head } = await state();
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([1, expect.stringContaining('It ended with 3 before it was ready')]);
  expect(text).toContain('the data was put back from /data/backups/cyno-s.tar.zst');
  expect(await state()).toMatchObject({
    head,
    branch: 'main',
    data: { migration: 1, restored: '/data/backups/cyno-s.tar.zst' },
  });
});

test.each([
  ['describe', /The data cannot be read; the reason is above\./],
  ['restore', /The reason is above\. Mend it, then run: npm run restore -- \/data\/backups\/cyno-s\.tar\.zst/],
])('a way back that fails at %s is described together with why the upgrade failed', async (failing, reason) => {
  await release('0.2.0', { migrations: [1, 2], health: "'ends'" });
  await setData({ failing });
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([1, expect.stringContaining('It ended with 3 before it was ready')]);
  expect(text).toContain('Cyno 0.1.0 is checked out again, but its data could not be put back: ');
  expect(text).toMatch(reason);
  expect(await state()).toMatchObject({ branch: 'main' });
});

test('a database of the operator is not replaced: the way back is described', async () => {
  await release('0.2.0', { migrations: [1, 2], health: "'ends'" });
  await setData({ isEmbedded: false });
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([
    1,
    expect.stringContaining('Cyno 0.1.0 is checked out again, but your PostgreSQL has'),
  ]);
  expect(text).toContain(
    'create an empty database (createdb), set DATABASE_URL to it, and run: npm run restore -- /data/backups/cyno-s.tar.zst',
  );
  expect(await data()).not.toHaveProperty('restored');
});

test('one that runs and does not become ready is not healthy, with its reasons, and is stopped', async () => {
  await release('0.2.0', { health: `{ ready: false, reasons: ['The database is full.'] }` });
  const { signal } = new AbortController();
  await expect(tryStart(origin, { signal, healthyWithinMs: 500 })).rejects.toThrow(
    'It did not become ready: The database is full.',
  );
});

test('and without another restore where its data was not changed', async () => {
  await release('0.2.0', { health: "'ends'" });
  const { text } = await upgrade();
  expect(text).toContain('Cyno 0.1.0 is checked out again, and the data is as it was.');
  expect(await data()).not.toHaveProperty('restored');
});

test.each([
  [
    'a changed file',
    () => writeFile(join(checkout, 'package.json'), '{"version":"0.1.0"}'),
    /files were changed:\npackage\.json\n/,
  ],
  [
    'no data where the settings of this checkout have it',
    () => setData({ exists: false, dataDirectory: '/app/data' }),
    /There is no data in \/app\/data\. Set DATA_DIR in \.env/,
  ],
  ['a server that runs', () => setData({ isRunning: true }), /is running on \/data\. Stop it first/],
  ['too little space', () => setData({ freeBytes: 1e6 }), /1 MB are free, 477 MB are needed/],
  [
    'too little space for the rows of a database of the operator',
    () => setData({ isEmbedded: false, freeBytes: 1e6 }),
    /477 MB are needed\. To upgrade without one, back up the database .* git checkout v0\.2\.0 && npm start/,
  ],
  ['no remote', () => git(checkout, 'remote', 'remove', 'origin'), /has no remote/],
  ['a remote that is away', () => git(checkout, 'remote', 'set-url', 'origin', '/nowhere'), /git ls-remote failed: /],
  ['no release', () => git(origin, 'tag', '-d', 'v0.1.0', 'v0.2.0'), /has no release/],
  ['no checkout', () => rm(join(checkout, '.git'), { recursive: true }), /is no checkout of git/],
] as const)('%s is told in a sentence, and nothing is changed', async (name, prepare, sentence) => {
  await release('0.2.0', { migrations: [1, 2] });
  await prepare();
  const before = await data();
  const { code, text } = await upgrade();
  expect([code, text]).toEqual([1, expect.stringMatching(sentence)]);
  expect(text).not.toMatch(/\n\s+at /);
  expect(await data()).toEqual(before);
  if (name === 'no release') await git(origin, 'tag', 'v0.1.0', 'main~1');
});

test('an option that nobody knows', async () => {
  expect(await upgrade('--force')).toEqual({ code: 1, text: expect.stringContaining('npm run upgrade -- --check') });
});
