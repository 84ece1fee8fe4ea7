import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { type BenchServer, startServer } from '../server.ts';
import {
  type MessageServices,
  type Received,
  type ServiceKind,
  serviceKinds,
  startMessageServices,
} from './message-services.ts';

const people = 100;
/** Of each service. */
const contactsOfPerson = 5;
/** So many requests reach the services between two kills. */
const requestsBetween = 30;

/**
 * Kills the server again and again while it notifies 100 people through five webhooks, LINE chats, Telegram chats and browsers each, and
 * prints which messages were lost and which came twice.
 */
export async function countLostByKills(kills: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-kills-'));
  const services = await startMessageServices();
  let server = await start(directory, services);
  await insertPeople(server.database, services);
  await insertEvents(server.database);
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = services.count() + requestsBetween;
    while (services.count() < enough) await wait(5);
    await server.child.stop('SIGKILL');
    await server.database.end().catch(() => undefined);
    server = await start(directory, services);
  }
  const deliveries = people * contactsOfPerson * serviceKinds.length;
  for (let accepted = 0; accepted < deliveries; await wait(1_000)) {
    const { rows } = await server.database.query<{ count: string }>(
      `SELECT count(*) FROM notification_deliveries WHERE state = 'accepted'`,
    );
    accepted = Number(rows[0]?.count);
  }
  console.log(`${kills} kills while ${deliveries} messages were sent to ${people} people`);
  for (const kind of serviceKinds) print(kind, services.received[kind]);
  await server.stop();
  await services.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Telegram and push services are given no key; LINE takes a message once, however often it is sent. */
function print(kind: ServiceKind, received: Received): void {
  const all = [...received.values()];
  const again = all.filter((keys) => keys.length > 1).length;
  const another = all.filter((keys) => new Set(keys).size > 1).length;
  const oftenest = Math.max(...all.map((keys) => keys.length));
  console.log(
    `${kind}: lost ${people * contactsOfPerson - all.length} (goal 0), twice ${again}, with another key ${another} (goal 0), at most ${oftenest} times`,
  );
}

/** A start after a kill logs something, which must not stand before the line that the bench waits for. */
async function start(directory: string, { settings }: MessageServices): Promise<BenchServer> {
  const server = await startServer([], directory, { LOG_LEVEL: 'silent', ...settings });
  // Its connections break with each kill.
  server.database.on('error', () => undefined);
  return server;
}

async function insertPeople(database: pg.Pool, { targets }: MessageServices): Promise<void> {
  await database.query(
    `INSERT INTO accounts (email, confirmed_at)
     SELECT 'person-' || number || '@example.com', now() FROM generate_series(1, $1) AS number`,
    [people],
  );
  for (const kind of serviceKinds) {
    await database.query(
      `INSERT INTO contact_points (account_id, kind, name, target, created_at)
       SELECT id, $1, $1 || ' ' || number, replace($2, '{contact}', id || '0' || number)::jsonb, 0
       FROM accounts, generate_series(1, $3) AS number WHERE email LIKE 'person-%'`,
      [kind, JSON.stringify(targets[kind]), contactsOfPerson],
    );
  }
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
