import { createHash } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import type { Firmware } from '../chip.ts';

/** The HTTP client's patience between two pieces, real time. */
const timeoutMs = 8000;
const maxHeadBytes = 16_384;

/** Why an update failed. The ones of `http` level an ESP32 never reports. */
export type UpdateFailure =
  | 'unreachable'
  | 'http_status'
  | 'no_length'
  | 'no_space'
  | 'not_an_image'
  | 'bad_md5_header'
  | 'incomplete'
  | 'md5_differs';

/** `unchanged`: the server sent 304, so nothing is written and nothing reported. */
export type UpdateOutcome =
  | { result: 'written'; firmware: Firmware }
  | { result: 'unchanged' }
  | { result: 'failed'; reason: UpdateFailure; status?: number };

export interface UpdateRequest {
  url: URL;
  headers: Readonly<Record<string, string>>;
  freeBytes: number;
  /** The first bytes that an image may have. */
  magic: readonly number[];
  /** Ends the download, which then returns `unreachable` or `incomplete`. */
  signal: AbortSignal;
  progress(receivedBytes: number, totalBytes: number): void;
  /** Called once, with what came of it. */
  done(outcome: UpdateOutcome): void;
}

interface Head {
  status: number;
  headers: ReadonlyMap<string, string>;
}

/** Downloads an image as the updaters of the Arduino cores do: HTTP/1.0, certificates unverified, redirects not followed. */
export function downloadUpdate(request: UpdateRequest): void {
  const socket = open(request.url);
  const download = new Download(request);
  let ended = false;
  const finish = (outcome: UpdateOutcome) => {
    if (ended) return;
    ended = true;
    socket.destroy();
    request.done(outcome);
  };
  socket.setTimeout(timeoutMs, () => finish(download.interrupted()));
  socket.on('data', (chunk: Buffer) => {
    const outcome = ended ? undefined : download.receive(chunk);
    if (outcome) finish(outcome);
  });
  // What went wrong does not matter to a board; `close` follows.
  socket.on('error', () => undefined);
  socket.on('close', () => finish(download.interrupted()));
  request.signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.write(requestText(request));
}

function open({ protocol, hostname, port }: URL): net.Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'http:') return net.connect({ host, port: Number(port || 80) });
  const servername = net.isIP(host) === 0 ? host : '';
  return tls.connect({ host, port: Number(port || 443), servername, rejectUnauthorized: false });
}

function requestText({ url, headers }: UpdateRequest): string {
  const lines = Object.entries({ Host: url.host, ...headers, Connection: 'close', 'Content-Length': '0' });
  return `GET ${url.pathname} HTTP/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

class Download {
  readonly #request: UpdateRequest;
  readonly #hash = createHash('md5');
  #pending = Buffer.alloc(0);
  #head: Head | undefined;
  #total = 0;
  #received = 0;

  constructor(request: UpdateRequest) {
    this.#request = request;
  }

  /** Takes what arrived; a response ends the download. */
  receive(chunk: Buffer): UpdateOutcome | undefined {
    if (this.#head) return this.#write(chunk);
    this.#pending = Buffer.concat([this.#pending, chunk]);
    const end = this.#pending.indexOf('\r\n\r\n');
    if (end < 0) return this.#pending.length > maxHeadBytes ? failed('http_status') : undefined;
    this.#head = readHead(this.#pending.subarray(0, end).toString('latin1'));
    const refused = this.#judge(this.#head);
    return refused ?? this.#write(this.#pending.subarray(end + 4));
  }

  interrupted(): UpdateOutcome {
    return failed(this.#head ? 'incomplete' : 'unreachable');
  }

  #judge({ status, headers }: Head): UpdateOutcome | undefined {
    if (status === 304) return { result: 'unchanged' };
    if (status !== 200) return { ...failed('http_status'), status };
    this.#total = Number(headers.get('content-length') ?? 0);
    if (!(this.#total > 0) || headers.has('transfer-encoding')) return failed('no_length');
    if (this.#total > this.#request.freeBytes) return failed('no_space');
    const md5 = headers.get('x-md5');
    return md5 !== undefined && md5.length !== 32 ? failed('bad_md5_header') : undefined;
  }

  #write(chunk: Buffer): UpdateOutcome | undefined {
    if (chunk.length === 0) return undefined;
    const part = chunk.subarray(0, this.#total - this.#received);
    if (this.#received === 0 && !this.#request.magic.includes(part[0] ?? 0)) return failed('not_an_image');
    this.#hash.update(part);
    this.#received += part.length;
    this.#request.progress(this.#received, this.#total);
    if (this.#received < this.#total) return undefined;
    const md5 = this.#hash.digest('hex');
    const wanted = this.#head?.headers.get('x-md5')?.toLowerCase() ?? md5;
    if (wanted !== md5) return failed('md5_differs');
    return { result: 'written', firmware: { sizeBytes: this.#total, md5 } };
  }
}

const failed = (reason: UpdateFailure) => ({ result: 'failed', reason }) as const;

function readHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: new Map(headers) };
}
