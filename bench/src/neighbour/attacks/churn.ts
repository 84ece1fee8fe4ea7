import { type Attack, firstOf, repeat } from '../attack.ts';
import { HttpClient } from '../http-client.ts';

export const newConnections: Attack = {
  what: 'a new connection for each of as many requests as possible, by a stranger',
  async run(order, tally, signal) {
    const client = new HttpClient(order.http, firstOf(order).address, { keepAlive: false });
    await repeat(100, signal, async () => {
      tally.sent += 1;
      const { status } = await client.call({ path: '/api/config' });
      if (!signal.aborted) tally.end(status);
    });
    client.close();
  },
};
