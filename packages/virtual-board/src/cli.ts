#!/usr/bin/env node
import { createFleet, type Fleet, type FleetOptions } from './fleet.ts';
import { readOptions, usage } from './options.ts';

function progress(fleet: Fleet, startedAt: number): string {
  const { online, connecting, sent, received, refused, lost } = fleet.counts();
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  return `${seconds} s  ${online} of ${fleet.boards.length} online, ${connecting} connecting  sent ${sent}  received ${received}  refused ${refused}  lost ${lost}`;
}

function run(options: FleetOptions): void {
  const fleet = createFleet(options);
  const startedAt = Date.now();
  const onTerminal = process.stdout.isTTY;
  console.log(
    `${options.boards} × ${options.family} to ${options.tls ? 'mqtts' : 'mqtt'}://${options.host}:${options.port}`,
  );
  const timer = setInterval(
    () =>
      process.stdout.write(onTerminal ? `\r\x1b[K${progress(fleet, startedAt)}` : `${progress(fleet, startedAt)}\n`),
    onTerminal ? 1000 : 10_000,
  );
  const stop = () => {
    clearInterval(timer);
    const summary = progress(fleet, startedAt);
    fleet.stop().then(
      () => console.log(`${onTerminal ? '\r\x1b[K' : ''}${summary}\nStopped.`),
      (error: unknown) => {
        console.error(error);
        process.exitCode = 1;
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  fleet.start();
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options) run(options);
  else console.log(usage);
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  process.exitCode = 2;
}
