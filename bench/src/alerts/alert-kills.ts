import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AlertRuleRequest } from '@cyno/contract';
import { insertDevices } from '../devices/device-rows.ts';
import type { BenchServer } from '../server.ts';
import { type BenchBoard, connectBoards } from './boards.ts';
import { callApi } from './farm.ts';
import { startQuietly } from './kills.ts';
import { type MessageServices, serviceKinds, startMessageServices } from './message-services.ts';
import { insertContacts, insertPeople, shareDevices } from './people.ts';

const devices = 1_000;
const people = 5;
/** Of each service; everybody has an address as well. */
const contactsOfPerson = 4;
const calm = { temp: 21 };
const hot = { temp: 39 };
const longestMs = 900_000;

const rule: AlertRuleRequest = {
  name: null,
  enabled: true,
  severity: 'critical',
  scope: { kind: 'all' },
  condition: {
    kind: 'limit',
    key: 'temp',
    comparison: '>',
    threshold: 30,
    release: null,
    forSeconds: 0,
    clearSeconds: 0,
  },
};

/**
 * Kills the server again and again while 1,000 devices pass a limit: in turns when alerts were just stored, when a message was just made of
 * them, and when services have some of its deliveries. Prints what was lost and what came twice.
 */
export async function countLostAlertsByKills(kills: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-alert-kills-'));
  const services = await startMessageServices();
  let server = await prepare(directory, services);
  await callApi(server, 'POST', '/api/alert-rules', rule);
  // Boards that are away while the server is would alert as well.
  await server.database.query('UPDATE alert_rules SET enabled = false WHERE built_in');
  await server.stop();
  server = await startQuietly(directory, services);
  let boards = await connectBoards(server, 1, devices);
  for (let kill = 1; kill <= kills; kill += 1) {
    const passed = Math.round((devices * kill) / kills);
    const instants = [
      await increased(() => count(server, 'alerts'), 1),
      await increased(() => count(server, 'notification_messages'), 1),
      await increased(async () => services.count(), 10),
    ];
    publish(boards, passed);
    await instants[kill % instants.length]?.();
    await server.child.stop('SIGKILL');
    await server.database.end().catch(() => undefined);
    for (const board of boards) board.end();
    console.log(`kill ${kill} of ${kills}, ${services.count()} requests so far`);
    server = await startQuietly(directory, services);
    boards = await connectBoards(server, 1, devices);
    publish(boards, passed);
  }
  await allFinal(server);
  await report(server, services, kills);
  await server.stop();
  await services.stop();
  await rm(directory, { recursive: true, force: true });
}

async function prepare(directory: string, services: MessageServices): Promise<BenchServer> {
  const first = await startQuietly(directory, services);
  await insertDevices(first.database, devices);
  // One message is about them all, not one about each house.
  await first.database.query('UPDATE devices SET group_id = NULL');
  await insertPeople(first.database, people);
  await insertContacts(first.database, services, contactsOfPerson);
  await shareDevices(first.database);
  await first.stop();
  return startQuietly(directory, services);
}

/** As boards do in each of their intervals: those that have passed the limit send what is above it. */
function publish(boards: readonly BenchBoard[], passed: number): void {
  for (const [index, board] of boards.entries()) board.publish(index < passed ? hot : calm);
}

async function count({ database }: BenchServer, table: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(rows[0]?.count);
}

/** How to wait until a number is so much higher than now. */
async function increased(read: () => Promise<number>, by: number): Promise<() => Promise<void>> {
  const wanted = (await read()) + by;
  return async () => {
    while ((await read()) < wanted) await wait(2);
  };
}

