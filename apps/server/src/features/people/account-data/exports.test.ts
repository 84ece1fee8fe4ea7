import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../test/requesters.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { AccountDataRepository } from './account-data.repository.ts';
import type { TelemetrySource } from './export-writer.ts';
import { DataExports } from './exports.service.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let bench: TelemetryBench;
let directory: string;
const ready: { accountId: number; until: number }[] = [];
let exports: DataExports;

const stored: TelemetrySource = {
  span: (deviceId) => bench.telemetry.reader.span(deviceId),
  export: (deviceId, options) => bench.telemetry.exports.text(deviceId, options),
};
const make = (telemetry = stored) =>
  new DataExports({
    database: bench.database,
    repository: new AccountDataRepository(bench.database),
    clock: bench.clock,
    log: silentLogger,
    directory,
    telemetry,
    onReady: (accountId, until) => ready.push({ accountId, until }),
  });
/** Files of the newest export of an account, by name. */
async function contents(accountId: number): Promise<Record<string, string>> {
  const { path } = await exports.fetch(await exports.newTicket(accountId));
  const files = unzipSync(await readFile(path));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}
async function exported(accountId: number): Promise<Record<string, string>> {
  await exports.request(accountId);
  await exports.settled();
  return contents(accountId);
}
const state = async (accountId: number) => (await exports.newest(accountId))?.state;
const run = (sql: string, values: unknown[] = []) => bench.database.pool.query(sql, values);

/** Notes, connections, links, passes and versions of dashboards. */
type Owned = { readonly id: number; readonly accountId: number };
async function addWhatStandsBeside(own: Owned, other: Owned) {
  const { accountId } = own;
  await run(
    `insert into annotations (device_id, from_at, to_at, text, tone, author_id, created_at)
     values ($1, $3, null, '=Filter changed', 'note', $2, $3), ($4, $3, $3 + 1, 'Seen there', 'good', $2, $3),
       ($4, $3, null, 'canary of theirs', 'note', null, $3)`,
    [own.id, accountId, noon, other.id],
  );
  await run(
    `with rule as (insert into alert_rules (account_id, name, enabled, severity, scope, condition, created_at, updated_at)
       values ($2, 'Too hot', true, 'warning', '{"kind":"all"}', '{"kind":"silent","seconds":null}', $3, $3) returning id)
     insert into alerts (rule_id, account_id, device_id, severity, state, kind, text, started_at, active_at)
       select id, account, device, 'warning', state, 'silent', text, $3, $3 from rule, (values
         ($2::int, $1::int, 'cleared', '=Silent'), ($2, $1, 'pending', 'canary pending'), ($4, $1, 'cleared', 'canary of a former owner')
       ) as made(account, device, state, text)`,
    [own.id, accountId, noon, other.accountId],
  );
  await run(
    `with slot as (insert into maintenance_windows (account_id, from_at, until_at, weekly) values ($2, $3::bigint, $3::bigint + 1, false) returning id)
     insert into maintenance_devices select id, device from slot, unnest(array[$1::int, $4]) as device`,
    [own.id, accountId, noon, other.id],
  );
  await run('insert into signal_hours (device_id, hour, weakest, strongest, newest) values ($1, $2, -80, -60, -61)', [
    ...[own.id, noon],
  ]);
  await run('insert into board_starts (device_id, at) values ($1, $2)', [own.id, noon]);
  await run('insert into presence (device_id, online_at, offline_at) values ($1, $2, null)', [own.id, noon]);
  await run(
    `insert into guest_passes (device_id, account_id, name, title, target, offers, uses, until_at, token_hash, created_at)
     values ($1, $2, 'Anna', 'Gate', '{"kind":"event","name":"led"}', '[]', 3, $3, 'canary-pass', $3)`,
    [own.id, accountId, noon],
  );
  await run(
    `insert into guest_pass_uses (pass_id, key, value, at) select id, 'canary-use', '1', $1 from guest_passes`,
    [noon],
  );
  await run(
    `insert into public_links (dashboard_id, account_id, name, token_hash, password_hash, exposed, origins, created_at)
     select id, $1, 'For the web', 'canary-public', 'canary-password', '{}', '{}', $2 from dashboards where account_id = $1`,
    [accountId, noon],
  );
  await run(
    `insert into dashboard_versions (dashboard_id, version, name, widgets, saved_at)
     select id, 1, 'Before', '[]', $2 from dashboards where account_id = $1`,
    [accountId, noon],
  );
}

