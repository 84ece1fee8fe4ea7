import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A response of the server; status 0: the connection was closed instead. */
export interface PeerResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
}

export interface Call {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string | Buffer | object;
  readonly headers?: Record<string, string>;
}

/** Who calls comes from an address of its own: every address of 127.0.0.0/8 is this machine. */
export class HttpClient {
  readonly #base: URL;
  readonly #agent: Agent;

  constructor(base: string, localAddress: string, { keepAlive = true }: { keepAlive?: boolean } = {}) {
    this.#base = new URL(base);
    this.#agent = new Agent({ keepAlive, localAddress } as ConstructorParameters<typeof Agent>[0]);
  }

  /** Never rejects: what happens to a request is what is measured. */
  call({ method = 'GET', path, token, body, headers = {} }: Call): Promise<PeerResponse> {
    const bytes = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : body;
    const from = performance.now();
    return new Promise((resolve) => {
      const closed = () => resolve({ status: 0, headers: {}, body: '', ms: performance.now() - from });
      const sent = request(new URL(path, this.#base), {
        agent: this.#agent,
        method,
        headers: {
          ...(bytes !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(bytes),
          }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      });
      sent.on('response', (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', closed);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces).toString(),
            ms: performance.now() - from,
          }),
        );
      });
      sent.on('error', closed);
      sent.end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