/** Resolves when every alert is stored, everybody is notified of it, and no delivery is on its way. */
async function allFinal(server: BenchServer): Promise<void> {
  const until = performance.now() + longestMs;
  for (let isFinal = false; !isFinal; await wait(1_000)) {
    const { rows } = await server.database.query<{ alerts: string; waiting: string; sending: string }>(
      `SELECT (SELECT count(*) FROM alerts WHERE kind = 'limit') AS alerts,
         (SELECT count(*) FROM notification_recipients WHERE message_id IS NULL) AS waiting,
         (SELECT count(*) FROM notification_deliveries WHERE state IN ('queued', 'sent')) AS sending`,
    );
    const [{ alerts, waiting, sending } = { alerts: '0', waiting: '0', sending: '0' }] = rows;
    isFinal = Number(alerts) >= devices && Number(waiting) + Number(sending) === 0;
    if (!isFinal && performance.now() > until)
      throw new Error(`${alerts} alerts, ${waiting} wait for a message and ${sending} deliveries are on their way.`);
  }
}

async function report(server: BenchServer, { received }: MessageServices, kills: number): Promise<void> {
  const { rows } = await server.database.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM alerts WHERE kind = 'limit') AS alerts,
       (SELECT count(DISTINCT device_id) FROM alerts WHERE kind = 'limit' AND state = 'active') AS devices,
       (SELECT count(*) FROM notification_recipients) AS recipients,
       (SELECT count(*) FROM notification_messages) AS messages,
       (SELECT count(*) FROM notification_deliveries) AS deliveries,
       (SELECT count(*) FROM notification_deliveries WHERE state = 'accepted') AS accepted,
       (SELECT count(*) FROM notification_deliveries WHERE attempts > 1) AS interrupted`,
  );
  const { rows: failures } = await server.database.query<{ kind: string; reason: string; count: string }>(
    `SELECT kind, reason, count(*) FROM notification_deliveries WHERE state = 'failed' GROUP BY 1, 2`,
  );
  for (const { kind, reason, count: failed } of failures) console.log(`${kind}, ${failed} failed: ${reason}`);
  const { rows: again } = await server.database.query<Record<string, unknown>>(
    `SELECT device_id, state, started_at, active_at, cleared_at, value FROM alerts WHERE kind = 'limit' AND device_id IN
       (SELECT device_id FROM alerts WHERE kind = 'limit' GROUP BY 1 HAVING count(*) > 1) ORDER BY device_id, id LIMIT 10`,
  );
  for (const one of again) console.log(`a second time: ${JSON.stringify(one)}`);
  const [figures = {}] = rows;
  console.log(`${kills} kills: ${figures.alerts} alerts of ${figures.devices} devices (goal ${devices} of ${devices})`);
  console.log(`${figures.recipients} times somebody is notified of an alert (goal ${devices * (people + 1)})`);
  console.log(
    `${figures.messages} messages, ${figures.deliveries} deliveries, ${figures.accepted} accepted, ${figures.interrupted} tried again`,
  );
  const { rows: expected } = await server.database.query<{ kind: 'email'; contact: string; count: string }>(
    `SELECT deliveries.kind, coalesce(points.target ->> 'chat', regexp_replace(points.target ->> 'url', '.*/', ''), accounts.email) AS contact,
       count(*) FROM notification_deliveries AS deliveries JOIN accounts ON accounts.id = account_id
       LEFT JOIN contact_points AS points ON deliveries.contact = 'contact-' || points.id
     GROUP BY 1, 2`,
  );
  const { rows: messages } = await server.database.query<{ key: string }>(
    'SELECT message_key AS key FROM notification_deliveries',
  );
  const isMessage = new Set(messages.map(({ key }) => key));
  for (const kind of [...serviceKinds, 'email'] as const) {
    const contacts = expected.filter((row) => row.kind === kind);
    const sent = contacts.reduce((sum, row) => sum + Number(row.count), 0);
    const all = contacts.map((row) => received[kind].get(row.contact) ?? []);
    // Mails that are about no alert are not counted.
    const keys = kind === 'email' ? all.map((ids) => ids.filter((id) => isMessage.has(id.slice(1, 37)))) : all;
    const times = keys.flatMap((some) => [...Map.groupBy(some, (key) => key).values()].map(({ length }) => length));
    console.log(
      `${kind}: ${sent} sent, lost ${sent - times.length} (goal 0), twice ${times.filter((often) => often > 1).length}, at most ${Math.max(...times)} times`,
    );
  }
}