function expectWhatStandsBeside(files: Record<string, string>) {
  const at = new Date(noon).toISOString();
  const ofDevice = (name: string) => files[`devices/001-Own-1/${name}.csv`];
  expect(JSON.parse(files['sharing.json'] ?? '')).toMatchObject({
    links: [{ dashboard: 'Dashboard of Own-1', name: 'For the web', hasPassword: true, controls: 0 }],
    passes: [{ device: 'Own-1', name: 'Anna', uses: 3, used: [{ value: '1', at: noon }] }],
    notes: [{ from: noon, to: noon + 1, text: 'Seen there', tone: 'good' }],
  });
  expect(JSON.parse(files['dashboard-versions.json'] ?? '')).toMatchObject([{ version: 1, name: 'Before' }]);
  expect(ofDevice('notes')).toBe(
    `from,to,kind,note,written by\r\n${at},,note,"'=Filter changed",Own-1@example.com\r\n`,
  );
  expect(JSON.parse(files['alert-rules.json'] ?? '')).toMatchObject([{ name: 'Too hot', severity: 'warning' }]);
  expect(JSON.parse(files['maintenance.json'] ?? '')).toMatchObject([{ from: noon, tag: null, devices: ['Own-1'] }]);
  expect(ofDevice('alerts')?.split('\r\n').slice(1)).toEqual([`${at},,warning,cleared,silent,,"'=Silent",,`, '']);
  expect(ofDevice('signal')).toBe(`hour,weakest (dBm),strongest (dBm)\r\n${at},-80,-60\r\n`);
  expect(ofDevice('restarts')).toBe(`time\r\n${at}\r\n`);
  expect(ofDevice('connected')).toBe(`from,to\r\n${at},\r\n`);
}

beforeAll(async () => {
  bench = await createTelemetryBench();
  directory = join(await mkdtemp(join(tmpdir(), 'cyno-exports-')), 'exports');
});
afterAll(async () => {
  await bench.close();
  await rm(join(directory, '..'), { recursive: true, force: true });
});
beforeEach(async () => {
  exports = make();
  await exports.start();
  return () => exports.stop();
});

