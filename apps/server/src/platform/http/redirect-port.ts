import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isChallenge } from '../certificates/index.ts';
import type { Logger } from '../log/index.ts';
import { listenError } from '../start-error.ts';

const headersMs = 10_000;
const requestMs = 15_000;
const maxConnections = 500;
/** A page that waits for its certificate is loaded again. */
const reloadSeconds = 10;

interface RedirectOptions {
  readonly host: string;
  readonly port: number;
  readonly setting: string;
  readonly log: Logger;
  /** The body for the address of an open challenge of an authority. */
  challenge(url: string): string | undefined;
  /** Where pages are, such as `https://iot.example.com`; null: not there yet. */
  target(): string | null;
}

/**
 * Opens the port without encryption beside HTTPS: it responds to challenges of the authority, and leads every page to the one address that
 * is configured, whatever host a request names. Throws a StartError that names the setting when the port cannot be opened.
 */
export async function openRedirectPort(at: RedirectOptions): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: 1_000,
    connectionsCheckingInterval: 1_000,
  });
  server.maxConnections = maxConnections;
  server.on('request', (request, response) => respond(at, request, response));
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) => reject(listenError(error, at));
    server.once('error', failed);
    server.listen({ host: at.host, port: at.port }, () => {
      server.off('error', failed);
      server.on('error', (err) => at.log.error({ err }, 'The port that leads to HTTPS had an error'));
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function respond({ challenge, target }: RedirectOptions, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const send = (status: number, headers: Record<string, string>, body: string) =>
    response
      .writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
      .end(body);
  if (isChallenge(url)) {
    const body = isRead ? challenge(url) : undefined;
    send(body === undefined ? 404 : 200, { 'content-type': 'application/octet-stream' }, body ?? '');
    return;
  }
  const origin = target();
  if (origin === null) {
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" };
    send(503, { ...headers, refresh: String(reloadSeconds), 'retry-after': String(reloadSeconds) }, waitingPage);
  } else if (isRead && url.startsWith('/')) send(308, { location: origin + url }, '');
  // What it holds has crossed the network in the open already, and must not do so unnoticed.
  else send(403, { 'content-type': 'text/plain; charset=utf-8' }, `Use ${origin} instead.\n`);
}

const waitingPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cyno</title><h1>Cyno</h1>
<p>This server is getting its certificate. This page opens by itself when it is there; the server’s log shows the progress.</p>
<p lang="th">เซิร์ฟเวอร์นี้กำลังขอใบรับรอง หน้านี้จะเปิดเองเมื่อได้รับแล้ว ดูความคืบหน้าได้ในบันทึกของเซิร์ฟเวอร์</p></html>
`;
