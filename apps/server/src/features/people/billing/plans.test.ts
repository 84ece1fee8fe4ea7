import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { dayMs, startTestBilling, type TestBilling, type TestOwner } from '../../../../test/billing.ts';
import { Usage } from './usage.ts';

/** The table of docs/decisions/0008: what each plan allows. */
const table = [
  ['free', 5, 5_000, 30, 365, 5, 2, 0],
  ['maker', 25, 1_000, 365, 1_825, 20, 10, 9_900],
  ['pro', 200, 500, 730, 3_650, 100, 50, 49_000],
] as const;

let bench: TestBilling;
let admin: TestOwner;
let owner: TestOwner;

async function start(mode: 'off' | 'manual') {
  bench = await startTestBilling(mode);
  admin = await bench.addAccount('admin@example.com', { member: 'admin' });
}

let people = 0;

async function newOwner() {
  people += 1;
  bench.recorded.length = 0;
  owner = await bench.addAccount(`owner${people}@example.com`);
}

const give = (plan: string, until: number | null = null) =>
  admin.api('POST', `/api/admin/users/${owner.id}/plan`, { plan, until });
const planNow = async () => (await owner.api('GET', '/api/plan')).body;

describe('BILLING=off', () => {
  beforeAll(() => start('off'));
  afterAll(() => bench.stop());
  beforeEach(newOwner);

  test('everybody has no limits but the configured ones', async () => {
    await owner.addDevices(30);
    const plan = await planNow();
    expect(plan).toMatchObject({
      billing: 'off',
      current: { plan: 'self_hosted', source: 'default', status: 'active' },
      limits: { devices: null, storedIntervalMs: 500, rawDays: null, rollupDays: null },
      paused: [],
      invoices: [],
    });
    expect(plan.plans.map((one: { id: string }) => one.id)).toEqual(['self_hosted']);
    expect(bench.now.plans.historyOf(owner.id)).toMatchObject({ rawDays: null, rollupDays: null });
    expect(await give('pro')).toMatchObject({ status: 400, body: { code: 'not_configured' } });
    for (const path of ['/api/plan/portal', '/api/plan/checkout']) {
      const response = await owner.api('POST', path, { plan: 'maker' });
      expect(response).toMatchObject({ status: 400, body: { code: 'not_configured' } });
    }
  });

  test('devices that another kind of billing paused continue', async () => {
    const [espid] = await owner.addDevices(1);
    await bench.database.pool.query('UPDATE devices SET paused_at = now()');
    await bench.restart();
    expect(bench.now.devices.find(espid ?? '')?.paused).toBe(false);
  });
});

