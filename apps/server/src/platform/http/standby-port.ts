import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../log/index.ts';
import { bareHtml, openPlainPort, passing } from './plain-port.ts';

/** Another server may have ended meanwhile. */
const reloadSeconds = 5;

/** The web port of a server that does not serve yet. */
export interface StandbyPort {
  /** From now on it shows that the server starts. */
  showStart(): void;
  stop(): Promise<void>;
}

/**
 * Opens the web port of a server that waits while another one serves: its process is well (`/healthz`), it is not ready (`/readyz`,
 * `/healthz/serving`), and every page shows so. Throws a StartError when the port cannot be opened.
 */
export async function openStandbyPort(at: {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}): Promise<StandbyPort> {
  let state = waiting;
  const { stop } = await openPlainPort({ ...at, setting: 'PORT' }, (request, response) =>
    respond(request, response, state),
  );
  return {
    stop,
    showStart() {
      state = starting;
    },
  };
}

interface State {
  /** Why the server is not ready. */
  readonly reason: string;
  /** The same on a page, in English and in Thai. */
  readonly texts: { readonly en: string; readonly th: string };
}

const waiting: State = {
  reason: 'This server waits: another one serves.',
  texts: {
    en: 'This server is on standby: another one is serving. It takes over by itself when that one ends; use the address of your installation.',
    th: 'เซิร์ฟเวอร์นี้เป็นเครื่องสำรอง ขณะนี้มีเครื่องอื่นให้บริการอยู่ และเครื่องนี้จะรับช่วงต่อเองเมื่อเครื่องนั้นหยุดทำงาน โปรดใช้ที่อยู่หลักของระบบ',
  },
};
const starting: State = {
  reason: 'This server is starting: it takes over from another one.',
  texts: {
    en: 'This server is starting: it takes over from another one. The page opens by itself.',
    th: 'เซิร์ฟเวอร์นี้กำลังเริ่มทำงานแทนอีกเครื่อง หน้านี้จะเปิดเองเมื่อพร้อม',
  },
};

function respond({ url = '' }: IncomingMessage, response: ServerResponse, { reason, texts }: State): void {
  const [path] = url.split('?');
  const json = { ...passing, 'content-type': 'application/json; charset=utf-8' };
  if (path === '/healthz') response.writeHead(200, json).end('{"status":"ok"}');
  else if (path === '/readyz') response.writeHead(503, json).end(JSON.stringify({ ready: false, reasons: [reason] }));
  else if (path === '/healthz/serving') response.writeHead(503, json).end('{"serving":false}');
  else {
    const again = String(reloadSeconds);
    response.writeHead(503, { ...passing, ...bareHtml, refresh: again, 'retry-after': again }).end(pageOf(texts));
  }
}

const pageOf = ({
  en,
  th,
}: State['texts']): string => `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Cyno</title><h1>Cyno</h1>
<p>${en}</p>
<p lang="th">${th}</p></html>
`;
