import { isDeepStrictEqual } from 'node:util';
import { callsOf } from '../processes/server-process.ts';
import { device, fillServer, ownerOf } from './account-data.ts';

/**
 * `node fill-server.ts <ready line>` gives an empty server an account with a board and a bit of everything; of one that was filled before it
 * only reads. Fails unless what the board sent is stored. The line is that of READY_JSON.
 */
const ready = JSON.parse(process.argv[2] ?? '');
const server = { boardsPort: Number(new URL(ready.mqtts).port), call: callsOf(ready.http) };
if (ready.setup) await fillServer(server, new URL(ready.setup).searchParams.get('setup') ?? '');
const owner = await ownerOf(server);
const history = await owner('GET', `${device}/history?from=0&to=${Date.now() + 60_000}&points=10000`);
const values = history.series.n?.value;
if (!isDeepStrictEqual(values, [1, 2, 3])) throw new Error(`Of 1, 2, 3 there is ${JSON.stringify(values)}.`);
