import { execFileSync } from 'node:child_process';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const hierarchies = [
  { directory: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
  { directory: '/sys/fs/cgroup', limit: 'memory.max' },
];

/** A command line to start others through, on one core and, where control groups may be made, with so much memory. */
export interface SmallMachine {
  readonly through: readonly string[];
  readonly description: string;
  remove(): Promise<void>;
}

/** https://www.kernel.org/doc/html/latest/admin-guide/cgroup-v1/memory.html and cgroup-v2.html */
export async function makeSmallMachine(megabytes: number): Promise<SmallMachine> {
  const onOneCore = ['taskset', '-c', '0'];
  execFileSync('taskset', ['--version']);
  for (const { directory, limit } of hierarchies) {
    const group = join(directory, `cyno-small-${process.pid}`);
    try {
      await mkdir(group);
      await writeFile(join(group, limit), String(megabytes * 1024 ** 2));
    } catch {
      await rmdir(group).catch(() => undefined);
      continue;
    }
    return {
      through: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh', ...onOneCore],
      description: `one core, ${megabytes} MB (a control group)`,
      remove: () => rmdir(group),
    };
  }
  return { through: onOneCore, description: 'one core, memory not limited', remove: async () => undefined };
}
