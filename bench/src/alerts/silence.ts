import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startChild } from '../child.ts';
import { Latencies } from '../latencies.ts';
import { startSmtpSink } from '../smtp-sink.ts';
import { connectBoards } from './boards.ts';
import { callApi, startFarm } from './farm.ts';

const silentSeconds = 30;

/** So many devices fall silent at once: what people get, and how fast pages are meanwhile. */
export async function measureSilence(boards: number): Promise<void> {
  const smtp = await startSmtpSink();
  const server = await startFarm(boards, [{ kind: 'silent', seconds: silentSeconds }], { SMTP_URL: smtp.url });
  const requests = requestPages(server.http);
  await wait(5_000);
  const quiet = requests.take();
  const connected = await connectBoards(server, 1, boards);
  for (const board of connected) board.publish({ temp: 21 });
  await wait(5_000);
  const connecting = requests.take();
  for (const board of connected) board.end();
  await wait(5_000);
  const disconnected = requests.take();
  const list = new Latencies();
  const startedAt = performance.now();
  let [firstAt, active] = [0, 0];
  // The message follows the alerts, and what becomes one message is waited for.
  for (let calmRounds = 0; calmRounds < 100; calmRounds = active === boards ? calmRounds + 1 : 0) {
    const requestedAt = performance.now();
    const { active: bySeverity } = await callApi<{ active: { critical: number } }>(
      server,
      'GET',
      '/api/alerts?limit=50',
    );
    list.add(performance.now() - requestedAt);
    if (bySeverity.critical > 0 && firstAt === 0) firstAt = performance.now();
    if (bySeverity.critical === boards && active < boards) {
      console.log(`${boards} alerts ${((performance.now() - firstAt) / 1_000).toFixed(1)} s after the first`);
    }
    active = bySeverity.critical;
    if (performance.now() - startedAt > 600_000)
      throw new Error(`After ten minutes ${active} of ${boards} are active.`);
    await wait(100);
  }
  const { rows } = await server.database.query<{ events: string; messages: string; deliveries: string }>(
    `SELECT (SELECT count(*) FROM notification_events) AS events, (SELECT count(*) FROM notification_messages) AS messages,
       (SELECT count(*) FROM notification_deliveries) AS deliveries`,
  );
  const { messages } = await callApi<{ messages: { subject: string }[] }>(server, 'GET', '/api/notifications/messages');
  console.log(`${rows[0]?.events} events, ${rows[0]?.messages} messages (goal 1), ${rows[0]?.deliveries} deliveries`);
  for (const { subject } of messages) console.log(`  ${subject}`);
  const line = (times: Latencies) =>
    `p50 ${times.percentile(0.5)} ms, p99 ${times.percentile(0.99)} ms, longest ${times.percentile(1)} ms`;
  console.log(`a page at rest: ${line(quiet)}`);
  console.log(`a page while they connect and publish: ${line(connecting)}`);
  console.log(`a page while they disconnect: ${line(disconnected)}`);
  console.log(`a page meanwhile: ${line(requests.take())} (goal under 200 ms)`);
  console.log(`the list of alerts meanwhile: ${line(list)}`);
  await requests.stop();
  await server.stop();
  await smtp.stop();
  console.log(`a page of Node alone while as many sockets end: ${line(await measureBareEnd(boards))}`);
}

/** How long pages of a bare Node process take while so many of its sockets end at once. */
async function measureBareEnd(count: number): Promise<Latencies> {
  const bare = startChild('./alerts/sockets-peer.ts', []);
  const [port, pages] = await bare.nextLine<[number, number]>();
  const requests = requestPages(`http://127.0.0.1:${pages}`);
  const sockets = [];
  for (let index = 0; index < count; index += 1) {
    const socket = connect({ port, host: '127.0.0.1' });
    await once(socket, 'connect');
    sockets.push(socket.resume());
  }
  await wait(5_000);
  requests.take();
  for (const socket of sockets) socket.destroy();
  await wait(5_000);
  const times = requests.take();
  await requests.stop();
  await bare.stop();
  return times;
}

/** Requests the first page ten times a second; `take` gives how long that took since the last `take`. */
function requestPages(http: string) {
  const child = startChild('./alerts/alerts-peer.ts', [http]);
  let times = new Latencies();
  let stopped = false;
  const reading = (async () => {
    while (!stopped) times.add(await child.nextLine<number>());
  })().catch((error) => {
    if (!stopped) throw error;
  });
  return {
    take() {
      const taken = times;
      times = new Latencies();
      return taken;
    },
    async stop() {
      stopped = true;
      await child.stop();
      await reading;
    },
  };
}
