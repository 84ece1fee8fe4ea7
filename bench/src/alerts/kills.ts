import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchServer, startServer } from '../server.ts';

const people = 100;
const contactsOfPerson = 20;
/** So many requests reach the services between two kills. */
const requestsBetween = 30;
/** Slow enough that a kill always interrupts some. */
const responseMs = 40;

/**
 * Kills the server again and again while it notifies 100 people through 20 webhooks each, and prints which messages were lost, which
 * came twice with the same id, by which receivers recognize them, and which came twice with another one.
 */
export async function countLostByKills(kills: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-kills-'));
  const services = await startServices();
  let server = await start(directory);
  await insertPeople(server.database, services.url);
  await insertEvents(server.database);
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = services.count() + requestsBetween;
    while (services.count() < enough) await wait(5);
    await server.child.stop('SIGKILL');
    await server.database.end().catch(() => undefined);
    server = await start(directory);
  }
  const deliveries = people * contactsOfPerson;
  for (let accepted = 0; accepted < deliveries; await wait(1_000)) {
    const { rows } = await server.database.query<{ count: string }>(
      `SELECT count(*) FROM notification_deliveries WHERE state = 'accepted'`,
    );
    accepted = Number(rows[0]?.count);
  }
  const received = [...services.received.values()];
  const doubled = received.filter((ids) => ids.length > new Set(ids).size).length;
  const another = received.filter((ids) => new Set(ids).size > 1).length;
  console.log(`${kills} kills while ${deliveries} messages were sent to ${people} people`);
  console.log(`lost: ${deliveries - received.length} (goal 0)`);
  console.log(`twice with the same id: ${doubled} (goal at most 32 a kill, which are sent at a time)`);
  console.log(`twice with another id: ${another} (goal 0)`);
  await server.stop();
  await services.stop();
  await rm(directory, { recursive: true, force: true });
}

/** A start after a kill logs something, which must not stand before the line that the bench waits for. */
async function start(directory: string): Promise<BenchServer> {
  const server = await startServer([], directory, { LOG_LEVEL: 'silent', OUTGOING_NETWORKS: '127.0.0.1' });
  // Its connections break with each kill.
  server.database.on('error', () => undefined);
  return server;
}

/** What all webhooks get: the ids of the messages by the address. */
async function startServices() {
  const received = new Map<string, string[]>();
  let requests = 0;
  const server = createServer(async (request, response) => {
    request.resume();
    const ids = received.get(request.url ?? '') ?? [];
    ids.push(String(request.headers['webhook-id']));
    received.set(request.url ?? '', ids);
    requests += 1;
    await wait(responseMs);
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    count: () => requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function insertPeople(database: pg.Pool, url: string): Promise<void> {
  await database.query(
    `INSERT INTO accounts (email, confirmed_at)
     SELECT 'person-' || number || '@example.com', now() FROM generate_series(1, $1) AS number`,
    [people],
  );
  await database.query(
    `INSERT INTO contact_points (account_id, kind, name, target, created_at)
     SELECT id, 'webhook', 'Webhook ' || number,
       jsonb_build_object('url', $1 || '/' || id || '/' || number, 'secret', 'whsec_c2VjcmV0'), 0
     FROM accounts, generate_series(1, $2) AS number WHERE email LIKE 'person-%'`,
    [url, contactsOfPerson],
  );
}

/** One event for each person, as an alert that became active writes it. */
async function insertEvents(database: pg.Pool): Promise<void> {
  await database.query(
    `WITH events AS (
       INSERT INTO notification_events (key, topic, owner_id, severity, kind, subject, text, link, at)
       SELECT 'alert:' || id || ':active', 'alert:' || id, id, 'warning', 'active', 'Pond is too warm', '', '/alerts', 0
       FROM accounts WHERE email LIKE 'person-%' RETURNING id, owner_id)
     INSERT INTO notification_recipients (event_id, account_id, queued_at) SELECT id, owner_id, 0 FROM events`,
  );
}
