import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import S3rver from '@20minutes/s3rver';

/** A server that stores files, and the settings by which it is a target of backups. */
export interface StorageServer {
  /** Without the name and password. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** What it has stored. */
  readonly folder: string;
  stop(): Promise<unknown>;
}

interface Options {
  /** Empty. */
  readonly directory: string;
  /** It can store no file that is longer, as if its disk were full. */
  readonly maxBytes?: number;
}

const user = 'backup user';
const password = 'se/cret@canary';

/** rclone of Debian serves a folder over SFTP and WebDAV. */
export async function startRclone(kind: 'sftp' | 'webdav', { directory, maxBytes }: Options): Promise<StorageServer> {
  const folder = join(directory, 'stored');
  await mkdir(folder, { recursive: true });
  const args = ['serve', kind, folder, '--addr', '127.0.0.1:0', '--user', user, '--pass', password];
  const { PATH = '' } = process.env;
  // Its own caches and keys belong to the test too.
  const env = { PATH, HOME: directory, XDG_CACHE_HOME: directory };
  const limit = maxBytes === undefined ? '' : `trap '' XFSZ; ulimit -f ${Math.floor(maxBytes / 1_024)};`;
  const child = spawn('bash', ['-c', `${limit} exec rclone "$@"`, 'bash', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const host = await printed(child, /(?:listening on |http:\/\/)([\d.]+:\d+)/);
  const exited = once(child, 'exit');
  return {
    host,
    user,
    password,
    folder,
    stop: () => {
      child.kill();
      return exited;
    },
  };
}

/** A server with the interface of S3, which checks signatures. */
export async function startS3({ directory }: Options): Promise<StorageServer> {
  const folder = join(directory, 'stored');
  await mkdir(folder, { recursive: true });
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'bucket', configs: [] }],
  });
  // It compares signatures of a listing with one of the path without its last slash, and every real service with that of the path.
  server.middleware.unshift((context, next) => {
    server.allowMismatchedSignatures = context.path === '/bucket/';
    return next();
  });
  const { port } = await server.run();
  return { host: `127.0.0.1:${port}`, user: 'S3RVER', password: 'S3RVER', folder, stop: () => server.close() };
}

/** Resolves with what the pattern captures; rejects with all that was written when the program ends before it. */
function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    if (child.stderr) {
      createInterface(child.stderr).on('line', (line) => {
        output += `${line}\n`;
        const found = pattern.exec(line)?.[1];
        if (found) resolve(found);
      });
    }
    child.once('error', reject);
    child.once('exit', () => reject(new Error(output)));
  });
}
