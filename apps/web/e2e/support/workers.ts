import { availableParallelism, freemem, loadavg } from 'node:os';

/** The tests themselves reach a load of six a core. */
const busyPerCore = 8;
const moreWhenBusy = 3;
const longerWhenBusy = 3;
/** A worker with its server, database and browser. */
const bytesOfWorker = 1.5 * 1024 ** 3;

/**
 * How many workers run tests: `usual` on a machine that does nothing else. Where many others want its cores each process gets little, so
 * that more of them are needed to be done in time.
 */
export function countWorkers(usual: number): number {
  const max = Math.max(usual, Math.floor(freemem() / bytesOfWorker));
  return isBusy() ? Math.min(max, moreWhenBusy * usual) : usual;
}

/** How long to wait for what should not take longer than `ms` on a machine that does nothing else. */
export const patience = (ms: number): number => (isBusy() ? longerWhenBusy * ms : ms);

/** Whether so many others want the cores that tests have more workers, and wait longer. */
export function isBusy(): boolean {
  const [loadOfMinute = 0] = loadavg();
  return loadOfMinute > busyPerCore * availableParallelism();
}
