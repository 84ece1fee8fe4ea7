import type { LiveClientMessage, LiveHello, LiveServerMessage } from '@cyno/contract';

/** Times of the connection, ms. */
export type LiveTiming = {
  /** No `ready` for this long after dialling: the attempt failed. */
  readyMs: number;
  /** Nothing heard for this long (the server ticks every 10 s): the connection is dead. */
  silenceMs: number;
  /** After a wake-up a connection that was silent for this long is not trusted. */
  wakeSilenceMs: number;
  firstRetryMs: number;
  /** So many more attempts come as soon as the first one: a server that restarts, or one that takes over, is there within seconds. */
  quickRetries: number;
  longestRetryMs: number;
  /** A connection that stood this long was a good one: the next retry is quick again. */
  steadyMs: number;
};

const browserTiming: LiveTiming = {
  readyMs: 10_000,
  silenceMs: 15_000,
  wakeSilenceMs: 12_000,
  firstRetryMs: 500,
  quickRetries: 8,
  longestRetryMs: 15_000,
  steadyMs: 5_000,
};

export type LiveConnectionOptions = {
  url: string;
  /** Tokens go in the first message: an address would end up in logs and histories. */
  hello: LiveHello;
  timing?: LiveTiming;
  random?: () => number;
  onReady(): void;
  onMessage(message: LiveServerMessage): void;
  onDown(): void;
};

export type LiveConnection = {
  /** Sends when the connection is ready; otherwise does nothing, because `onReady` sends everything again. */
  send(message: LiveClientMessage): void;
  /** The network or the page came back: dial at once instead of waiting, and drop a connection that fell silent. */
  wake(): void;
  /** The browser has lost its network: the connection is down, whatever it may still look like. */
  lose(): void;
  close(): void;
};

/** The server closes with this code when it does not know the token (any more). */
const sessionEnded = 4401;

/** How long to wait before the next attempt, ms: short at first, then doubled each time, with jitter so that browsers do not return in step. */
export function retryDelay(failures: number, timing: LiveTiming, random: () => number): number {
  const full = Math.min(timing.longestRetryMs, timing.firstRetryMs * 2 ** Math.max(0, failures - timing.quickRetries));
  return full * (0.5 + random() / 2);
}

function readMessage(data: unknown): LiveServerMessage | null {
  if (typeof data !== 'string') return null;
  try {
    // Our own server wrote it: only the shape that the switch on `type` needs is looked at, since this is the hot path.
    const message = JSON.parse(data);
    return typeof message?.type === 'string' ? message : null;
  } catch {
    return null;
  }
}

/** Keeps one WebSocket to `/api/live` open until `close`: sends hello, notices silence, and dials again after a drop. */
export function openLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { url, hello, timing = browserTiming, random = Math.random, onReady, onMessage, onDown } = options;
  let socket: WebSocket | null = null;
  let readyAt = 0;
  let heardAt = 0;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  const silentFor = () => Date.now() - heardAt;
  const watchdog = setInterval(() => {
    if (socket && silentFor() > (readyAt ? timing.silenceMs : timing.readyMs)) drop(socket);
  }, timing.readyMs / 10);

  function dial() {
    clearTimeout(retryTimer);
    heardAt = Date.now();
    readyAt = 0;
    const dialled = new WebSocket(url);
    socket = dialled;
    dialled.onopen = () => dialled.send(JSON.stringify(hello));
    dialled.onmessage = (event) => {
      if (socket === dialled) hear(event.data);
    };
    // An error is always followed by a close.
    dialled.onclose = ({ code, reason }) => {
      if (code === sessionEnded && socket === dialled) onMessage({ type: 'ended', reason });
      else drop(dialled);
    };
  }

  function hear(data: unknown) {
    heardAt = Date.now();
    const message = readMessage(data);
    if (!message) return;
    if (message.type === 'ready') {
      readyAt = heardAt;
      onReady();
    }
    onMessage(message);
  }

  function drop(dropped: WebSocket) {
    if (socket !== dropped) return;
    socket = null;
    dropped.onclose = null;
    dropped.close();
    if (readyAt && Date.now() - readyAt > timing.steadyMs) failures = 0;
    retryTimer = setTimeout(dial, retryDelay(failures, timing, random));
    failures += 1;
    onDown();
  }

  dial();
  return {
    send(message) {
      if (socket && readyAt) socket.send(JSON.stringify(message));
    },
    wake() {
      failures = 0;
      if (socket && readyAt && silentFor() > timing.wakeSilenceMs) drop(socket);
      if (!socket) dial();
    },
    lose() {
      if (socket) drop(socket);
    },
    close() {
      clearTimeout(retryTimer);
      clearInterval(watchdog);
      const closing = socket;
      socket = null;
      closing?.close();
    },
  };
}
