import { Counter, Gauge, type Registry } from 'prom-client';
import type { MessageCount } from './listeners/client-socket.ts';

export type DropReason =
  | 'outside_own_topics'
  | 'empty_topic'
  | 'topic_too_long'
  | 'published_by_app'
  | 'app_queue_full';

/** What the broker counts: plain numbers, since a labelled counter would cost more than the rest of a message's way. */
export interface BrokerCounts {
  boards: number;
  apps: number;
  halfOpen: number;
  readonly publishes: Record<0 | 1 | 2, number>;
  /** Of clients that connected to this server itself. */
  readonly direct: MessageCount;
  echoed: number;
  deliveredToApps: number;
  storeRefused: number;
  outboundKills: number;
  halfOpenKills: number;
  throttled: number;
  readonly dropped: Record<DropReason, number>;
  readonly refusedLogins: Record<string, number>;
  readonly disconnects: Record<string, number>;
}

/** Registers the broker's figures; they are read from the returned counts on request. */
export function createBrokerCounts(registry: Registry): BrokerCounts {
  const counts: BrokerCounts = {
    boards: 0,
    apps: 0,
    halfOpen: 0,
    publishes: { 0: 0, 1: 0, 2: 0 },
    direct: { messages: 0 },
    echoed: 0,
    deliveredToApps: 0,
    storeRefused: 0,
    outboundKills: 0,
    halfOpenKills: 0,
    throttled: 0,
    dropped: { outside_own_topics: 0, empty_topic: 0, topic_too_long: 0, published_by_app: 0, app_queue_full: 0 },
    refusedLogins: {},
    disconnects: {},
  };
  const metric = (name: string, help: string, labelName?: string) => ({
    name: `cyno_mqtt_${name}`,
    help,
    labelNames: labelName ? [labelName] : [],
    registers: [registry],
  });
  const total = (name: string, help: string, read: () => number): void => {
    new Counter({
      ...metric(`${name}_total`, help),
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  const totals = (name: string, labelName: string, values: Readonly<Record<string, number>>): void => {
    new Counter({
      ...metric(`${name}_total`, `MQTT: ${name.replaceAll('_', ' ')}, by ${labelName}.`, labelName),
      collect() {
        this.reset();
        for (const [label, value] of Object.entries(values)) this.inc({ [labelName]: label }, value);
      },
    });
  };
  new Gauge({
    ...metric('connections', 'Open MQTT sessions.', 'kind'),
    collect() {
      this.set({ kind: 'board' }, counts.boards);
      this.set({ kind: 'app' }, counts.apps);
    },
  });
  new Gauge({
    ...metric('half_open_connections', 'Sockets that have not logged in yet.'),
    collect() {
      this.set(counts.halfOpen);
    },
  });
  totals('publishes', 'qos', counts.publishes);
  totals('dropped', 'reason', counts.dropped);
  totals('refused_logins', 'return_code', counts.refusedLogins);
  totals('disconnects', 'reason', counts.disconnects);
  total('echoed', 'Publications sent back to their boards.', () => counts.echoed);
  total('delivered_to_apps', 'Publications passed on to apps.', () => counts.deliveredToApps);
  total('store_refused', 'Publications left unacknowledged because they were not stored.', () => counts.storeRefused);
  total('outbound_kills', 'Connections ended because the peer did not read.', () => counts.outboundKills);
  total('half_open_kills', 'Sockets closed before login to make room for newer ones.', () => counts.halfOpenKills);
  total(
    'throttled',
    'Times that a connection used up its budget and was not read for a moment.',
    () => counts.throttled,
  );
  return counts;
}

/** Adds one under `key`. */
export function countOne(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
