import { startChild } from '../child.ts';
import { type BenchServer, startServer } from '../server.ts';
import { type AttackOrder, type AttackReport, wait } from './attack.ts';
import { makeAttackers } from './attackers.ts';
import { attacks } from './attacks/index.ts';
import { type CanaryReport, measures, watchCanary } from './canary.ts';
import { readLog } from './log-lines.ts';
import { probe } from './probes.ts';
import { type ServerLoad, watchServer } from './server-load.ts';

/** The goal: the 99th percentile beside an attack is at most twice the quiet one and so much more. */
const graceMs = 50;
const defaultSeconds = 15;
const warmUpSeconds = 5;
const restMs = 3_000;
const canaryEspid = 'ESP32-D0WDQ6-100_ca000001';

/**
 * What somebody notices of an attack on the same server: a board, a page and logins alone, and then beside each attack, which runs in a
 * process of its own. Options: `attack` (one of them), `seconds` (of each).
 */
export async function neighbourBench(options: Map<string, string>): Promise<void> {
  const seconds = Number(options.get('seconds') ?? defaultSeconds);
  const only = options.get('attack');
  const names = Object.keys(attacks).filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`Say which attack: ${Object.keys(attacks).join(', ')}.`);
  const server = await startServer();
  try {
    await watchCanary(server, warmUpSeconds);
    const loadSince = await watchServer(server);
    const quiet = await watchCanary(server, seconds);
    console.log(`quiet, ${seconds} s: ${describeTimes(quiet)}; server: ${describeLoad(await loadSince())}`);
    let failures = 0;
    for (const name of names) {
      const isFine = await measureAttack(server, { name, seconds, quiet });
      if (!isFine) failures += 1;
      await wait(restMs);
    }
    console.log(
      failures === 0 ? 'Every attack stays within the goal.' : `${failures} of ${names.length} miss the goal.`,
    );
  } finally {
    await server.stop();
  }
}

async function measureAttack(
  server: BenchServer,
  { name, seconds, quiet }: { name: string; seconds: number; quiet: CanaryReport },
): Promise<boolean> {
  const { what, accounts = 1 } = attacks[name] ?? { what: name };
  const attackers = await makeAttackers(server, name, accounts);
  const before = (await readLog(server.directory)).length;
  const order: AttackOrder = {
    attack: name,
    seconds: seconds + 1,
    attackers,
    http: server.http,
    plainPort: server.plainPort,
    tlsPort: server.tlsPort,
  };
  const loadSince = await watchServer(server);
  const child = startChild('neighbour/attacker.ts', [JSON.stringify(order)]);
  await child.nextLine();
  const isConfirming = wait((seconds * 1_000) / 2).then(() => probe(server, name, canaryEspid));
  const canary = await watchCanary(server, seconds);
  const load = await loadSince();
  const probed = await isConfirming;
  const report = await child.nextLine<AttackReport>();
  await child.stop();
  const lines = (await readLog(server.directory)).slice(before);
  const problems = problemsOf(canary, { quiet, report, probed });
  console.log(`\n${name}: ${what}`);
  console.log(`  ${describeTimes(canary)}`);
  console.log(`  attacker: ${report.sent} sent; ${describeCounts(report.ends)}; ${lines.length} lines in the log`);
  console.log(`  server: ${describeLoad(load)}`);
  for (const [line, count] of countMessages(lines)) console.log(`    ${count} × ${line}`);
  if (probed) console.log(`  the canary asked for the same: ${probed.status}${probed.isServed ? '' : ', not served'}`);
  console.log(problems.length === 0 ? '  within the goal' : `  MISSED: ${problems.join('; ')}`);
  return problems.length === 0;
}

function problemsOf(
  canary: CanaryReport,
  { quiet, report, probed }: { quiet: CanaryReport; report: AttackReport; probed: { isServed: boolean } | undefined },
): string[] {
  const slow = measures.flatMap((measure) => {
    const [now, usual] = [canary.times[measure].percentile(0.99), quiet.times[measure].percentile(0.99)];
    const goal = 2 * usual + graceMs;
    return now > goal ? [`${measure} p99 ${now} ms of ${Math.round(goal)}`] : [];
  });
  const refused = Object.entries(canary.refusals).map(([what, count]) => `${count} × ${what}`);
  return [
    ...slow,
    ...(canary.lost > 0 ? [`${canary.lost} messages lost`] : []),
    ...refused,
    ...(probed && !probed.isServed ? ['the canary was not served'] : []),
    ...(isRefused(report) ? [] : ['the attacker was not refused']),
  ];
}

/** Whether the server refused any of it. */
const isRefused = ({ ends }: AttackReport): boolean => Object.keys(ends).some((end) => /^4|^closed/.test(end));

const describeTimes = ({ times, lost }: CanaryReport): string =>
  [
    ...measures.map(
      (measure) => `${measure} ${times[measure].percentile(0.5)} / ${times[measure].percentile(0.99)} ms`,
    ),
    `${lost} lost`,
  ].join(', ');

const describeLoad = ({ processorShare, p99Ms, maxMs }: ServerLoad): string =>
  `${Math.round(processorShare * 100)} % of a processor, event loop late p99 ${p99Ms} ms, max ${maxMs} ms`;

const describeCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(', ') || 'nothing came back';

/** The lines of the log, the most frequent first. */
function countMessages(lines: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const { msg = line } = JSON.parse(line) as { msg?: string };
    counts.set(msg, (counts.get(msg) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
