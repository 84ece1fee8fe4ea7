import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../start-error.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';
import { settingArguments } from './settings.ts';

/** The password of the embedded database, as it stands in a file that only its owner may read. */
export interface ClusterPassword {
  readonly value: string;
  readonly file: string;
  /** False: it was made just now, and no cluster knows it. */
  readonly isStored: boolean;
}

const passwordBytes = 24;

/** The file of the password; beside the cluster, so that it moves and is backed up with it. */
export const passwordFileOf = (directory: string): string => join(directory, 'password');

/** Reads the password, or makes one; a made one is stored only by `keepPassword`. */
export async function findPassword(directory: string): Promise<ClusterPassword> {
  const file = passwordFileOf(directory);
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  return { file, value: stored || randomBytes(passwordBytes).toString('hex'), isStored: stored !== '' };
}

/** Writes the password whole or not at all. */
export async function keepPassword({ file, value }: ClusterPassword, { user }: RunAs): Promise<void> {
  await writeWhole(file, `${value}\n`);
  if (user) await chown(file, user.uid, user.gid);
}

/**
 * Who may connect: https://www.postgresql.org/docs/current/auth-pg-hba-conf.html. Only through the socket, but on Windows, where the
 * server listens on the loopback address.
 */
const rules =
  process.platform === 'win32'
    ? ['host all all 127.0.0.1/32 scram-sha-256']
    : ['local all all scram-sha-256', 'host all all all reject'];

interface ClusterToProtect {
  readonly binaries: Binaries;
  readonly cluster: string;
  readonly runAs: RunAs;
  readonly password: ClusterPassword;
}

/**
 * Makes a cluster of an earlier version, which let in everybody who reached its socket, request the password; also one whose password
 * file was lost. No server runs on the cluster. Each step can be repeated, so that it continues after an interruption.
 */
export async function protectCluster({ binaries, cluster, runAs, password }: ClusterToProtect): Promise<void> {
  const rulesFile = join(cluster, 'pg_hba.conf');
  const trusts = /^\s*(local|host\w*)\s.*\strust\s*$/m.test(await readFile(rulesFile, 'utf8'));
  if (!trusts && password.isStored) return;
  await setPassword({ binaries, cluster, runAs, password });
  await keepPassword(password, runAs);
  if (!trusts) return;
  const { uid, gid } = await stat(rulesFile);
  await writeWhole(
    rulesFile,
    `# Written by Cyno; the password is in the file "password" beside the cluster.\n${rules.join('\n')}\n`,
  );
  if (runAs.user) await chown(rulesFile, uid, gid);
}

/** In single-user mode nobody can connect meanwhile: https://www.postgresql.org/docs/current/app-postgres.html */
async function setPassword({ binaries, cluster, runAs, password }: ClusterToProtect): Promise<void> {
  const [first = binaries.postgres, ...rest] = [...runAs.prefix, binaries.postgres];
  const child = spawn(first, [...rest, '--single', '-D', cluster, ...settingArguments({}), 'postgres'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    ...runAs.user,
  });
  const ended = new Promise<void>((resolve, reject) => child.once('error', reject).once('close', () => resolve()));
  // It may end before it reads: its error output explains why.
  child.stdin.once('error', () => undefined);
  child.stdin.end(`ALTER ROLE cyno PASSWORD '${password.value}';\n`);
  const [errorText] = await Promise.all([text(child.stderr), ended]);
  const failure = errorText.split('\n').find((line) => /^(ERROR|FATAL|PANIC):/.test(line));
  if (failure || child.exitCode !== 0) {
    throw new StartError(`The password of the database cannot be set: ${failure ?? `it ended with ${child.exitCode}`}`);
  }
}

async function writeWhole(file: string, content: string): Promise<void> {
  const unfinished = `${file}.unfinished`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await chmod(unfinished, 0o600);
  await rename(unfinished, file);
}
