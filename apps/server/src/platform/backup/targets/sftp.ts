import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { ConnectConfig, FileEntryWithStats, SFTPWrapper } from 'ssh2';
import { because } from '../../errors.ts';
import { readReason } from '../../make-folder.ts';
import { StartError } from '../../start-error.ts';
import { credentialsOf, labelOf } from './address.ts';
import { explained, type TargetProblem } from './explain.ts';
import { maxFiles, tooLong, within } from './limits.ts';
import { type BackupTarget, isLeftPart, partSuffix } from './target.ts';
import { uploadStream } from './upload-stream.ts';

export interface SshSettings {
  /** The file of a private key; null: the password of the address. */
  readonly sshKey: string | null;
  /** The SHA-256 fingerprint of the server's key, as `ssh-keygen -l` shows it. */
  readonly sshHostKey: string | null;
}

const timeoutMs = 30_000;
const defaultPort = 22;
/** One request of OpenSSH; the next follows its response. */
const readBytes = 255 * 1_024;

/** Backups in a directory of an SFTP server, which is made when it is not there. Its path is absolute; `/~/…` is below the user's home. */
export function sftpTarget(url: URL, settings: SshSettings): BackupTarget {
  const label = labelOf(url);
  const folder =
    decodeURI(url.pathname)
      .replace(/\/+$/, '')
      .replace(/^\/~\/?/, '') || '.';
  const pathOf = (name: string) => `${folder}/${name}`;
  const closed = new AbortController();
  let opened: Promise<SFTPWrapper> | undefined;
  const use = <Result>(work: (sftp: SFTPWrapper) => Promise<Result>) =>
    explained(
      label,
      async () => {
        opened ??= openSession(url, { label, folder, settings, signal: closed.signal });
        return work(await opened);
      },
      problemOf,
    );
  const files = async (sftp: SFTPWrapper) => {
    const found = await listFolder(sftp, folder);
    return found
      .filter(({ attrs }) => attrs.isFile())
      .map(({ filename, attrs }) => ({ name: filename, bytes: attrs.size, at: attrs.mtime * 1_000 }));
  };
  const remove = (name: string) =>
    use(async (sftp) => {
      await promisify(sftp.unlink.bind(sftp))(pathOf(name)).catch(ignoreMissing);
    });
  return {
    label,
    isRemote: true,
    list: () =>
      use(async (sftp) => {
        const whole = (await files(sftp)).filter(({ name }) => !name.endsWith(partSuffix));
        return whole.map(({ name, bytes }) => ({ name, bytes }));
      }),
    put: (name, path, options) =>
      use(async (sftp) => {
        const part = pathOf(name + partSuffix);
        const { stream, signal, end } = uploadStream(path, options);
        try {
          // In order: several servers refuse what comes out of it, which would be quicker.
          await pipeline(stream, sftp.createWriteStream(part, { mode: 0o600 }), { signal });
          // Over a name that is taken, the plain rename fails.
          await within(timeoutMs, promisify(sftp.unlink.bind(sftp))(pathOf(name))).catch(ignoreMissing);
          await within(timeoutMs, promisify(sftp.rename.bind(sftp))(part, pathOf(name)));
        } catch (error) {
          await within(timeoutMs, promisify(sftp.unlink.bind(sftp))(part)).catch(() => undefined);
          throw error;
        } finally {
          end();
        }
      }),
    read: (name) =>
      use(async (sftp) => {
        const stream = sftp.createReadStream(pathOf(name), { highWaterMark: readBytes });
        await once(stream, 'open');
        return stream;
      }),
    remove,
    removeUnfinished: async () => {
      const parts = (await use(files)).filter(({ name, at }) => isLeftPart(name, at));
      for (const { name } of parts) await remove(name);
    },
    close: async () => closed.abort(),
  };
}

