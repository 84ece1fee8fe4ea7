import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { AddressList } from '../../address-list.ts';
import { systemClock } from '../../clock.ts';
import type { BoardMessage, ConnectRequest, DeviceBroker, FeatureHooks } from '../index.ts';
import { createEmbeddedBroker, loadTlsCertificate, type TlsCertificate } from '../index.ts';

export const boardId = 'ESP8266-2802776_ECFABC2AC458';

export interface TestBroker {
  readonly broker: DeviceBroker;
  readonly plainPort: number;
  readonly tlsPort: number;
  /** For the proxy at 127.0.0.9. */
  readonly proxiedPort: number;
  readonly certificate: TlsCertificate;
  /** The calls of the hooks, in order, such as `connected 1 ESP8266-…`. */
  readonly events: string[];
  readonly messages: (BoardMessage & { espid: string; accountId: number })[];
  readonly requests: ConnectRequest[];
  /** The lines of the log from the level `info` on. */
  readonly logLines: Record<string, unknown>[];
  /** The value of one time series of the metrics. */
  count(name: string, labels?: Record<string, string>): Promise<number>;
  stop(): Promise<void>;
}

/**
 * A broker on free ports. The user name is the account's number, as `1` or `app:1` for a program; the password `wrong`
 * is refused. Boards are accepted unless their id starts with `pending`.
 */
export async function startTestBroker(overrides: FeatureHooks = {}): Promise<TestBroker> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-broker-'));
  const certificate = await loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: directory });
  const metrics = new Registry();
  const logLines: TestBroker['logLines'] = [];
  const broker = createEmbeddedBroker({
    log: pino({ level: 'info' }, { write: (line: string) => void logLines.push(JSON.parse(line)) }),
    metrics,
    clock: systemClock,
    tlsHost: '127.0.0.1',
    tlsPort: 0,
    plainHost: '127.0.0.1',
    plainPort: 0,
    // All of 127.0.0.0/8 is this machine: .9 is its proxy.
    proxied: { port: 0, proxies: new AddressList(['127.0.0.9']) },
    tls: certificate,
  });
  const events: string[] = [];
  const messages: TestBroker['messages'] = [];
  const requests: ConnectRequest[] = [];
  const recorder = recordingHooks(events, requests);
  broker.use({
    ...recorder,
    ...overrides,
    boardMessage: (session, message) => {
      const { espid, accountId } = session;
      messages.push({ ...message, payload: Buffer.from(message.payload), espid, accountId });
      return overrides.boardMessage?.(session, message);
    },
  });
  const ports = await broker.start();
  return {
    broker,
    plainPort: ports.plainPort ?? 0,
    tlsPort: ports.tlsPort,
    proxiedPort: ports.proxiedPort ?? 0,
    certificate,
    events,
    messages,
    requests,
    logLines,
    count: async (name, labels = {}) => {
      const metric = await metrics.getSingleMetric(`cyno_mqtt_${name}`)?.get();
      const found = metric?.values.find((value) =>
        Object.entries(labels).every(([label, text]) => String(value.labels[label]) === text),
      );
      return found?.value ?? 0;
    },
    async stop() {
      await broker.stop();
      await rm(directory, { recursive: true });
    },
  };
}

function recordingHooks(events: string[], requests: ConnectRequest[]): FeatureHooks {
  return {
    async authenticate(request) {
      requests.push(request);
      const [, app, account] = /^(app:)?(\d+)$/.exec(request.username) ?? [];
      if (!account || request.password === 'wrong') return { allow: false, returnCode: 4 };
      const accountId = Number(account);
      const espid = request.clientId;
      if (app) return { allow: true, session: { kind: 'app', accountId, tokenId: 7, scope: 'read' } };
      const deviceId = espid.startsWith('pending') ? null : 100 + accountId;
      return { allow: true, session: { kind: 'board', accountId, espid, deviceId } };
    },
    boardConnected: (session) => void events.push(`connected ${session.accountId} ${session.espid}`),
    boardSubscribed: (session, first) =>
      void events.push(`subscribed ${session.accountId} ${session.espid} ${first ? 'first' : 'again'}`),
    boardDisconnected: (session, reason) =>
      void events.push(`disconnected ${session.accountId} ${session.espid} ${reason}`),
    boardMessageIgnored: (session, topic) => void events.push(`ignored ${session.espid} ${topic}`),
    boardHeldOff: (session, address) => void events.push(`held off ${session.accountId} ${session.espid} ${address}`),
    maxPacketBytes: (espid) => (espid.startsWith('ESP8266-') ? 512 : 1024),
    appMessage: () => undefined,
    mayRead: () => true,
    sharedReaders: () => [],
    sharedRead: () => undefined,
  };
}
