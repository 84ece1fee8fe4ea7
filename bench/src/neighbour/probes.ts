import type { BenchServer } from '../server.ts';
import { type Call, HttpClient } from './http-client.ts';

/** What the canary requests once while an attack takes the places for it, and which responses count as served. */
const probes: Readonly<Record<string, { readonly call: (espid: string) => Call; readonly served: readonly number[] }>> =
  {
    'silent-imports': {
      call: (espid) => ({
        method: 'POST',
        path: `/api/device/${espid}/imports`,
        body: { name: 'values.csv', bytes: 100 },
      }),
      served: [201],
    },
    'slow-uploads': {
      // It is no firmware, which is reported when it has been read.
      call: () => ({
        method: 'POST',
        path: '/api/firmware/images?fileName=a.bin',
        body: Buffer.from('no firmware'),
        headers: { 'content-type': 'application/octet-stream' },
      }),
      served: [400],
    },
    'virtual-boards': { call: () => ({ method: 'POST', path: '/api/virtual-board' }), served: [200] },
  };

/** The response to the canary; undefined: nothing is requested beside this attack. */
export async function probe(
  { http, token }: BenchServer,
  attack: string,
  espid: string,
): Promise<{ status: number; isServed: boolean } | undefined> {
  const found = probes[attack];
  if (!found) return undefined;
  const client = new HttpClient(http, '127.0.1.1');
  const { status } = await client.call({ token, ...found.call(espid) });
  client.close();
  return { status, isServed: found.served.includes(status) };
}
