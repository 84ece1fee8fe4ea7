import { wait } from './attack.ts';
import type { HttpClient } from './http-client.ts';

/** Gives an account a virtual board; returns its id when the server knows the device. */
export async function startDevice(client: HttpClient, token: string): Promise<string> {
  const { status, body } = await client.call({ method: 'POST', path: '/api/virtual-board', token });
  if (status !== 200) throw new Error(`No virtual board: ${status} ${body}`);
  const { espid } = JSON.parse(body);
  const path = `/api/device/${encodeURIComponent(espid)}`;
  while ((await client.call({ path, token })).status !== 200) await wait(100);
  return espid;
}
