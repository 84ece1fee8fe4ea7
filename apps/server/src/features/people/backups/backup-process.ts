import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BackupProgress, ErrorCause } from '@cyno/contract';
import type { Config } from '../../../config.ts';
import { StartError } from '../../../platform/start-error.ts';

/** What does not end by itself by then is ended: a server that stops must not wait for a backup. */
const endWithinMs = 3_000;
const program = fileURLToPath(new URL('../../../backup.ts', import.meta.url));

interface Message {
  readonly progress?: BackupProgress;
  readonly report?: unknown;
  /** A sentence. */
  readonly error?: string;
  readonly why?: ErrorCause;
}

interface Options {
  /** The process has that of the server, whatever its environment is. */
  readonly config: Pick<Config, 'dataDirectory' | 'databaseUrl' | 'backup'>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BackupProgress) => void;
}

/**
 * Runs a command of `npm run backup` as a process of its own with low priority, so that compressing and comparing hold nobody up;
 * resolves with its report, rejects with its sentence. It ends when this process does.
 */
export function runBackupProcess(args: readonly string[], { config, signal, onProgress }: Options): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const child = fork(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { dataDirectory, databaseUrl, backup } = config;
  child.send({ dataDirectory, databaseUrl, backup });
  let ending: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    // It cleans up and ends.
    child.kill('SIGTERM');
    ending = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
  };
  signal.addEventListener('abort', stop, { once: true });
  let outcome: Message = { error: 'The backup process ended before it was done. Look into the log, and try again.' };
  child.on('message', (message: Message) => {
    if (message.progress) onProgress(message.progress);
    else outcome = message;
  });
  child.once('error', reject);
  child.once('close', () => {
    clearTimeout(ending);
    signal.removeEventListener('abort', stop);
    if (outcome.error === undefined) resolve(outcome.report);
    else reject(new StartError(outcome.error, { ...(outcome.why && { why: outcome.why }) }));
  });
  return promise;
}
