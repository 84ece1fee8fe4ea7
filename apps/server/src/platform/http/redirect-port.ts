import type { IncomingMessage, ServerResponse } from 'node:http';
import { isChallenge } from '../certificates/index.ts';
import type { Logger } from '../log/index.ts';
import { basePathOf, withoutBase } from './pages/base-path.ts';
import { bareHtml, openPlainPort, passing } from './plain-port.ts';

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
export const openRedirectPort = (at: RedirectOptions): Promise<{ port: number; stop(): Promise<void> }> =>
  openPlainPort(at, (request, response) => respond(at, request, response));

function respond({ challenge, target }: RedirectOptions, request: IncomingMessage, response: ServerResponse): void {
  const { method = '', url = '' } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  const send = (status: number, headers: Record<string, string>, body: string) =>
    response.writeHead(status, { ...passing, ...headers }).end(body);
  if (isChallenge(url)) {
    const body = isRead ? challenge(url) : undefined;
    send(body === undefined ? 404 : 200, { 'content-type': 'application/octet-stream' }, body ?? '');
    return;
  }
  const origin = target();
  if (origin === null) {
    send(503, { ...bareHtml, refresh: String(reloadSeconds), 'retry-after': String(reloadSeconds) }, waitingPage);
  } else if (isRead && url.startsWith('/')) {
    send(308, { location: origin + withoutBase(url, basePathOf(origin)) }, '');
  }
  // What it holds has crossed the network in the open already, and must not do so unnoticed.
  else send(403, { 'content-type': 'text/plain; charset=utf-8' }, `Use ${origin} instead.\n`);
}

const waitingPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cyno</title><h1>Cyno</h1>
<p>This server is getting its certificate. This page opens by itself when it is there; the server’s log shows the progress.</p>
<p lang="th">เซิร์ฟเวอร์นี้กำลังขอใบรับรอง หน้านี้จะเปิดเองเมื่อได้รับแล้ว ดูความคืบหน้าได้ในบันทึกของเซิร์ฟเวอร์</p></html>
`;
