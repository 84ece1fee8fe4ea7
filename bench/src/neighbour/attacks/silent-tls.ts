import { type ConnectionOptions, connect } from 'node:tls';
import { type Attack, firstOf, repeat, until, wait } from '../attack.ts';

const sockets = 5_000;

export const silentTls: Attack = {
  what: '5,000 TLS connections that say nothing',
  async run(order, tally, signal) {
    let open = 0;
    const dial = () =>
      new Promise<void>((resolve) => {
        tally.sent += 1;
        open += 1;
        const socket = connect({
          host: '127.0.0.1',
          port: order.tlsPort,
          rejectUnauthorized: false,
          localAddress: firstOf(order).address,
        } as ConnectionOptions);
        socket.once('secureConnect', () => resolve());
        socket.on('error', () => {});
        socket.once('close', () => {
          open -= 1;
          if (!signal.aborted) tally.end('closed');
          resolve();
        });
      });
    await Promise.race([until(signal), repeat(100, signal, () => (open < sockets ? dial() : wait(50)))]);
  },
};
