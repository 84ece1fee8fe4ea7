import './platform/quick-imports.ts';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import type { BackupConfig } from './backup-commands.ts';
import { ConfigError, loadConfig } from './config.ts';
import { StartError } from './platform/start-error.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
// The server that started us is gone.
process.once('disconnect', () => stopping.abort());

try {
  // The server that started us sends its own.
  const config: BackupConfig = process.connected ? (await once(process, 'message'))[0] : loadConfig();
  // Beside the server: boards and people come first. A service manager may forbid it, or have lowered it further.
  // Linux knows a priority of each thread, and those that compress may have begun.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) {
    try {
      os.setPriority(thread, config.backup.niceness);
    } catch {}
  }
  // Only now: the hook above counts for what is imported after it.
  const { runBackupCommand } = await import('./backup-commands.ts');
  const { text, report } = await runBackupCommand(process.argv.slice(2), {
    config,
    signal: stopping.signal,
  });
  if (process.connected) process.send?.({ report });
  else process.stdout.write(`${text}\n`);
} catch (error) {
  const expected = error instanceof StartError || error instanceof ConfigError;
  const { message, stack } = error as Error;
  if (process.connected) process.send?.({ error: message, why: error instanceof StartError ? error.why : undefined });
  else process.stderr.write(`${expected ? message : stack}\n`);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
