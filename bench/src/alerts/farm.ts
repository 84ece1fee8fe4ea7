import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlertRuleRequest } from '@cyno/contract';
import { insertDevices } from '../devices/device-rows.ts';
import { type BenchServer, startServer } from '../server.ts';

/** A server whose account has `devices` devices and these alert rules, each for all of them; stopped, nothing of it is left. */
export async function startFarm(
  devices: number,
  conditions: readonly AlertRuleRequest['condition'][],
  settings: Record<string, string> = {},
): Promise<BenchServer> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-alerts-'));
  const first = await startServer([], directory, settings);
  await insertDevices(first.database, devices);
  await first.stop();
  const server = await startServer([], directory, settings);
  for (const condition of conditions) {
    const rule: AlertRuleRequest = {
      name: null,
      enabled: true,
      severity: 'critical',
      scope: { kind: 'all' },
      condition,
    };
    await callApi(server, 'POST', '/api/alert-rules', rule);
  }
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Calls the API as the account and resolves with the parsed response; throws with its text when the server refuses. */
export async function callApi<T>(server: BenchServer, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(new URL(path, server.http), {
    method,
    headers: { authorization: `Bearer ${server.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${text}`);
  return JSON.parse(text) as T;
}
