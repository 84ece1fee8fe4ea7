import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compileCache } from '../../../test/processes/built-server.ts';
import { tarEnd, tarText } from './archive/tar.ts';
import { writeArchive } from './archive/write-archive.ts';
import { refuseMounts } from './refuse-mounts.ts';

let directory: string;
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'cyno-mounts-')));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test.runIf(process.platform === 'linux')('a mount point is refused; what has none is not', async () => {
  await expect(refuseMounts('/', ['etc', 'proc'])).rejects.toThrow('/proc is a mount of its own');
  await mkdir(join(directory, 'proc'));
  await refuseMounts(directory, ['proc']);
  await refuseMounts('/', ['pro']);
});

const inNamespace = ['--user', '--map-root-user', '--mount'];
const canMount = spawnSync('unshare', [...inNamespace, 'true']).status === 0;

describe.runIf(canMount)('a restore where the database is mounted', () => {
  /** Runs a program of the server where a folder of the data directory is a mount, although on the same disk. */
  async function run(mounted: string, program: string, args: readonly string[]) {
    const script = 'mount --bind "$1" "$1" && shift && exec "$@"';
    const path = new URL(`../../../${program}`, import.meta.url).pathname;
    const command = ['sh', '-c', script, 'sh', join(directory, mounted), process.execPath, path, ...args];
    const child = spawn('unshare', [...inNamespace, ...command], {
      cwd: directory,
      env: { PATH: process.env.PATH, DATA_DIR: directory, NODE_COMPILE_CACHE: compileCache, BACKUP_NICENESS: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { errors, code };
  }

  test.each(['postgres', 'postgres/cluster a'])(
    'at %s is refused before it begins, and changes nothing',
    async (mounted) => {
      await mkdir(join(directory, mounted), { recursive: true });
      const archive = join(directory, 'archive');
      const manifest = { format: 2, version: '0', migration: 1, createdAt: '', postgres: 18, platform: '', bytes: 1 };
      async function* files() {
        yield* tarText('cyno/manifest.json', JSON.stringify(manifest));
        yield tarEnd;
      }
      await writeArchive(archive, files(), { passphrase: null, signal: new AbortController().signal });
      const { code, errors } = await run(mounted, 'src/backup.ts', ['restore', archive]);
      expect(errors).toContain(`${join(directory, mounted)} is a mount of its own`);
      expect(code).toBe(1);
      expect((await readdir(directory)).sort()).toEqual(['archive', 'cyno.lock', 'postgres']);
    },
  );

  test('moves nothing when it was mounted only then', async () => {
    await mkdir(join(directory, 'postgres'));
    await mkdir(join(directory, 'restore.unfinished'));
    await writeFile(join(directory, 'server.key'), 'old');
    const { errors } = await run('postgres', 'test/processes/put-in-place-process.ts', [directory]);
    expect(errors).toContain(`StartError: ${join(directory, 'postgres')} is a mount of its own`);
    expect(await readdir(directory)).toContain('server.key');
  });
});
