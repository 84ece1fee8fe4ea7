import { readFileSync } from 'node:fs';

const slowestCount = 10;
const maxPageLines = 120;
const maxMessageLines = 15;
/** `sysconf(_SC_CLK_TCK)` is 100 on every Linux: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const ticksPerSecond = 100;

/** The end of a run: what failed and was left out, the slowest files, the processor time, and the sum as its last line. */
export function printReport(results) {
  const all = (of) => results.flatMap((result) => of(result) ?? []);
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const slowest = all(({ files }) => files)
    .sort((a, b) => b.ms - a.ms)
    .slice(0, slowestCount);
  for (const { name, snapshot } of all(({ pages }) => pages)) {
    console.log(`The page when ${name} failed:\n${snapshot.split('\n').slice(0, maxPageLines).join('\n')}`);
  }
  printList(
    'Slowest files',
    slowest.map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`),
  );
  const cpuSeconds = childProcessorSeconds();
  if (cpuSeconds !== undefined) console.log(`Processor time: ${(cpuSeconds / 60).toFixed(1)} minutes`);
  printList(
    'Left out on this machine',
    all(({ leftOut }) => leftOut),
  );
  printList('Failed', all(({ failures }) => failures).map(describeFailure));
  console.log(`${sum((result) => result.passed)} passed, ${sum((result) => result.failed)} failed`);
}

function describeFailure({ name, message }) {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !isOfTestRunner(line));
  return [name, ...lines.slice(0, maxMessageLines).map((line) => `    ${line}`)].join('\n');
}

const isOfTestRunner = (line) => /^\s+at (.*node_modules|new Promise )/.test(line);

function printList(title, lines) {
  if (lines.length > 0) console.log([`${title}:`, ...lines].join('\n  '));
}

/** What all ended processes below this one took, in seconds; undefined where the system does not report it. */
function childProcessorSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // Fields 16 and 17, cutime and cstime; the first two are cut off.
    return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
