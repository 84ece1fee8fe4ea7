import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the embedded server listens and how to reach it. */
export interface Endpoint {
  readonly listen: Record<string, string>;
  url(database: string): string;
  /** Removes what a server left that is surely gone: its id may be that of another process, for which PostgreSQL would refuse to start. */
  removeLeftovers(): Promise<void>;
  remove(): Promise<void>;
}

/** The name of a socket file is limited to 107 bytes on Linux and 103 on macOS; PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const longestDirectory = 103 - '/.s.PGSQL.5432'.length;
const socketPort = 5432;

interface EndpointOptions {
  readonly directory: string;
  readonly owner: { uid: number; gid: number } | undefined;
  readonly password: string;
}

/** A Unix socket in a directory that only its owner can enter; Windows has a loopback port instead. Both request the password. */
export async function createEndpoint(options: EndpointOptions): Promise<Endpoint> {
  return process.platform === 'win32' ? loopbackEndpoint(options) : socketEndpoint(options);
}

async function socketEndpoint({ directory, owner, password }: EndpointOptions): Promise<Endpoint> {
  const preferred = join(directory, 'run');
  const short = Buffer.byteLength(preferred) <= longestDirectory;
  const socketDirectory = short ? preferred : await mkdtemp(join(tmpdir(), 'cyno-'));
  await mkdir(socketDirectory, { recursive: true });
  await chmod(socketDirectory, 0o700);
  if (owner) await chown(socketDirectory, owner.uid, owner.gid);
  return {
    listen: {
      listen_addresses: '',
      port: String(socketPort),
      unix_socket_directories: socketDirectory.replaceAll('"', '""').replace(/.*/, '"$&"'),
      unix_socket_permissions: '0700',
    },
    url: (database) =>
      `postgres://cyno:${password}@localhost:${socketPort}/${database}?host=${encodeURIComponent(socketDirectory)}`,
    removeLeftovers: () => rm(join(socketDirectory, `.s.PGSQL.${socketPort}.lock`), { force: true }),
    remove: () => rm(socketDirectory, { recursive: true, force: true }),
  };
}

async function loopbackEndpoint({ password }: EndpointOptions): Promise<Endpoint> {
  const port = await freePort();
  return {
    listen: { listen_addresses: '127.0.0.1', port: String(port) },
    url: (database) => `postgres://cyno:${password}@127.0.0.1:${port}/${database}`,
    removeLeftovers: async () => {},
    remove: async () => {},
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
