import { cpus, loadavg, totalmem } from 'node:os';

/** One line about where the figures were measured. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg()[0]?.toFixed(1);
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, Node ${process.version}, load before: ${load}`;
}