describe('what is in it', () => {
  test('everything of the account and nothing of another, but no secret', async () => {
    const own = await bench.addDevice('Own-1');
    const other = await bench.addDevice('Other-1');
    await bench.send(own, { temp: 20.5, note: '=cmd|calc' }).stored;
    await bench.send(own, { temp: -1 }, { at: noon + 1 }).stored;
    await bench.send(other, { temp: 77.25 }).stored;
    const { accountId } = own;
    await run(`update accounts set name = 'Ann', password_hash = 'canary-hash' where id = $1`, [accountId]);
    await run(
      `insert into sessions (account_id, token_hash, ip, expires_at) values ($1, 'canary-session', '192.0.2.1', now())`,
      [accountId],
    );
    await run(
      `insert into access_tokens (account_id, name, scope, token_hash) values ($1, 'Grafana', 'read', 'canary-pat')`,
      [accountId],
    );
    await run(`insert into connection_keys (account_id, key) values ($1, 'CANARY-KEY')`, [accountId]);
    await run(`insert into totp_secrets (account_id, secret, confirmed_at) values ($1, 'CANARYTOTP', now())`, [
      accountId,
    ]);
    await run(`insert into recovery_codes (account_id, code_hash) values ($1, 'canary-code')`, [accountId]);
    await run(
      `insert into identities (account_id, provider, issuer, subject) values ($1, 'line', 'https://l', 'subject-1')`,
      [accountId],
    );
    await run(
      `insert into mail_links (account_id, purpose, token_hash, expires_at) values ($1, 'reset', 'canary-link', now())`,
      [accountId],
    );
    await run(`insert into notification_addresses (account_id, email) values ($1, 'team@example.com')`, [accountId]);
    await run(
      `insert into audit_log (actor, action, target_id, ip) values ('boss@example.com', 'disabled', $1, '10.0.0.9')`,
      [accountId],
    );
    await run(`insert into device_log (device_id, at, kind, text) values ($1, $2, 'note', '@SUM(A1)')`, [own.id, noon]);
    await run(
      `insert into outputs (device_id, pin, mode, name, locked, saved) values ($1, 'D5', 'digit', 'Pump', true, 1)`,
      [own.id],
    );
    await run(`insert into board_events (device_id, name, widget, choices) values ($1, 'speed', 'slider', '{}')`, [
      own.id,
    ]);
    await run(
      `insert into commands (device_id, kind, target, mode, value, state, actor, created_at, expires_at)
       values ($1, 'output', 'D5', 'digit', '1', 'failed', '{"kind":"person","name":"ann@example.com"}', $2, $2)`,
      [own.id, noon],
    );
    await run(
      `with made as (insert into automations (device_id, name, definition, created_at, updated_at)
         values ($1, 'Watering', '{"kind":"timer"}', $2, $2) returning id)
       insert into automation_runs (automation_id, phase, due_at, at, outcome, why, result)
         select id, 'start', $2, $2, 'done', 'Due every day at 07:00.', '=cmd' from made`,
      [own.id, noon],
    );
    for (const device of [own, other]) {
      await run(
        `insert into dashboards (account_id, device_id, name, widgets, created_at)
         values ($1, $2, 'Dashboard of ' || $3, '[]', $4)`,
        [device.accountId, device.id, device.espid, noon],
      );
      await run(
        `with made as (insert into projects (account_id, name, setup, created_at, updated_at)
           values ($1, 'Sketch of ' || $3, '{"board":"esp32"}', $4, $4) returning id)
         insert into project_devices (project_id, device_id) select id, $2 from made`,
        [device.accountId, device.id, device.espid, noon],
      );
    }

    await bench.database.pool.query(
      `insert into device_groups (account_id, name, hue, "order") values ($1, 'Greenhouse', 3, 0)`,
      [accountId],
    );
    await bench.database.pool.query(
      `insert into device_views (account_id, name, query) values ($1, 'Warm', 'q=warm')`,
      [accountId],
    );
    await run(
      `insert into computed_variables (device_id, slot, formula, inputs, author_id)
       select device_id, slot, 'temp * 2', '[]', $2 from variables where device_id = $1 and key = 'note'`,
      [own.id, accountId],
    );
    await addWhatStandsBeside(own, other);
    const files = await exported(accountId);
    expectWhatStandsBeside(files);
    expect(JSON.parse(files['device-list.json'] ?? '')).toMatchObject({
      groups: [{ name: 'Greenhouse', hue: 3 }],
      views: [{ name: 'Warm', query: 'q=warm' }],
    });
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ email: 'Own-1@example.com', name: 'Ann' });
    expect(JSON.parse(files['sessions.json'] ?? '')).toMatchObject([{ ip: '192.0.2.1' }]);
    expect(JSON.parse(files['access-tokens.json'] ?? '')).toMatchObject([{ name: 'Grafana', scope: 'read' }]);
    expect(JSON.parse(files['identities.json'] ?? '')).toMatchObject([{ provider: 'line', subject: 'subject-1' }]);
    expect(JSON.parse(files['two-step.json'] ?? '')).toMatchObject({ recoveryCodesLeft: 1 });
    expect(JSON.parse(files['notification-addresses.json'] ?? '')).toMatchObject([{ email: 'team@example.com' }]);
    expect(JSON.parse(files['notifications.json'] ?? '')).toEqual({ services: [], policy: null, people: [] });
    expect(JSON.parse(files['administration.json'] ?? '')).toMatchObject([{ action: 'disabled' }]);
    expect(JSON.parse(files['boards.json'] ?? '').connectionKeys).toHaveLength(1);
    expect(JSON.parse(files['devices.json'] ?? '')).toMatchObject([
      {
        espid: 'Own-1',
        variables: [
          { key: 'temp', formula: null },
          { key: 'note', formula: 'temp * 2' },
        ],
        outputs: [{ pin: 'D5', name: 'Pump', saved: 1 }],
        events: [{ name: 'speed', widget: 'slider' }],
        automations: [{ name: 'Watering', enabled: true, definition: { kind: 'timer' } }],
      },
    ]);
    expect(JSON.parse(files['dashboards.json'] ?? '')).toMatchObject([
      { device: 'Own-1', name: 'Dashboard of Own-1', widgets: [] },
    ]);
    expect(JSON.parse(files['projects.json'] ?? '')).toEqual([
      { name: 'Sketch of Own-1', setup: { board: 'esp32' }, createdAt: noon, updatedAt: noon, devices: ['Own-1'] },
    ]);
    expect(JSON.parse(files['firmware.json'] ?? '')).toEqual({ images: [], updates: [] });
    expect(files['devices/001-Own-1/commands.csv']?.split('\r\n')[1]).toBe(
      `${new Date(noon).toISOString()},ann@example.com,output,D5,digit,1,failed,,`,
    );
    expect(files['devices/001-Own-1/automation-runs.csv']?.split('\r\n')[1]).toMatch(
      new RegExp(`^${new Date(noon).toISOString()},\\d+,start,${new Date(noon).toISOString()},done,Due .*,"'=cmd"$`),
    );
    expect(files['README.txt']).toContain('Passwords, keys, tokens and codes are in no file.');
    const csv = files['devices/001-Own-1/telemetry-2026-06.csv'];
    expect(csv?.split('\r\n')).toEqual([
      'time,temp (°C),note',
      `${new Date(noon).toISOString()},20.5,"'=cmd|calc"`,
      `${new Date(noon + 1).toISOString()},-1,`,
      '',
    ]);
    expect(JSON.parse(files['devices/001-Own-1/telemetry-2026-06.json'] ?? '')).toEqual([
      { at: noon, values: { temp: 20.5, note: '=cmd|calc' } },
      { at: noon + 1, values: { temp: -1 } },
    ]);
    expect(files['devices/001-Own-1/log.csv']).toContain(`,note,"'@SUM(A1)"\r\n`);
    const all = JSON.stringify(files);
    expect(all).not.toMatch(/canary|77\.25|Dashboard of Other-1|Other-1@|boss@example|10\.0\.0\.9/i);
  });

  test('ids of boards lead out of no folder and onto no other file', async () => {
    const first = await bench.addDevice('..');
    await run(
      `insert into devices (account_id, espid, name, "order", family) values
       ($1, '../../etc/passwd', '../x', 1, 'other'), ($1, 'CON', 'x', 2, 'other'), ($1, 'con', 'x', 3, 'other'),
       ($1, 'a b(c).', 'x', 4, 'other')`,
      [first.accountId],
    );
    const names = Object.keys(await exported(first.accountId));
    for (const name of names) expect(name).toMatch(/^([\w-]+\/)*[\w-]+\.(json|csv|txt)$/);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    expect(names.filter((name) => name.endsWith('log.csv'))).toHaveLength(5);
  });

  test('a file for each month', async () => {
    const board = await bench.addDevice('Months');
    bench.clock.at = noon;
    // Taken as if they had come in time: a board itself may send times of the last day only.
    for (const at of [Date.UTC(2025, 11, 31, 23, 59, 59), Date.UTC(2026, 0, 1)]) {
      bench.clock.at = at;
      await bench.send(board, { t: 1 }, { at }).stored;
    }
    bench.clock.at = noon;
    const files = Object.keys(await exported(board.accountId)).filter((name) => name.endsWith('.csv'));
    expect(files).toEqual([
      'devices/001-Months/log.csv',
      'devices/001-Months/commands.csv',
      'devices/001-Months/automation-runs.csv',
      'devices/001-Months/notes.csv',
      'devices/001-Months/alerts.csv',
      'devices/001-Months/connected.csv',
      'devices/001-Months/restarts.csv',
      'devices/001-Months/signal.csv',
      'devices/001-Months/telemetry-2025-12.csv',
      'devices/001-Months/telemetry-2026-01.csv',
    ]);
  });
});

