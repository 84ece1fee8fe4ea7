import type { ContactRequest, DeviceRight, ShareRole } from '@cyno/contract';
import { loadConfig } from '../src/config.ts';
import type { NotificationEvent } from '../src/features/automation/notifications/index.ts';
import { createNotifications } from '../src/features/automation/notifications/index.ts';
import { createHttp } from '../src/platform/http/index.ts';
import { createMetrics } from '../src/platform/metrics/index.ts';
import { startTestAccounts, type TestCall } from './accounts.ts';
import { testCore } from './core.ts';
import { silentLogger } from './log.ts';

/** The notifications of real accounts, on a fresh database, with a clock that stands still until it is set. Loopback counts as allowed. */
export async function startTestNotifications(environment: Record<string, string> = {}) {
  const people = await startTestAccounts(environment);
  const { accounts, database, clock } = people;
  const config = loadConfig({ PUBLIC_URL: 'https://cyno.test', OUTGOING_NETWORKS: '127.0.0.1' }, '/nowhere');
  /** What people may see of devices that are not theirs, as `<account> <espid>`. */
  const shared = new Set<string>();
  /** The owners of devices, where that matters. */
  const owners = new Map<string, number>();
  /** What each account shares. */
  const shares = new Map<number, { id: number; deviceId: number; accountId: number; role: ShareRole }[]>();
  const access = {
    find(accountId: number, espid: string, right: DeviceRight) {
      const isShared = shared.has(`${accountId} ${espid}`);
      // People look at what is shared with them; what is not is theirs.
      return isShared === (right === 'view') ? { accountId: owners.get(espid) } : undefined;
    },
  };
  const start = async () => {
    const core = testCore({ config, database, clock });
    const notifications = createNotifications(core, { accounts, devices: { access: access as never } });
    notifications.useShares((accountId) => shares.get(accountId) ?? []);
    const app = await createHttp({
      log: silentLogger,
      metrics: createMetrics(),
      authenticate: (token) => accounts.authenticate(token),
      clock,
      requestsPerMinute: 1_000_000,
    });
    for (const addTo of core.routes) await addTo(app);
    await app.ready();
    return { ...notifications, app };
  };
  const running = await start();

  async function call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { body, token }: TestCall = {},
  ) {
    const response = await running.app.inject({
      method,
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    });
    return { status: response.statusCode, body: response.body === '' ? null : response.json() };
  }

  return {
    ...people,
    shared,
    owners,
    shares,
    call,
    /** Somebody with an account, who calls with their session. */
    async person(email: string) {
      const token = await people.member(email);
      const { rows } = await database.pool.query('SELECT id FROM accounts WHERE email = $1', [email]);
      const id = rows[0].id as number;
      const api = (method: Parameters<typeof call>[0], url: string, body?: unknown) =>
        call(method, url, { token, body });
      return {
        id,
        token,
        api,
        add: async (contact: ContactRequest) => (await api('POST', '/api/notifications/contacts', contact)).body,
        messages: async () => (await api('GET', '/api/notifications/messages')).body.messages,
      };
    },
    /** Queues events in a transaction of their own. */
    queue: (...events: readonly NotificationEvent[]) =>
      database.orm.transaction((within) => running.queue(within, ...events)),
    queueWithin: (...given: Parameters<typeof running.queue>) => running.queue(...given),
    deliver: () => running.deliver(),
    tokens: running.tokens,
    /** Another server on the same database. */
    another: start,
    reportFailing: () => running.reportFailing(),
    /** Lets the clock pass, 4 s by default, so that what was queued is due, and delivers it. */
    async pass(ms = 4_000): Promise<void> {
      clock.at += ms;
      await running.deliver();
    },
    async stop() {
      await running.app.close();
      await people.stop();
    },
  };
}

export type TestNotifications = Awaited<ReturnType<typeof startTestNotifications>>;

let serial = 0;

/** Something that happened to a device of an account. */
export function newEvent(accountId: number, event: Partial<NotificationEvent> = {}): NotificationEvent {
  serial += 1;
  const espid = event.espid ?? `ESP8266-${serial}`;
  return {
    key: `alert:${serial}:active`,
    accountId,
    recipients: [accountId],
    severity: 'warning',
    kind: 'active',
    group: null,
    subject: `Pond ${serial} is too warm`,
    text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
    value: 34,
    limit: 30,
    since: 1_793_512_500_000,
    link: `/device/${espid}/Alerts`,
    espid,
    at: 1_793_512_800_000,
    ...event,
  };
}
