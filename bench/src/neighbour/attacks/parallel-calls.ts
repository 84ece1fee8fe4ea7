import { type Attack, type AttackOrder, firstOf, repeat, type Tally } from '../attack.ts';
import { type Call, HttpClient } from '../http-client.ts';
import { startDevice } from '../own-device.ts';

const inParallel = 150;

/** One account calls over and over, 150 at a time. */
const parallel = (what: string, callOf: (turn: number, order: AttackOrder) => Call): Attack => ({
  what,
  run: (order, tally, signal) => callAll(order, { tally, signal }, (turn) => callOf(turn, order)),
});

async function callAll(
  order: AttackOrder,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
  callOf: (turn: number) => Call,
): Promise<void> {
  const { address, token } = firstOf(order);
  const client = new HttpClient(order.http, address);
  await repeat(inParallel, signal, async (turn) => {
    tally.sent += 1;
    const { status } = await client.call({ token, ...callOf(turn) });
    if (!signal.aborted) tally.end(status);
  });
  client.close();
}

const setup = { board: 'esp32', host: 'localhost', content: { type: 'kit', kit: 'relay_2ch' } };

export const parallelProjects = parallel('150 new projects at a time', (turn) => ({
  method: 'POST',
  path: '/api/projects',
  body: { name: `Project ${turn}`, setup, espids: [] },
}));

export const parallelProfiles = parallel('150 changes of a profile at a time', (turn) => ({
  method: 'PATCH',
  path: '/api/profile',
  body: { name: `Name ${turn}` },
}));

export const parallelExports: Attack = {
  what: '150 workbooks and histories at a time',
  async run(order, tally, signal) {
    const { address, token } = firstOf(order);
    const client = new HttpClient(order.http, address);
    const espid = encodeURIComponent(await startDevice(client, token));
    client.close();
    const range = `from=0&to=${Date.now()}`;
    await callAll(order, { tally, signal }, (turn) => ({
      path: `/api/device/${espid}/${turn % 2 === 0 ? 'export?format=xlsx' : 'history?points=10000'}&${range}`,
    }));
  },
};

export const largeResponses = parallel('the description of the API, 150 at a time', () => ({
  path: '/api/openapi.json',
}));

export const unknownTokens = parallel('150 calls with made-up tokens at a time', (turn) => ({
  path: '/api/device/',
  token: `made-up-${turn}`,
}));

const dashboard = { name: 'Mine', espids: [], widgets: [] };
const linkOf = (password: string) => ({ name: 'Link', expiresAt: null, password, exposed: [], origins: [] });

export const linkPasswords: Attack = {
  what: '90 changes of the password of a link at a time',
  async run(order, tally, signal) {
    const { address, token } = firstOf(order);
    const client = new HttpClient(order.http, address);
    const made = await client.call({ method: 'POST', path: '/api/dashboards', token, body: dashboard });
    const { id } = JSON.parse(made.body || '{}');
    const path = `/api/dashboards/${id}/links`;
    const link = await client.call({ method: 'POST', path, token, body: linkOf('a-long-password') });
    if (link.status !== 201) throw new Error(`The link was not made: ${link.status} ${link.body}`);
    const { link: made1 } = JSON.parse(link.body);
    await repeat(90, signal, async (turn) => {
      tally.sent += 1;
      const body = { ...linkOf(`another-password-${turn}`) };
      const { status } = await client.call({ method: 'PUT', path: `${path}/${made1.id}`, token, body });
      if (!signal.aborted) tally.end(status);
    });
    client.close();
  },
};