describe('the file', () => {
  test('is reported, is readable by the server only, and is gone after a day', async () => {
    const { accountId } = await bench.addDevice('Kept');
    ready.length = 0;
    await exported(accountId);
    expect(ready).toEqual([{ accountId, until: bench.clock.at + dayMs }]);
    const response = await exports.newest(accountId);
    expect(response).toMatchObject({ state: 'done', percent: 100, expiresAt: bench.clock.at + dayMs });
    const { path } = await exports.fetch(await exports.newTicket(accountId));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(path)).size).toBe(response?.bytes);
    bench.clock.at += dayMs;
    await expect(exports.newTicket(accountId)).rejects.toMatchObject({ status: 404 });
    await exports.sweep();
    expect(await exports.newest(accountId)).toBeNull();
    expect(await readdir(directory)).toEqual([]);
  });

  test('is one for each account', async () => {
    const { accountId } = await bench.addDevice('Twice');
    await exported(accountId);
    await exported(accountId);
    expect(await readdir(directory)).toHaveLength(1);
  });

  test('goes with the account', async () => {
    const { accountId } = await bench.addDevice('Leaver');
    await exported(accountId);
    await run('delete from accounts where id = $1', [accountId]);
    await exports.sweep();
    expect(await readdir(directory)).toHaveLength(1);
  });

  test('is fetched with a ticket, once and within a minute', async () => {
    const { accountId } = await bench.addDevice('Ticket');
    await exported(accountId);
    const ticket = await exports.newTicket(accountId);
    await exports.fetch(ticket);
    await expect(exports.fetch(ticket)).rejects.toMatchObject({ code: 'link_expired' });
    const late = await exports.newTicket(accountId);
    bench.clock.at += 60_000;
    await expect(exports.fetch(late)).rejects.toMatchObject({ code: 'link_expired' });
    await expect(exports.fetch('garbage')).rejects.toMatchObject({ code: 'link_expired' });
  });
});

