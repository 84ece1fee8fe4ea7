import type { User } from './users.ts';

type Saved = { dashboard: { version: number } };

/**
 * Saves a dashboard for a device with the climate kit, and returns its version and that of the ready-made one before it. The server makes
 * one by itself as soon as it hears of the kit: taking it here leaves it nothing to make.
 */
export async function saveDashboard(
  user: User,
  espid: string,
  content: { name: string; widgets: readonly object[] },
): Promise<{ template: number; version: number }> {
  const api = `/api/device/${encodeURIComponent(espid)}/dashboard`;
  const template = ((await user.api('PUT', api, { template: 'dht' })) as Saved).dashboard.version;
  const request = { ...content, basedOn: template };
  const { dashboard } = (await user.api('PUT', `${api}/widgets`, request)) as Saved;
  return { template, version: dashboard.version };
}
