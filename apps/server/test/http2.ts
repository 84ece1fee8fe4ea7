import { type ClientHttp2Session, connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

interface Http2Server {
  readonly client: ClientHttp2Session;
  /** Aborts requests as browsers do, and resolves when the server knows. */
  abort(streams: readonly ReturnType<ClientHttp2Session['request']>[]): Promise<void>;
  stop(): void;
}

/** Serves `app` over HTTP/2 without TLS, on a free port of this machine. */
export async function serveHttp2(app: { routing(request: never, response: never): void }): Promise<Http2Server> {
  const server = createServer((request, response) => app.routing(request as never, response as never));
  let closed = 0;
  server.on('stream', (stream) => {
    stream.once('close', () => {
      closed += 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return {
    client,
    async abort(streams) {
      const before = closed;
      for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
      await expect.poll(() => closed - before).toBe(streams.length);
    },
    stop() {
      client.destroy();
      server.close();
    },
  };
}
