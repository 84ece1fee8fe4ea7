import { readdir, readFile } from 'node:fs/promises';

/**
 * How long the threads of a process have worked, ms: https://www.kernel.org/doc/html/latest/scheduler/sched-stats.html (the first figure
 * of `schedstat`, ns). Not a number where there is no such file, as outside of Linux.
 */
export async function processorTimeMs(pid: number): Promise<number> {
  const directory = `/proc/${pid}/task`;
  const threads = await readdir(directory).catch(() => []);
  if (threads.length === 0) return Number.NaN;
  // A thread may end meanwhile.
  const texts = await Promise.all(
    threads.map((id) => readFile(`${directory}/${id}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / 1e6;
}
