import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a stand-in of an internet service got it. */
export interface ServiceRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly bytes: Buffer;
}

/** A service of the internet on loopback: notes what it is sent, and responds as the test wants. */
export async function startHttpService() {
  const requests: ServiceRequest[] = [];
  const responses: { status: number; headers?: Record<string, string> }[] = [];
  const held: (() => void)[] = [];
  let isHolding = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    requests.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString(), bytes });
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    const { status, headers } = responses.shift() ?? { status: 200 };
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    /** Responds so to the next requests, one each; to further ones with 200. */
    respond(...next: { status: number; headers?: Record<string, string> }[]): void {
      responses.push(...next);
    },
    /** Responds to nothing until `release`. */
    hold(): void {
      isHolding = true;
    },
    release(): void {
      isHolding = false;
      for (const resolve of held.splice(0)) resolve();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type HttpService = Awaited<ReturnType<typeof startHttpService>>;
