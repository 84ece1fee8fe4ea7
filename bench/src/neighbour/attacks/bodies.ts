import { type Attack, firstOf, repeat } from '../attack.ts';
import { HttpClient } from '../http-client.ts';

/** Sends the same body over and over, on 16 connections. */
const bodyFlood = (what: string, path: string, body: object): Attack => ({
  what,
  async run(order, tally, signal) {
    const client = new HttpClient(order.http, firstOf(order).address);
    const text = JSON.stringify(body);
    await repeat(16, signal, async () => {
      tally.sent += 1;
      const { status } = await client.call({ method: 'POST', path, body: text });
      if (!signal.aborted) tally.end(status);
    });
    client.close();
  },
});

const empties = (count: number) => Array.from({ length: count }, () => ({}));

export const emptyPins = bodyFlood(
  'a command of a public link with 85,000 empty pins',
  '/api/public/dashboard/commands',
  { kind: 'io', device: '1', pins: empties(85_000) },
);

export const transports = bodyFlood('a passkey with 85,000 transports', '/api/auth/passkey', {
  ticket: 'x',
  response: { transports: Array.from({ length: 85_000 }, () => '') },
});

/** As much as a public route takes, so that it is read. */
export const smallBodies = bodyFlood('bodies as large as strangers may send, full of values', '/api/auth/login', {
  email: empties(1_000),
  password: 'x',
});
