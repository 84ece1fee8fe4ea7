import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A process of a bench: a TypeScript file, named from this folder, run by this Node. */
export interface Child {
  readonly pid: number;
  /** The next line of its standard output, parsed as JSON. */
  nextLine<T>(): Promise<T>;
  /** Signals it to end and waits. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process, by itself or through a command that becomes it; it ends with this one. */
export function startChild(
  file: string,
  args: readonly string[],
  {
    env = {},
    nodeArgs = [],
    through = [],
  }: { env?: Record<string, string>; nodeArgs?: readonly string[]; through?: readonly string[] } = {},
): Child {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const [program = '', ...rest] = [...through, process.execPath, ...nodeArgs, path, ...args];
  const child: ChildProcess = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  if (!child.stdout || child.pid === undefined) throw new Error(`${file} does not start`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  return {
    pid: child.pid,
    async nextLine() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${file} ended before it answered`);
      return JSON.parse(value);
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await exited;
      process.off('exit', end);
    },
  };
}

/** What processes take, as the kernel counts it. */
export interface Usage {
  readonly rssMegabytes: number;
  readonly cpuSeconds: number;
  /** Processor time of child processes that have ended. */
  readonly endedChildrenSeconds: number;
}

const ticksPerSecond = 100;
const pageBytes = 4096;

/** Of one process. */
export async function usageOf(pid: number): Promise<Usage> {
  const [stat, statm] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/statm`, 'utf8'),
  ]);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;
  return {
    rssMegabytes: (Number(statm.split(' ')[1]) * pageBytes) / 1024 ** 2,
    cpuSeconds: seconds(11),
    endedChildrenSeconds: seconds(13),
  };
}

/** A process and all below it. */
async function treeProcesses(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    if (stat !== '') parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]));
  }
  const members = [pid];
  for (let index = 0; index < members.length; index++) {
    for (const [child, parent] of parents) if (parent === members[index]) members.push(child);
  }
  return members;
}

/**
 * Of a process and all below it. Memory is the proportional set size: pages that PostgreSQL's processes share count once.
 */
export async function treeUsage(pid: number): Promise<{ pssMegabytes: number; cpuSeconds: number; processes: number }> {
  const members = await treeProcesses(pid);
  let pssMegabytes = 0;
  let cpuSeconds = 0;
  for (const member of members) {
    const rollup = await readFile(`/proc/${member}/smaps_rollup`, 'utf8').catch(() => '');
    pssMegabytes += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1024;
    cpuSeconds += await usageOf(member).then(
      (usage) => usage.cpuSeconds + usage.endedChildrenSeconds,
      () => 0,
    );
  }
  return { pssMegabytes, cpuSeconds, processes: members.length };
}
