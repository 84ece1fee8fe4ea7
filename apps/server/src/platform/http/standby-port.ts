import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../log/index.ts';
import { bareHtml, openPlainPort, passing } from './plain-port.ts';

/** Another server may have ended meanwhile. */
const reloadSeconds = 5;

/**
 * Opens the web port of a server that waits while another one serves: its process is well (`/healthz`), it is not ready (`/readyz`,
 * `/healthz/serving`), and every page shows so. Throws a StartError when the port cannot be opened.
 */
export const openStandbyPort = (at: {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}): Promise<{ stop(): Promise<void> }> => openPlainPort({ ...at, setting: 'PORT' }, respond);

function respond({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const [path] = url.split('?');
  const json = { ...passing, 'content-type': 'application/json; charset=utf-8' };
  const reasons = ['This server waits: another one serves.'];
  if (path === '/healthz') response.writeHead(200, json).end('{"status":"ok"}');
  else if (path === '/readyz') response.writeHead(503, json).end(JSON.stringify({ ready: false, reasons }));
  else if (path === '/healthz/serving') response.writeHead(503, json).end('{"serving":false}');
  else {
    const again = String(reloadSeconds);
    response.writeHead(503, { ...passing, ...bareHtml, refresh: again, 'retry-after': again }).end(page);
  }
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Cyno</title><h1>Cyno</h1>
<p>This server is on standby: another one is serving. It takes over by itself when that one ends; use the address of your installation.</p>
<p lang="th">เซิร์ฟเวอร์นี้เป็นเครื่องสำรอง ขณะนี้มีเครื่องอื่นให้บริการอยู่ และเครื่องนี้จะรับช่วงต่อเองเมื่อเครื่องนั้นหยุดทำงาน โปรดใช้ที่อยู่หลักของระบบ</p></html>
`;
