import { startChild } from '../child.ts';
import { startServer } from '../server.ts';
import { startSmtpSink } from '../smtp-sink.ts';
import { measureAccounts } from './responses-accounts.ts';
import { measureCuts } from './responses-cuts.ts';
import { measureFleet } from './responses-fleet.ts';

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;
const format = (times: readonly number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`;
/** Of the medians. */
const ratio = (times: readonly number[], ofTimes: readonly number[]) =>
  (percentile(times, 0.5) / percentile(ofTimes, 0.5)).toFixed(2);

const difference = (times: readonly number[], ofTimes: readonly number[]) =>
  (percentile(times, 0.5) - percentile(ofTimes, 0.5)).toFixed(2);

/**
 * Response times, as ratios: a fleet's CONNACK, echo and ping against a bare aedes, the end of what was revoked against a plain
 * request, and what is requested about an address that has an account against one that has none (the difference of their medians,
 * also in processor time, which other work on the machine does not change). Options: `boards`, `rounds`, `pairs`.
 */
export async function responsesBench(options: Map<string, string>): Promise<void> {
  const boards = Number(options.get('boards') ?? 500);
  const rounds = Number(options.get('rounds') ?? 30);
  const pairs = Number(options.get('pairs') ?? 1_000);
  const smtp = await startSmtpSink();
  const server = await startServer([], undefined, { SMTP_URL: smtp.url, TRUST_PROXY: '127.0.0.1' });
  const peer = startChild('bare-aedes.ts', []);
  const { port } = await peer.nextLine<{ port: number }>();

  const bare = await measureFleet({ port, username: 'bench', boards });
  const ours = await measureFleet({ port: server.plainPort, username: server.username, boards });
  await peer.stop('SIGKILL');
  console.log(`${boards} boards that come at once; echo and ping one board after the other`);
  for (const what of ['connack', 'echo', 'ping'] as const) {
    console.log(
      `${what}: bare aedes ${format(bare[what])}; Cyno ${format(ours[what])}; ratio ${ratio(ours[what], bare[what])}`,
    );
  }

  const { request, ...cuts } = await measureCuts(server, rounds);
  console.log(`a plain request: ${format(request)}`);
  for (const [what, times] of Object.entries(cuts)) {
    console.log(`${what} revoked until it is cut: ${format(times)}; ratio to a plain request ${ratio(times, request)}`);
  }

  console.log(`${pairs} pairs of an address with an account and one without`);
  for (const [what, { known, unknown }] of Object.entries(await measureAccounts(server, pairs))) {
    console.log(`${what}: account ${format(known.clock)}; none ${format(unknown.clock)}`);
    for (const by of ['clock', 'processor'] as const) {
      console.log(`  difference of the medians by the ${by}: ${difference(known[by], unknown[by])} ms`);
    }
  }
  await server.stop();
  await smtp.stop();
}
