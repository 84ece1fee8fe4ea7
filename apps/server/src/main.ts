import './platform/quick-imports.ts';
import type { Ready } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { localAddress } from './platform/network-address.ts';
import { StartError } from './platform/start-error.ts';
import { startText } from './start-text.ts';

/** Parts that hang must not keep the process: what they hold is safe on disk, or was never acknowledged. */
const stopWithinMs = 5_000;

async function main(): Promise<void> {
  // Anyone who reads the output may go, as `head` does; the log files continue.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
  const config = loadConfig();
  // Only now: the hook above counts for what is imported after it.
  const { createApp } = await import('./app.ts');
  const onWaiting = (serving: string) =>
    process.stdout.write(config.readyJson ? `${JSON.stringify({ waiting: serving })}\n` : waitingText(serving));
  let app = createApp(config, {}, { onWaiting });
  let stopping = false;
  /** A restart may be stopping the server already. */
  let stopped = Promise.resolve();
  /** Where pages wait for a server that starts again. */
  let { port } = config;
  /** How often the server was started in this process: the end of an earlier start is not that of the server. */
  let starts = 0;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    stopped.then(() => app.stop()).then(() => process.exit(), fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  // The parent that started us with a channel is gone.
  process.once('disconnect', stop);
  const run = async (): Promise<void> => {
    const ofThis = ++starts;
    void app.failed.then((error) => {
      process.stderr.write(`${error.message}\n`);
      // Another server has taken over: this one is on standby from now on.
      if (config.serverName !== null) {
        restart({ handsOver: false }).catch(fail);
        return;
      }
      process.exitCode = 1;
      stop();
    });
    const ready = await app.start().catch((error: unknown) => {
      // What is stopped in the middle of its start fails, which is expected.
      if (!stopping && ofThis === starts) throw error;
    });
    if (!ready || stopping || ofThis !== starts) return;
    process.stdout.write(config.readyJson ? readyLine(ready, config) : startText(ready, config));
    port = ready.httpPort;
    app.restarts.then(restart).catch(fail);
  };
  const restart = async ({ handsOver }: { handsOver: boolean }): Promise<void> => {
    if (stopping) return;
    starts += 1;
    // What supervises it starts it again then.
    const late = setTimeout(() => process.exit(1), stopWithinMs);
    stopped = app.stop().finally(() => clearTimeout(late));
    await stopped;
    app = createApp({ ...config, port }, {}, { handsOver, onWaiting });
    if (!stopping) await run();
  };
  await run();
}

function readyLine({ http, httpPort, mqtt, mqtts, httpsPort, setupUrl }: Ready, { host }: Config): string {
  const local = localAddress(host, httpPort);
  return `${JSON.stringify({ ready: true, http, httpPort, local, mqtt, mqtts, httpsPort, setup: setupUrl })}\n`;
}

const waitingText = (serving: string): string =>
  `\nCyno is on standby: ${serving} serves. It takes over when that one ends. Ctrl+C stops it.\n\n`;

/** With what it was caused by, and what it consists of: of a query that failed only the cause names the reason. */
function stackOf(error: Error): string {
  const { stack, cause } = error;
  const parts =
    error instanceof AggregateError ? error.errors.filter((part) => part instanceof Error).map(stackOf) : [];
  return [stack, ...(cause instanceof Error ? [`Caused by: ${cause.message}`] : []), ...parts].join('\n');
}

function fail(error: unknown): void {
  const expected = error instanceof StartError || error instanceof ConfigError;
  const text = expected || !(error instanceof Error) ? String((error as Error).message ?? error) : stackOf(error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

if (import.meta.main) await main().catch(fail);
