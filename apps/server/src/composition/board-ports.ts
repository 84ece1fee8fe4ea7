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