describe('BILLING=manual', () => {
  beforeAll(() => start('manual'));
  afterAll(() => bench.stop());
  beforeEach(newOwner);

  test('a plan that begins while usage is counted is either shown whole or not yet', async () => {
    const count = vi.spyOn(Usage.prototype, 'of').mockImplementationOnce(async function (this: Usage, ...values) {
      count.mockRestore();
      await give('maker');
      return this.of(...values);
    });
    const { current, limits, use } = await planNow();
    expect({ plan: current.plan, devices: limits.devices, allowed: use[0].allowed }).toEqual({
      plan: 'free',
      devices: 5,
      allowed: 5,
    });
    expect((await planNow()).current.plan).toBe('maker');
  });

  test.each(table)(
    '%s allows what the table says',
    async (plan, devices, interval, raw, rollup, automations, people, price) => {
      if (plan !== 'free') expect((await give(plan)).status).toBe(200);
      const limits = {
        devices,
        storedIntervalMs: interval,
        rawDays: raw,
        rollupDays: rollup,
        automationsPerDevice: automations,
        peoplePerDevice: people,
      };
      const response = await planNow();
      expect(response.limits).toEqual(limits);
      expect(response.plans.find((one: { id: string }) => one.id === plan)).toMatchObject({
        limits,
        priceMinor: price,
        currency: 'thb',
      });
      expect(response.use).toEqual([
        { limit: 'devices', used: 0, allowed: devices, where: null },
        { limit: 'automationsPerDevice', used: 0, allowed: automations, where: null },
        { limit: 'peoplePerDevice', used: 0, allowed: people, where: null },
        { limit: 'rawDays', used: 10, allowed: raw, where: null },
        { limit: 'rollupDays', used: 0, allowed: rollup, where: null },
      ]);
      expect(bench.now.plans.planOf(owner.id).limits.storedIntervalMs).toBe(interval);
    },
  );

  test.each([
    ['free', 5],
    ['maker', 25],
  ] as const)('%s: the last place can be taken, and no further one', async (plan, deviceLimit) => {
    await give(plan);
    await owner.addDevices(deviceLimit);
    await expect(owner.addDevices(1)).rejects.toMatchObject({
      status: 403,
      code: 'limit_reached',
      message: expect.stringMatching(
        new RegExp(`room for ${deviceLimit} devices.*Delete one or change to a larger plan`),
      ),
    });
    expect(bench.now.devices.countOf(owner.id)).toBe(deviceLimit);
  });

  test('of two boards that join at once for the last place one does', async () => {
    await owner.addDevices(4);
    const join = (espid: string) => bench.now.devices.add({ accountId: owner.id, espid, verifiedKeyId: null });
    const results = await Promise.allSettled([join('A'), join('B'), join('C')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(bench.now.devices.countOf(owner.id)).toBe(5);
  });

  test('a deleted device frees its place, and cannot come back when that is taken', async () => {
    const espids = await owner.addDevices(5);
    await bench.now.devices.remove(owner.id, espids[0] ?? '');
    await bench.now.devices.add({ accountId: owner.id, espid: 'NEW', verifiedKeyId: null });
    await expect(bench.now.devices.restore(owner.id, espids[0] ?? '')).rejects.toMatchObject({ code: 'limit_reached' });
    await bench.now.devices.remove(owner.id, 'NEW');
    expect(await bench.now.devices.restore(owner.id, espids[0] ?? '')).toMatchObject({ espid: espids[0] });
  });

  test('at most 60 boards are new within an hour', async () => {
    const addAndDelete = async () => {
      const [espid = ''] = await owner.addDevices(1);
      await bench.now.devices.remove(owner.id, espid);
    };
    for (let n = 0; n < 60; n++) await addAndDelete();
    await expect(addAndDelete()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    bench.clock.at += 3_600_000 - 1;
    await expect(addAndDelete()).rejects.toMatchObject({ status: 429 });
    bench.clock.at += 1;
    await addAndDelete();
  });

  test('a plan that was given is recorded, and ends at its instant without a job', async () => {
    const until = bench.clock.at + dayMs;
    expect(await give('maker', until)).toMatchObject({
      status: 200,
      body: { plan: 'maker', source: 'manual', status: 'active', periodEnd: until },
    });
    expect(bench.recorded).toMatchObject([
      {
        actor: { name: 'admin@example.com' },
        target: { name: owner.email },
        details: { plan: 'maker', before: 'free' },
      },
    ]);
    bench.clock.at = until - 1;
    expect(bench.now.plans.planOf(owner.id)).toMatchObject({ id: 'maker', limits: { storedIntervalMs: 1_000 } });
    bench.clock.at = until;
    expect(bench.now.plans.planOf(owner.id)).toMatchObject({ id: 'free', limits: { storedIntervalMs: 5_000 } });
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended', source: 'default', since: until });
  });

  test('what was paid while Stripe was used ends with its time, and administrators may give another plan before', async () => {
    const paidUntil = (end: number) =>
      bench.database.pool.query(
        `INSERT INTO subscriptions (account_id, plan, source, status, period_end) VALUES ($1, 'maker', 'stripe', 'active', $2)
         ON CONFLICT (account_id) DO UPDATE SET plan = 'maker', source = 'stripe', period_end = excluded.period_end`,
        [owner.id, new Date(end)],
      );
    await paidUntil(bench.clock.at - 8 * dayMs);
    await bench.now.billing.changed(owner.id);
    expect((await planNow()).current).toMatchObject({ plan: 'free', source: 'default', status: 'ended' });
    expect(await give('pro')).toMatchObject({ status: 200, body: { plan: 'pro', source: 'manual' } });
    await paidUntil(bench.clock.at + dayMs);
    await bench.now.billing.changed(owner.id);
    expect((await planNow()).current).toMatchObject({ plan: 'maker', source: 'stripe', status: 'active' });
    expect(await give('pro')).toMatchObject({ status: 200, body: { plan: 'pro', source: 'manual' } });
  });

  test('an end in the past, and numbers that are none, are refused', async () => {
    expect((await give('maker', bench.clock.at)).status).toBe(400);
    for (const until of ['1', 1.5, -1, 9e15, {}]) {
      expect((await admin.api('POST', `/api/admin/users/${owner.id}/plan`, { plan: 'pro', until })).status).toBe(400);
    }
    for (const id of ['NaN', '0', '1.5', '-1', '99999999999']) {
      expect((await admin.api('POST', `/api/admin/users/${id}/plan`, { plan: 'pro' })).status).toBe(400);
    }
    expect((await admin.api('POST', '/api/admin/users/2147483647/plan', { plan: 'pro' })).status).toBe(404);
    expect((await give('self_hosted')).status).toBe(400);
    expect((await planNow()).current.plan).toBe('free');
    expect(bench.recorded).toEqual([]);
  });

  test('nobody but an administrator in a browser gives plans', async () => {
    const path = `/api/admin/users/${owner.id}/plan`;
    expect((await owner.api('POST', path, { plan: 'pro' })).status).toBe(403);
    const token = await bench.addAccount('token@example.com', {
      member: 'admin',
      sessionId: null,
      tokenScope: 'control',
      provedAt: null,
    });
    expect((await token.api('POST', path, { plan: 'pro' })).status).toBe(403);
    expect((await planNow()).current.plan).toBe('free');
  });

  test('a plan survives a restart, and a change by another process is seen within a minute', async () => {
    await give('maker');
    await bench.restart();
    expect(bench.now.plans.planOf(owner.id).id).toBe('maker');
    await bench.database.pool.query("UPDATE subscriptions SET plan = 'pro'");
    bench.clock.at += 60_000;
    await bench.now.billing.check();
    expect(bench.now.plans.planOf(owner.id).id).toBe('pro');
  });
});

describe('history', () => {
  beforeEach(async () => {
    await start('manual');
    await newOwner();
  });
  afterEach(() => bench.stop());

  test('is stored whole for 30 days after a change of plan, and then as the plan allows', async () => {
    bench.clock.at += 31 * dayMs;
    expect(bench.now.plans.historyOf(owner.id)).toMatchObject({ rawDays: 30, rollupDays: 365 });
    const until = bench.clock.at + 60 * dayMs;
    await give('maker', until);
    bench.clock.at += 30 * dayMs - 1;
    expect(bench.now.plans.historyOf(owner.id)).toEqual({ rawDays: null, rollupDays: null });
    bench.clock.at += 1;
    expect(bench.now.plans.historyOf(owner.id)).toMatchObject({ rawDays: 365, rollupDays: 1_825 });
    bench.clock.at = until + 30 * dayMs - 1;
    expect(bench.now.plans.historyOf(owner.id)).toEqual({ rawDays: null, rollupDays: null });
    bench.clock.at += 1;
    expect(bench.now.plans.historyOf(owner.id)).toMatchObject({ rawDays: 30, rollupDays: 365 });
  });

  test('is stored whole for 30 days after plans were introduced', () => {
    expect(bench.now.plans.historyOf(owner.id).rawDays).toBeNull();
    bench.clock.at += 30 * dayMs - 1;
    expect(bench.now.plans.historyOf(owner.id).rawDays).toBeNull();
    bench.clock.at += 1;
    expect(bench.now.plans.historyOf(owner.id).rawDays).toBe(30);
  });
});

describe('devices that a smaller plan has no room for', () => {
  let espids: string[];

  beforeAll(() => start('manual'));
  afterAll(() => bench.stop());
  beforeEach(async () => {
    await newOwner();
    await give('maker');
    espids = await owner.addDevices(8);
  });

  const choose = (list: unknown) => owner.api('POST', '/api/plan/active-devices', { espids: list });

  test('the last ones are paused and nothing is deleted; a larger plan lets them continue', async () => {
    expect(owner.paused()).toEqual([]);
    await give('free');
    expect(owner.paused()).toEqual(espids.slice(5));
    expect(await planNow()).toMatchObject({
      use: expect.arrayContaining([{ limit: 'devices', used: 8, allowed: 5, where: null }]),
      paused: espids.slice(5).map((espid) => ({ espid, name: espid })),
    });
    await bench.restart();
    expect(owner.paused()).toEqual(espids.slice(5));
    await give('maker');
    expect(owner.paused()).toEqual([]);
    expect(bench.now.devices.countOf(owner.id)).toBe(8);
  });

  test.each([
    ['a restart', () => bench.restart()],
    ['another report of the same plan', () => bench.now.billing.changed(owner.id)],
  ])('%s resumes what a server that was killed left paused although there is room', async (_, after) => {
    await bench.database.pool.query('UPDATE devices SET paused_at = now() WHERE account_id = $1', [owner.id]);
    for (const device of bench.now.devices.ofAccount(owner.id)) device.paused = true;
    await after();
    expect(owner.paused()).toEqual([]);
  });

  test('they are paused when a plan ends by the clock', async () => {
    const until = bench.clock.at + dayMs;
    await give('maker', until);
    bench.clock.at = until - 1;
    await bench.now.billing.check();
    expect(owner.paused()).toEqual([]);
    bench.clock.at = until;
    await bench.now.billing.check();
    expect(owner.paused()).toEqual(espids.slice(5));
  });

  test('the order of their owner decides which ones', async () => {
    const turned = [...espids].reverse();
    await bench.now.devices.updateOrder(owner.id, turned);
    await give('free');
    expect(owner.paused()).toEqual(turned.slice(5));
  });

  test('a deleted device makes room for the first paused one', async () => {
    await give('free');
    await bench.now.devices.remove(owner.id, espids[0] ?? '');
    await expect.poll(() => owner.paused()).toEqual(espids.slice(6));
  });

  test('their owner chooses others, and that outlives a restart', async () => {
    await give('free');
    const chosen = espids.slice(3);
    expect(await choose(chosen)).toMatchObject({
      status: 200,
      body: { paused: espids.slice(0, 3).map((espid) => ({ espid })) },
    });
    await bench.restart();
    expect(owner.paused()).toEqual(espids.slice(0, 3));
    expect((await choose(espids.slice(0, 2))).status).toBe(200);
    expect(owner.paused()).toEqual(espids.slice(2));
  });

  test('fewer than the plan allows stay as they were chosen until the plan is another', async () => {
    await give('free');
    expect((await choose(espids.slice(0, 2))).status).toBe(200);
    await bench.now.billing.changed(owner.id);
    expect(owner.paused()).toEqual(espids.slice(2));
    await give('maker');
    expect(owner.paused()).toEqual([]);
  });

  test('more than the plan allows, others’ and unknown devices cannot be chosen', async () => {
    await give('free');
    const stranger = await bench.addAccount('stranger@example.com');
    const [foreign] = await stranger.addDevices(1);
    expect(await choose(espids.slice(0, 6))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('at most 5') },
    });
    expect((await choose([espids[0], foreign])).status).toBe(404);
    expect((await choose(['no such board'])).status).toBe(404);
    for (const wrong of [null, 'x', [1], [''], [{}]]) expect((await choose(wrong)).status).toBe(400);
    expect(owner.paused()).toEqual(espids.slice(5));
    expect(stranger.paused()).toEqual([]);
    expect((await choose(Array(9).fill(espids[7]))).status).toBe(200);
    expect(owner.paused()).toEqual(espids.slice(0, 7));
  });

  test('there is nothing to choose while all fit', async () => {
    expect(await choose(espids.slice(0, 2))).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(owner.paused()).toEqual([]);
  });
});
