import { Agent, request } from 'node:http';

/** What is sent; `origin` is the address of the server, and `path` goes as it is, with its dots. */
interface Exchange {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface Exchanged {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Shorter than any server waits for the next request: it must not close a connection while a request is on its way. */
const agent = new Agent({ keepAlive: true, timeout: 5_000 });

/** Sends a request and reads the response, in a third of the time that the processor takes for `fetch`. */
export function exchange({ origin, method, path, headers, body = '' }: Exchange): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({ method, path, hostname, port, agent, headers: { ...headers, ...length } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.once('end', () => {
        const received = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        resolve({ status: response.statusCode ?? 0, headers: new Headers(received), text });
      });
      response.once('error', reject);
    });
    sent.once('error', reject).end(body);
  });
}
