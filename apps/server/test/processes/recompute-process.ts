import { createTelemetry } from '../../src/features/telemetry/telemetry/index.ts';
import { openDatabase } from '../../src/platform/database/index.ts';
import { testCore } from '../core.ts';
import { silentLogger } from '../log.ts';

/**
 * A process of its own that makes a formula over two devices, if there is none yet, and goes through their history while both send,
 * until it is killed. Prints how far it has come, from 0 to 1, each time when that changes; 1: there is nothing left to do.
 */
const [url = '', dataDirectory = '', account = '', here = '', there = ''] = process.argv.slice(2);
const limits = { storedIntervalMs: () => 0, rawDays: () => null, rollupDays: () => null, spoolBytes: 2 ** 26 };
const accountId = Number(account);
const device = { id: Number(here), accountId, name: 'Here', paused: false };
const other = { id: Number(there), accountId, name: 'There', paused: false };
const database = openDatabase(url, { log: silentLogger });
const { computed, ingest, start } = createTelemetry(testCore({ database, dataDirectory }), { limits });
await start();
computed.useDevices({ findById: (id) => [device, other].find((one) => one.id === id), mayView: () => true });
if (computed.list(device.id, accountId).variables.length === 0) {
  const formula = 'total(near) + total(value("there", "far")) + fallback(avg(near, 1min), 0) * 0';
  const caller = { accountId, findDevice: () => other };
  await computed.save(device, 'sum', { formula, unit: null, label: null }, caller);
}

const send = ({ id }: { id: number }, key: string) =>
  ingest.take({
    deviceId: id,
    espid: 'board',
    accountId,
    payload: Buffer.from(`{"${key}":1}`),
    receivedAt: Date.now(),
    durable: true,
  });

let reported: number | null = null;
/** As often as the program has nothing else to do. */
async function report(): Promise<void> {
  // On a quick machine some are refused, because boards may not send as fast as that.
  await Promise.allSettled([send(device, 'near').stored, send(other, 'far').stored]);
  const share = computed.list(device.id, accountId).variables[0]?.recomputed ?? 1;
  if (share !== reported) process.stdout.write(`${share}\n`);
  reported = share;
  setImmediate(report);
}
void report();
