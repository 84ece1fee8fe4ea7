import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';
import { createApp } from '../src/app.ts';
import type { Config } from '../src/config.ts';
import { freePort } from './free-port.ts';

/** A second server on the database of one that serves, in this process too, which brings its clients there; resolves when it does. */
export async function startFront(serving: Config) {
  const dataDirectory = await mkdtemp(join(inject('serversDirectory'), 'front-'));
  const httpPort = await freePort();
  const tlsPort = await freePort();
  const { mqtt } = serving;
  const app = createApp({
    ...serving,
    serverName: 'front',
    dataDirectory,
    port: httpPort,
    mqtt: { ...mqtt, tls: { ...mqtt.tls, port: tlsPort } },
  });
  // It waits until it is stopped.
  const over = app.start().catch(() => undefined);
  const http = `http://127.0.0.1:${httpPort}`;
  await vi.waitFor(async () => expect((await fetch(`${http}/healthz/serving`)).status).toBe(200), { timeout: 240_000 });
  return {
    web: { http, httpPort },
    tlsPort,
    async stop() {
      await app.stop();
      await over;
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