describe('the work', () => {
  /** Telemetry that continues until it is stopped. */
  function endless() {
    const gate = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const counts = { now: 0, max: 0 };
    const source: TelemetrySource = {
      span: async () => [noon, noon],
      async *export() {
        counts.now += 1;
        counts.max = Math.max(counts.max, counts.now);
        began.resolve();
        await gate.promise;
        yield 'time\r\n';
        counts.now -= 1;
      },
    };
    return { source, began: began.promise, end: () => gate.resolve(), counts };
  }

  async function restartWith(source?: TelemetrySource) {
    await exports.stop();
    exports = make(source);
    await exports.start();
  }

  test('is one at a time, and a second request changes nothing', async () => {
    const [first, second] = [await bench.addDevice('Queue-1'), await bench.addDevice('Queue-2')];
    const { source, began, end, counts } = endless();
    await restartWith(source);
    const requested = await Promise.all([1, 2, 3].map(() => exports.request(first.accountId)));
    await exports.request(second.accountId);
    expect(new Set(requested.map(({ createdAt }) => createdAt)).size).toBe(1);
    await began;
    expect([await state(first.accountId), await state(second.accountId)]).toEqual(['running', 'waiting']);
    end();
    await exports.settled();
    expect([await state(first.accountId), await state(second.accountId)]).toEqual(['done', 'done']);
    expect(counts.max).toBe(1);
    const { rows } = await run('select count(*)::int as n from data_exports where account_id = $1', [first.accountId]);
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('waits when the server stops, and continues at its next start', async () => {
    const { accountId } = await bench.addDevice('Restart');
    const { source, began, end } = endless();
    await restartWith(source);
    await exports.request(accountId);
    await began;
    const stopping = exports.stop();
    end();
    await stopping;
    expect(await state(accountId)).toBe('waiting');
    exports = make();
    await exports.start();
    await exports.settled();
    expect(await state(accountId)).toBe('done');
  });

  test('that another server made is made once more where it is to be fetched', async () => {
    const { accountId } = await bench.addDevice('Moved');
    await exported(accountId);
    for (const name of await readdir(directory)) await rm(join(directory, name));
    await restartWith();
    await exports.settled();
    expect(await state(accountId)).toBe('done');
    const { path, bytes } = await exports.fetch(await exports.newTicket(accountId));
    expect((await stat(path)).size).toBe(bytes);
  });

  test('that a killed server left is failed, its file removed, and can be requested again', async () => {
    const { accountId } = await bench.addDevice('Killed');
    await run(`insert into data_exports (account_id, state, percent, file) values ($1, 'running', 40, 'half.zip')`, [
      accountId,
    ]);
    await writeFile(join(directory, 'half.zip'), 'PK');
    await restartWith();
    expect(await state(accountId)).toBe('failed');
    expect(await readdir(directory)).not.toContain('half.zip');
    await exported(accountId);
    expect(await state(accountId)).toBe('done');
  });

  test('that fails leaves no file, and the next is done', async () => {
    const [broken, fine] = [await bench.addDevice('Broken'), await bench.addDevice('Fine')];
    const before = await readdir(directory);
    const source: TelemetrySource = {
      span: async (id) => (id === broken.id ? [noon, noon] : undefined),
      // biome-ignore lint/correctness/useYield: it fails before it has anything.
      async *export() {
        throw new Error('the disk broke');
      },
    };
    await restartWith(source);
    await exports.request(broken.accountId);
    await exports.request(fine.accountId);
    await exports.settled();
    expect(await state(fine.accountId)).toBe('done');
    expect(await state(broken.accountId)).toBe('failed');
    expect(await readdir(directory)).toHaveLength(before.length + 1);
  });

  test('that fails while the database is away does not seem to run for ever', async () => {
    const [first, second] = [await bench.addDevice('Away'), await bench.addDevice('Back')];
    const rename = (from: string, to: string) => run(`alter table ${from} rename to ${to}`);
    let isAway = false;
    const source: TelemetrySource = {
      span: async () => [noon, noon],
      // biome-ignore lint/correctness/useYield: it fails before it has anything.
      async *export() {
        if (isAway) throw new Error('the disk broke');
        isAway = true;
        await rename('data_exports', 'data_exports_away');
        throw new Error('the database went away');
      },
    };
    await restartWith(source);
    await exports.request(first.accountId);
    await exports.settled();
    await rename('data_exports_away', 'data_exports');
    expect(await state(first.accountId)).toBe('running');
    await exports.request(second.accountId);
    await exports.settled();
    expect(await state(first.accountId)).toBe('failed');
  });

  test('is limited to ten a day', async () => {
    const { accountId } = await bench.addDevice('Eager');
    const counts = async () => (await run(`select key from throttle_counts where key like 'export:%'`)).rows;
    const before = (await counts()).map(({ key }) => key);
    await exported(accountId);
    const [own] = (await counts()).filter(({ key }) => !before.includes(key));
    await run('update throttle_counts set points = 9 where key = $1', [own.key]);
    await exported(accountId);
    await expect(exports.request(accountId)).rejects.toMatchObject({ status: 429 });
    expect(await state(accountId)).toBe('done');
  });
});

test('a large export is on the disk piece by piece, and others are let in meanwhile', async () => {
  const { accountId } = await bench.addDevice('Large');
  const pieces = 40;
  // Nothing that can be compressed much: what is not in the file is in memory.
  const piece = () => randomBytes(48 * 1024).toString('base64');
  const before = new Set(await readdir(directory));
  const sizeOfFile = async () => {
    const name = (await readdir(directory)).find((one) => !before.has(one)) ?? '';
    return (await stat(join(directory, name))).size;
  };
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const seen: { size: number; turns: number }[] = [];
  await exports.stop();
  exports = make({
    span: async () => [noon, noon],
    async *export(_, { format }) {
      for (let n = 0; n < pieces; n += 1) {
        if (format === 'csv') seen.push({ size: await sizeOfFile(), turns });
        yield piece();
      }
    },
  });
  await exports.start();
  await exports.request(accountId);
  await exports.settled();
  isOver = true;
  expect(seen).toHaveLength(pieces);
  const heldBytes = seen.map(({ size }, n) => n * 48 * 1024 - (size - (seen[0]?.size ?? 0)));
  expect(Math.max(...heldBytes)).toBeLessThan(5 * 48 * 1024);
  for (const [n, { turns: after }] of seen.entries()) expect(after).toBeGreaterThan(seen[n - 1]?.turns ?? 0);
});

test('who requests an export does not pay for those of everybody that wait', async () => {
  const { accountId } = await bench.addDevice('Waits');
  await exports.settled();
  const requesters = watchRequesters(bench.database.pool);
  await asAccount(() => exports.request(accountId), 999);
  await exports.settled();
  expect(requesters).toEqual(new Set(['account 999', 'server', `account ${accountId}`]));
});
