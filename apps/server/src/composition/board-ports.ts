import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import { listenError } from '../platform/start-error.ts';

/**
 * Throws a StartError when a port for boards cannot be opened. A server on standby has none of them open: without this it would end when
 * it is to take over.
 */
export async function requireBoardPorts({ mqtt, ota }: Config): Promise<void> {
  const { tls, plain, proxied } = mqtt;
  await requirePort({ ...tls, setting: 'MQTT_TLS_PORT' });
  if (plain) await requirePort({ ...plain, setting: 'MQTT_PORT' });
  if (proxied) await requirePort({ host: tls.host, port: proxied.port, setting: 'MQTT_PROXY_PORT' });
  if (ota) await requirePort({ ...ota, setting: 'OTA_PORT' });
}

/**
 * Throws a StartError when a port that the start requires cannot be opened. To be called before the database is upgraded, because a start that
 * fails after that costs a way back, and what boards send meanwhile.
 */
export async function requirePorts(config: Config): Promise<void> {
  const { host, port, https } = config;
  await requirePort({ host, port, setting: 'PORT' });
  if (https.isExplicit && https.port !== null) await requirePort({ host, port: https.port, setting: 'HTTPS_PORT' });
  await requireBoardPorts(config);
}

async function requirePort(at: { host: string; port: number; setting: string }): Promise<void> {
  // Any port that is free then.
  if (at.port === 0) return;
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenError(error, at)));
    server.listen({ host: at.host, port: at.port }, resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}
