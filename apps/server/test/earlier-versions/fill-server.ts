import { isDeepStrictEqual } from 'node:util';
import { callsOf } from '../processes/server-process.ts';
import { device, fillServer, ownerOf } from './account-data.ts';

/**
 * `node fill-server.ts <ready line>` gives an empty server an account with a board and a bit of everything; of one that was filled before it
 * only reads. Fails unless all of it is there. The line is that of READY_JSON.
 */
const ready = JSON.parse(process.argv[2] ?? '');
const server = { boardsPort: Number(new URL(ready.mqtts).port), call: callsOf(ready.http) };
if (ready.setup) await fillServer(server, new URL(ready.setup).searchParams.get('setup') ?? '');
const owner = await ownerOf(server);
const history = await owner('GET', `${device}/history?from=0&to=${Date.now() + 60_000}&points=10000`);
const names = (list: { name: string }[]) => list.map(({ name }) => name);
const found = {
  values: history.series.n?.value,
  device: (await owner('GET', device)).name,
  outputs: names((await owner('GET', `${device}/control`)).outputs),
  automations: names((await owner('GET', `${device}/automations`)).automations),
  guests: (await owner('GET', `${device}/shares`)).shares.map(({ email }: { email: string }) => email),
  dashboards: names((await owner('GET', '/api/dashboards')).dashboards),
  scenes: names((await owner('GET', '/api/scenes')).scenes),
};
const filled = {
  values: [1, 2, 3],
  device: 'Greenhouse',
  outputs: ['Gate'],
  automations: ['Morning'],
  guests: ['guest@example.com'],
  dashboards: ['Farm'],
  scenes: ['Evening'],
};
if (!isDeepStrictEqual(found, filled)) throw new Error(`There is something else: ${JSON.stringify(found)}`);
