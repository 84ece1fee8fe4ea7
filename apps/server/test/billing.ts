import { tmpdir } from 'node:os';
import { loadConfig } from '../src/config.ts';
import { createDevices } from '../src/features/boards/devices/index.ts';
import { createBilling, createPlans } from '../src/features/people/billing/index.ts';
import type { RequestAccount } from '../src/platform/http/access.ts';
import { createHttp } from '../src/platform/http/index.ts';
import { testCore } from './core.ts';
import { createTestDatabase } from './database.ts';
import { type StripeStandIn, startStripeStandIn } from './stand-ins/stripe-stand-in.ts';

export const dayMs = 24 * 3_600_000;
const noon = Date.UTC(2026, 5, 15, 12);

export const stripeSettings = {
  secretKey: 'sk_test_123',
  webhookSecret: 'whsec_test',
  prices: { maker: 'price_maker', pro: 'price_pro' },
};

/** A plan that was given and recorded. */
interface Recorded {
  readonly actor: { readonly name: string };
  readonly target: { readonly name: string };
  readonly details: Record<string, unknown>;
}

/** The billing feature with devices behind its routes, on a fresh database, with a clock that stands still until it is set. */
export async function startTestBilling(mode: 'off' | 'manual' | 'stripe') {
  const { database, url: databaseUrl, drop } = await createTestDatabase();
  const clock = { at: noon, now: () => clock.at };
  const callers = new Map<string, RequestAccount>();
  const recorded: Recorded[] = [];
  const stripe: StripeStandIn | null =
    mode === 'stripe' ? await startStripeStandIn({ ...stripeSettings, clock }) : null;
  const config = {
    ...loadConfig({}, tmpdir()),
    billing: mode,
    storedIntervalMs: 500,
    rawHistoryDays: null,
    rollupHistoryDays: null,
    stripe: stripe && { ...stripeSettings, apiUrl: stripe.url },
  };
  async function make() {
    const core = testCore({ database, clock, config });
    const plans = createPlans(core);
    const accounts = {
      timeZoneOf: () => 'UTC',
      find: async (accountId: number) => [...callers.values()].find(({ id }) => id === accountId) as never,
      deletion: { onRemoving: () => undefined },
    };
    const devices = createDevices(core, { accounts, plans, variablesOf: () => [] });
    const payment = createBilling(core, {
      accounts,
      plans,
      devices: devices.devices,
      oldestOf: async () => ({ raw: clock.at - 10 * dayMs, rollup: null }),
      maxAutomationsOf: () => ({ used: 0, where: null }),
      maxPeopleOf: async () => ({ used: 0, where: null }),
      recordPlan: async (entry) => void recorded.push(entry),
    });
    const app = await createHttp({
      ...core,
      problems: async () => [],
      authenticate: async (token) => callers.get(token) ?? null,
      requestsPerMinute: 1_000_000,
    });
    for (const addTo of core.routes) await addTo(app);
    await devices.devices.load();
    await payment.billing.start();
    const http = await app.listen({ host: '127.0.0.1', port: 0 });
    if (stripe) stripe.webhooks.url = `${http}/api/plan/stripe-webhook`;
    return { ...payment, plans, app, devices: devices.devices };
  }

  const end = async ({ app, billing }: Awaited<ReturnType<typeof make>>) => {
    billing.stop();
    await app.close();
  };
  let current = await make();

  return {
    database,
    databaseUrl,
    clock,
    recorded,
    get now() {
      return current;
    },
    /** The stand-in; throws where there is none. */
    get stripe(): StripeStandIn {
      if (!stripe) throw new Error('This billing has no Stripe');
      return stripe;
    },
    /** Stops and starts again on the same database. */
    async restart() {
      await end(current);
      current = await make();
    },
    /** Adds an account, and returns what it can do over HTTP. */
    async addAccount(email: string, more: Partial<RequestAccount> = {}) {
      const { rows } = await database.pool.query<{ id: number }>(
        'INSERT INTO accounts (email) VALUES ($1) RETURNING id',
        [email],
      );
      const id = rows[0]?.id ?? 0;
      callers.set(email.replaceAll('@', '.'), {
        id,
        email,
        member: 'user',
        timeZone: null,
        sessionId: 1,
        tokenScope: null,
        provedAt: clock.at,
        ...more,
      });
      return {
        id,
        email,
        async api(method: 'GET' | 'POST', url: string, body?: unknown) {
          const response = await current.app.inject({
            method,
            url,
            headers: { authorization: `Bearer ${email.replaceAll('@', '.')}`, 'content-type': 'application/json' },
            ...(body !== undefined && { payload: JSON.stringify(body) }),
            ...(method === 'POST' && body === undefined && { payload: '{}' }),
          });
          return { status: response.statusCode, body: response.json() };
        },
        addDevices: async (count: number) => {
          const espids: string[] = [];
          for (let n = 0; n < count; n++) {
            const espid = `ESP-${id}-${current.devices.countOf(id)}`;
            await current.devices.add({ accountId: id, espid, verifiedKeyId: null });
            espids.push(espid);
          }
          return espids;
        },
        paused: () =>
          current.devices
            .ofAccount(id)
            .filter((device) => device.paused)
            .map((device) => device.espid),
      };
    },
    async stop() {
      await end(current);
      await stripe?.stop();
      await drop();
    },
  };
}

export type TestBilling = Awaited<ReturnType<typeof startTestBilling>>;
export type TestOwner = Awaited<ReturnType<TestBilling['addAccount']>>;
