import { createTelemetry } from '../../src/features/telemetry/telemetry/index.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { testCore } from '../core.ts';
import { silentLogger } from '../log.ts';

/** A process of its own that packs everything that is old enough, until it is killed or is done. */
const [url = '', dataDirectory = ''] = process.argv.slice(2);
const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 26 };
const database = openDatabase(url, { log: silentLogger });
const telemetry = createTelemetry(testCore({ database, dataDirectory }), { limits });
await telemetry.start();
await telemetry.pack();
await telemetry.stop();
await database.close();
