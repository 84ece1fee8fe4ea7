import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../bootstrap/paths.mjs';
import { commitRelease, tagRelease } from './tag.mjs';
import { dateSection, setVersion } from './versions.mjs';

const git = (directory: string, ...args: string[]) =>
  promisify(execFile)('git', ['-C', directory, ...args]).then(({ stdout }) => stdout.trim());
const { version: present } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

describe('the change log', () => {
  const changelog = '# Changelog\n\n## 1.3.0 (unreleased)\n\n- New.\n\n## 1.2.0 (2026-01-02)\n\n- Old.\n';

  test('gets the day of a release', () => {
    expect(dateSection(changelog, { version: '1.3.0', day: '2026-02-03' })).toBe(
      changelog.replace('unreleased', '2026-02-03'),
    );
  });

  test('keeps a day that it has, and knows no section that is not there', () => {
    expect(dateSection(changelog, { version: '1.2.0', day: '2026-02-03' })).toBe(changelog);
    expect(dateSection(changelog, { version: '1.4.0', day: '2026-02-03' })).toBeUndefined();
    expect(dateSection(changelog, { version: '1.3.00', day: '2026-02-03' })).toBeUndefined();
  });
});

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-version-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** The files of this checkout that name its version. */
async function copyFiles(): Promise<string[]> {
  const lists = ['package.json', 'package-lock.json', '{apps,packages}/*/package.json', 'bench/package.json'];
  const candidates = globSync([...lists, 'deploy/**/*'], { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = candidates
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes(present));
  for (const file of files) await cp(join(root, file), join(directory, file), { recursive: true });
  return files;
}

test('a new version is in each file that had the one before, and nothing else is different', async () => {
  const files = await copyFiles();
  expect(await setVersion(directory, '98.7.6')).toHaveLength(files.length);
  const textOf = (file: string) => readFile(join(directory, file), 'utf8');
  expect(await textOf('package-lock.json')).toContain('"@cyno/contract": "98.7.6"');
  expect(await textOf('deploy/compose.yaml')).toContain('cyno:98.7.6}');
  await setVersion(directory, present);
  for (const file of files) expect(await textOf(file)).toBe(await readFile(join(root, file), 'utf8'));
});

describe('a release', () => {
  const commit = (version: string) => commitRelease(version, { root: directory, node: '/nowhere' });

  beforeEach(async () => {
    await writeFile(join(directory, 'package.json'), '{"version":"1.2.0"}');
    await writeFile(join(directory, 'CHANGELOG.md'), '## 1.3.0 (unreleased)\n\n## 1.2.0 (2026-01-02)\n');
    await git(dirname(directory), 'init', '--quiet', '--initial-branch=main', directory);
    await git(directory, 'config', 'user.name', 'Ann');
    await git(directory, 'config', 'user.email', 'ann@example.com');
    await git(directory, 'add', '--all');
    await git(directory, 'commit', '--quiet', '--message', 'first');
  });

  test('is tagged on its commit, and the line that publishes it is returned', async () => {
    expect(await tagRelease('1.2.0', { root: directory })).toBe('git push origin main v1.2.0');
    expect(await git(directory, 'cat-file', '-t', 'v1.2.0')).toBe('tag');
    expect(await git(directory, 'rev-parse', 'v1.2.0^{commit}')).toBe(await git(directory, 'rev-parse', 'HEAD'));
  });

  test.each([
    ['that is tagged', '1.2.0', 'There is a tag v1.2.0 already'],
    ['that is older', '1.1.9', 'This is Cyno 1.2.0, which is newer than 1.1.9.'],
    ['without a section in the change log', '1.4.0', 'has no section "## 1.4.0 (unreleased)"'],
  ])('%s is refused, and nothing is changed', async (_, version, sentence) => {
    await tagRelease('1.2.0', { root: directory });
    await expect(commit(version)).rejects.toMatchObject({
      oneLine: true,
      message: expect.stringContaining(sentence),
    });
    expect(await git(directory, 'status', '--porcelain')).toBe('');
  });
});