interface OpenOptions {
  readonly label: string;
  readonly folder: string;
  readonly settings: SshSettings;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

async function openSession(url: URL, { label, folder, settings, signal }: OpenOptions): Promise<SFTPWrapper> {
  // Loaded only by those who use it.
  const { default: ssh2 } = await import('ssh2');
  const client = new ssh2.Client();
  // A server that waits for more keeps its side open after a polite end.
  signal.addEventListener('abort', () => client.destroy(), { once: true });
  const hostKey = checkHostKey(label, settings.sshHostKey);
  const { user, password } = credentialsOf(url);
  const config: ConnectConfig = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || defaultPort),
    username: user,
    ...(settings.sshKey === null ? { password } : { privateKey: await readKey(settings.sshKey) }),
    readyTimeout: timeoutMs,
    // A connection that is silent for a minute is gone.
    keepaliveInterval: 15_000,
    keepaliveCountMax: 4,
    hostVerifier: hostKey.verify,
  };
  // What is under way fails by itself.
  client.on('error', () => undefined);
  try {
    const ready = once(client, 'ready', { signal });
    client.connect(config);
    await ready;
    // Each packet waits for the response to the one before.
    client.setNoDelay(true);
    // It may respond to the keepalive and to nothing else.
    const sftp = await within(timeoutMs, promisify(client.sftp.bind(client))());
    await within(timeoutMs, makeFolders(sftp, folder));
    return sftp;
  } catch (error) {
    client.destroy();
    throw hostKey.refusal() ?? error;
  }
}

/** Also of a server that always has more. */
async function listFolder(sftp: SFTPWrapper, folder: string): Promise<FileEntryWithStats[]> {
  const handle = await promisify(sftp.opendir.bind(sftp))(folder);
  const found: FileEntryWithStats[] = [];
  for (;;) {
    const some = await nextEntries(sftp, handle);
    if (!some) break;
    found.push(...some);
    if (found.length > maxFiles) throw tooLong();
  }
  await promisify(sftp.close.bind(sftp))(handle);
  return found;
}

/** Undefined: there are no more. */
function nextEntries(sftp: SFTPWrapper, handle: Buffer): Promise<FileEntryWithStats[] | undefined> {
  return new Promise((resolve, reject) => {
    sftp.readdir(handle, (error, list) => {
      if (error && (error as { code?: unknown }).code !== endOfFile) reject(error);
      else resolve(error ? undefined : list);
    });
  });
}

async function readKey(path: string): Promise<Buffer> {
  return readFile(path).catch((cause) => {
    throw new StartError(`The key file ${path} (BACKUP_SSH_KEY) cannot be read: ${readReason(cause)}.`, { cause });
  });
}

/** Without it, anyone on the way could take the password and every backup. */
function checkHostKey(label: string, expected: string | null) {
  let refusal: StartError | undefined;
  return {
    verify: (key: Buffer): boolean => {
      const fingerprint = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
      if (fingerprint === expected) return true;
      refusal = new StartError(
        expected === null
          ? `The key of the server of ${label} is not known yet. It shows ${fingerprint}: compare that on the server, then set BACKUP_SSH_HOST_KEY to it.`
          : `The server of ${label} shows another key than BACKUP_SSH_HOST_KEY: ${fingerprint}. Nothing was sent to it.`,
        because(expected === null ? 'backup_host_key_unknown' : 'backup_host_key_changed', {
          target: label,
          fingerprint,
        }),
      );
      return false;
    },
    refusal: () => refusal,
  };
}

async function makeFolders(sftp: SFTPWrapper, folder: string): Promise<void> {
  const exists = (path: string) =>
    promisify(sftp.stat.bind(sftp))(path).then(
      () => true,
      () => false,
    );
  if (await exists(folder)) return;
  const parts = folder.split('/');
  for (let count = 1; count <= parts.length; count++) {
    const path = parts.slice(0, count).join('/');
    if (path !== '' && !(await exists(path))) await promisify(sftp.mkdir.bind(sftp))(path);
  }
}

/** Of SFTP's status codes: https://datatracker.ietf.org/doc/html/draft-ietf-secsh-filexfer-02#section-7 */
const endOfFile = 1;
const noSuchFile = 2;
const statusProblems: Readonly<Record<number, TargetProblem>> = {
  [noSuchFile]: { kind: 'other', text: 'there is no such file or directory' },
  3: { kind: 'forbidden', text: 'this user may not do that there' },
  4: { kind: 'refused', text: 'it refused; it may be full' },
};

function problemOf(error: unknown): TargetProblem | undefined {
  const { level, code, message } = error as { level?: string; code?: unknown; message: string };
  if (level === 'client-authentication')
    return { kind: 'credentials', text: 'it does not accept the user name, password or key' };
  if (level === 'client-timeout') return { kind: 'away', text: 'it does not respond' };
  if (/parse privateKey/i.test(message))
    return { kind: 'other', text: 'BACKUP_SSH_KEY is no private key without a passphrase' };
  return typeof code === 'number' ? (statusProblems[code] ?? { kind: 'other', text: message }) : undefined;
}

function ignoreMissing(error: Error & { code?: unknown }): void {
  if (error.code !== noSuchFile) throw error;
}
