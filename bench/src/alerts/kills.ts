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
import { insertContacts, insertPeople } from './people.ts';

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
  let server = await startQuietly(directory, services);
  await insertPeople(server.database, people);
  await insertContacts(server.database, services, contactsOfPerson);
  await insertEvents(server.database);
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = services.count() + requestsBetween;
    while (services.count() < enough) await wait(5);
    await server.child.stop('SIGKILL');
    await server.database.end().catch(() => undefined);
    server = await startQuietly(directory, services);
  }
  // Each has an address as well.
  const deliveries = people * (contactsOfPerson * serviceKinds.length + 1);
  for (let accepted = 0; accepted < deliveries; await wait(1_000)) {
    const { rows } = await server.database.query<{ count: string }>(
      `SELECT count(*) FROM notification_deliveries WHERE state = 'accepted'`,
    );
    accepted = Number(rows[0]?.count);
  }
  console.log(`${kills} kills while ${deliveries} messages were sent to ${people} people`);
  for (const kind of serviceKinds) print(kind, services.received[kind], people * contactsOfPerson);
  print('email', services.received.email, people);
  await server.stop();
  await services.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Telegram and push services are given no key; LINE takes a message once, however often it is sent. */
function print(kind: ServiceKind | 'email', received: Received, contacts: number): void {
  const all = [...received.values()];
  const again = all.filter((keys) => keys.length > 1).length;
  const another = all.filter((keys) => new Set(keys).size > 1).length;
  const oftenest = Math.max(...all.map((keys) => keys.length));
  console.log(
    `${kind}: lost ${contacts - all.length} (goal 0), twice ${again}, with another key ${another} (goal 0), at most ${oftenest} times`,
  );
}

/** A start after a kill logs something, which must not stand before the line that the bench waits for. */
export async function startQuietly(directory: string, { settings }: MessageServices): Promise<BenchServer> {
  const server = await startServer([], directory, { LOG_LEVEL: 'silent', ...settings });
  // Its connections break with each kill.
  server.database.on('error', () => undefined);
  return server;
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
