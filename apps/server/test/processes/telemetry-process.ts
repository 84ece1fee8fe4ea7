import { dirname } from 'node:path';
import { createTelemetry } from '../../src/features/telemetry/telemetry/index.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { testCore } from '../core.ts';
import { silentLogger } from '../log.ts';

/**
 * A process of its own that stores messages of some devices until it is killed: numbers from `first` on, in the variable `n`.
 * Prints each number when it was acknowledged.
 */
const [url = '', spoolDirectory = '', first = '', ...deviceIds] = process.argv.slice(2);
const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 26 };
const database = openDatabase(url, { log: silentLogger });
const telemetry = createTelemetry(testCore({ database, dataDirectory: dirname(spoolDirectory) }), { limits });
await telemetry.start();
let next = Number(first);

/** Keeps a thousand messages on their way, as many boards would. */
const sendNext = (): void => {
  const n = next++;
  const { stored } = telemetry.ingest.take({
    deviceId: Number(deviceIds[n % deviceIds.length]),
    espid: 'board',
    accountId: 1,
    payload: Buffer.from(`{"n":${n}}`),
    receivedAt: Date.now(),
    durable: true,
  });
  stored?.then(
    () => {
      process.stdout.write(`${n}\n`);
      setImmediate(sendNext);
    },
    () => process.exit(1),
  );
};
for (let count = 0; count < 1000; count++) sendNext();
