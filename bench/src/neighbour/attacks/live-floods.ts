import { type ClientOptions, WebSocket } from 'ws';
import { type Attack, type AttackOrder, firstOf, repeat, type Tally, wait } from '../attack.ts';

/** Opens a connection, lets `send` speak until it is closed, and comes again. */
async function dialogue(
  order: AttackOrder,
  { tally, signal }: { tally: Tally; signal: AbortSignal },
  send: (socket: WebSocket) => void,
): Promise<void> {
  const options = { localAddress: firstOf(order).address } as ClientOptions;
  const socket = new WebSocket(`${order.http.replace(/^http/, 'ws')}/api/live`, options);
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code) => resolve(`closed ${code}`));
    socket.on('unexpected-response', (_request, response) => {
      resolve(String(response.statusCode));
      socket.terminate();
    });
    socket.on('error', () => {});
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  socket.once('open', () => {
    const speak = () => {
      if (socket.readyState !== WebSocket.OPEN || signal.aborted) return;
      // What is not taken is not piled up.
      if (socket.bufferedAmount < 4 * 1024 ** 2) {
        tally.sent += 1;
        send(socket);
      }
      setImmediate(speak);
    };
    speak();
  });
  const how = await closed;
  if (how !== 'stopped') tally.end(how);
  socket.terminate();
  await wait(10);
}

const flood = (what: string, send: (socket: WebSocket) => void): Attack => ({
  what,
  run: (order, tally, signal) => repeat(8, signal, () => dialogue(order, { tally, signal }, send)),
});

const watch = JSON.stringify({ type: 'watch', espids: Array.from({ length: 21_000 }, () => '') });

export const watchFlood = flood('21,000 names to watch before hello, over WebSockets', (socket) => socket.send(watch));
export const pingFlood = flood('pings over WebSockets', (socket) => {
  for (let count = 0; count < 100; count++) socket.ping();
});
