import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createQuietLog, type Logger } from '../log/index.ts';
import { OpenSockets, openSocketLimits } from './open-sockets.ts';
import { bareHtml, openPlainPort, passing } from './plain-port.ts';

/** Another server may have ended meanwhile. */
const reloadSeconds = 5;
const ofHealth = /^(?:GET|HEAD) \/(?:healthz(?:\/serving)?|readyz)[ ?]/;

/** What brings clients to the server that serves, where there is NATS between them. */
export interface PageFront {
  /** Why it brings nobody there; null: it does. */
  readonly problem: string | null;
  /** True: it does, or may soon; false: its clients are to be sent away at once. */
  readonly mayRelay: boolean;
  /** True: it is taken out of use, and whom it brought there is sent elsewhere by and by. */
  readonly isDrained: boolean;
  /** `late` is called for a client that has waited for too long. */
  relay(socket: Socket, late: () => void): void;
}

/** The web port of a server that does not serve yet. */
export interface StandbyPort {
  readonly port: number;
  /** From now on it shows that the server starts. */
  showStart(): void;
  stop(): Promise<void>;
}

interface StandbyPortOptions {
  /** Proxies: many people stand behind one. */
  readonly trustProxy: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
  /** Null: there is nothing between the servers but the database. */
  readonly front: PageFront | null;
}

/**
 * Opens the web port of a server that waits while another one serves: its process is well (`/healthz`), and without a front it is not ready
 * (`/readyz`, `/healthz/serving`) and every page shows so. With one, these show whether it brings clients to the one that serves, and everything
 * else is brought there, or waits for it. Throws a StartError when the port cannot be opened.
 */
export async function openStandbyPort({ front, trustProxy, ...at }: StandbyPortOptions): Promise<StandbyPort> {
  let isStarting = false;
  const sockets = new OpenSockets({ log: createQuietLog(at.log), trustProxy, limits: openSocketLimits });
  const route =
    front &&
    ((socket: Socket, respond: () => void) => {
      sockets.add(socket);
      routeByFirstBytes(socket, {
        respond,
        relay() {
          // What it requests is not known here.
          sockets.begin(socket);
          front.relay(socket, respond);
        },
        mayRelay: () => front.mayRelay,
      });
    });
  const { port, stop } = await openPlainPort(
    { ...at, setting: 'PORT', ...(route && { route }) },
    (request, response) => {
      const { reason, texts } = isStarting ? starting : waiting;
      respond(request, response, {
        reason: front && !isStarting ? front.problem : reason,
        texts,
        servingStatus: front ? statusFor(front) : 503,
      });
    },
  );
  return {
    port,
    stop,
    showStart() {
      isStarting = true;
    },
  };
}

/** Requests for the health of this server stay here, by the first one of their connection. */
function routeByFirstBytes(
  socket: Socket,
  { respond, relay, mayRelay }: { respond: () => void; relay: () => void; mayRelay: () => boolean },
): void {
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const chunk: Buffer | null = socket.read();
    // Nothing to read: it is the end.
    if (!chunk) {
      socket.destroy();
      return;
    }
    socket.unshift(chunk);
    if (!mayRelay() || ofHealth.test(chunk.toString('latin1', 0, 40))) respond();
    else relay();
  });
}

/** For load balancers. HAProxy brings nobody more where it is 404, and cuts nobody (`http-check disable-on-404`). */
function statusFor({ problem, isDrained }: PageFront): number {
  if (isDrained) return 404;
  return problem === null ? 200 : 503;
}

interface Health extends State {
  /** Of `/healthz/serving`. */
  readonly servingStatus: number;
}

interface State {
  /** Why the server is not ready; null: it is. */
  readonly reason: string | null;
  /** The same on a page, in English and in Thai. */
  readonly texts: { readonly en: string; readonly th: string };
}

const waiting: State = {
  reason: 'This server waits: another one serves.',
  texts: {
    en: 'This server is on standby: another one is serving. It takes over by itself when that one ends; use the address of your installation.',
    th: 'เซิร์ฟเวอร์นี้เป็นเครื่องสำรอง ขณะนี้มีเครื่องอื่นให้บริการอยู่ และเครื่องนี้จะรับช่วงต่อเองเมื่อเครื่องนั้นหยุดทำงาน ให้ใช้ที่อยู่หลักของระบบ',
  },
};
const starting: State = {
  reason: 'This server is starting: it takes over from another one.',
  texts: {
    en: 'This server is starting: it takes over from another one. The page opens by itself.',
    th: 'เซิร์ฟเวอร์นี้กำลังเริ่มทำงานแทนอีกเครื่อง หน้านี้จะเปิดเองเมื่อพร้อม',
  },
};

function respond(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  { reason, texts, servingStatus }: Health,
): void {
  const [path] = url.split('?');
  const status = reason === null ? 200 : 503;
  const json = { ...passing, 'content-type': 'application/json; charset=utf-8' };
  if (path === '/healthz') response.writeHead(200, json).end('{"status":"ok"}');
  else if (path === '/readyz') {
    response
      .writeHead(status, json)
      .end(JSON.stringify({ ready: reason === null, reasons: reason === null ? [] : [reason] }));
  } else if (path === '/healthz/serving')
    response.writeHead(servingStatus, json).end(JSON.stringify({ serving: servingStatus === 200 }));
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
