import { type ConnectionOptions, connect } from 'node:tls';
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

export const tlsHandshakes: Attack = {
  what: 'TLS handshakes with the broker, one after the other, by a stranger',
  async run(order, tally, signal) {
    const shake = () =>
      new Promise<void>((resolve) => {
        tally.sent += 1;
        const socket = connect({
          host: '127.0.0.1',
          port: order.tlsPort,
          rejectUnauthorized: false,
          localAddress: firstOf(order).address,
        } as ConnectionOptions);
        let isDone = false;
        socket.once('secureConnect', () => {
          isDone = true;
          socket.destroy();
        });
        socket.on('error', () => {});
        socket.once('close', () => {
          if (!isDone && !signal.aborted) tally.end('closed');
          resolve();
        });
      });
    await repeat(100, signal, shake);
  },
};
