import type { LivePoint, LiveServerMessage } from '@cyno/contract';
import { notifyManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useNow } from '../browser/use-now.ts';
import { liveAddress } from './live-address.ts';
import { type LiveConnection, type LiveTiming, openLiveConnection } from './live-client-connection.ts';
import { createConsoleWatch } from './live-client-console.ts';
import { createWatchSet, type WatchTarget } from './live-client-watches.ts';

/** `down` is a lost or refused connection that is being dialled again; `connecting` only the first attempt. */
export type LiveState = 'connecting' | 'open' | 'down';

/** New points of a device; with `replay` those of the last minute, which may overlap with what is known: join by `at`. */
export type LivePoints = { espid: string; points: readonly LivePoint[]; replay: boolean };

export type LiveStart = {
  url: string;
  token: string;
  timing?: LiveTiming;
  onMessage(message: LiveServerMessage): void;
  /** The connection stands, at first or again: what was fetched before may have missed something. */
  onReady(): void;
  /** The session ended; the client has stopped. */
  onEnded(reason: string): void;
};

/** A tick is late by its time under way: the least late of the last minute gives the server's clock best. */
const skewSamples = 6;

export type LiveClient = ReturnType<typeof createLiveClient>;

type Tick = { type: 'ready' | 'tick'; now: number };

/** How far the server's clock is ahead, by the last few ticks; a new connection starts afresh. */
function nextSkews(before: readonly number[], tick: Tick): number[] {
  const samples = tick.type === 'ready' ? [] : before.slice(1 - skewSamples);
  return [...samples, tick.now - Date.now()];
}

/** A client of `/api/live`; watches and listeners outlive its connections, so that a page need not care when it is open. */
export function createLiveClient() {
  let connection: LiveConnection | null = null;
  let state: LiveState = 'connecting';
  let reopenings = 0;
  let skews: number[] = [0];
  let sendQueued = false;
  const stateListeners = new Set<() => void>();
  const pointListeners = new Set<(points: LivePoints) => void>();
  const watches = createWatchSet(queueWatch);
  const console = createConsoleWatch((message) => connection?.send(message));

  function setState(next: LiveState) {
    state = next;
    for (const listener of stateListeners) listener();
  }

  // A page that follows another one gives up its watches and takes the new ones in one go: send it once.
  function queueWatch() {
    if (sendQueued) return;
    sendQueued = true;
    queueMicrotask(() => {
      sendQueued = false;
      connection?.send({ type: 'watch', espids: watches.current(), replay: true });
    });
  }

  function noteTime(tick: Tick) {
    skews = nextSkews(skews, tick);
  }

  function take(message: LiveServerMessage, start: LiveStart) {
    if (message.type === 'ready' || message.type === 'tick') noteTime(message);
    else if (message.type === 'points') {
      const event = { espid: message.espid, points: message.points, replay: message.replay ?? false };
      for (const listener of pointListeners) listener(event);
    } else if (message.type === 'log') console.take(message);
    start.onMessage(message);
    if (message.type === 'ended') {
      stop();
      start.onEnded(message.reason);
    }
  }

  function stop() {
    connection?.close();
    connection = null;
    setState('connecting');
  }

  return {
    state: () => state,
    /** How often the connection was opened again after a drop. */
    reopenings: () => reopenings,
    /** The server's clock, ms since the epoch; the browser's own may be wrong. */
    now: () => Date.now() + Math.max(...skews),
    noteTime,
    wake: () => connection?.wake(),
    lose: () => connection?.lose(),
    watch: (target: WatchTarget) => watches.add(target),
    subscribeState(listener: () => void) {
      stateListeners.add(listener);
      return () => void stateListeners.delete(listener);
    },
    subscribePoints(listener: (points: LivePoints) => void) {
      pointListeners.add(listener);
      return () => void pointListeners.delete(listener);
    },
    /** Hears the new lines of a device's event log until the returned function is called. */
    showConsole: console.show,
    /** Connects until the returned function is called. */
    start(start: LiveStart) {
      stop();
      let opened = false;
      const started = openLiveConnection({
        ...start,
        hello: { type: 'hello', token: start.token },
        onMessage: (message) => take(message, start),
        onDown: () => setState('down'),
        onReady() {
          if (opened) reopenings += 1;
          setState('open');
          queueWatch();
          console.resume();
          start.onReady();
          opened = true;
        },
      });
      connection = started;
      return () => {
        if (connection === started) stop();
      };
    },
  };
}

const liveClient = createLiveClient();

/** The state of this page's live connection. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(liveClient.subscribeState, liveClient.state);
}

/** Counts re-openings after a drop: a query that has it in its key or effect fetches again what it may have missed. */
export function useLiveReopenings(): number {
  return useSyncExternalStore(liveClient.subscribeState, liveClient.reopenings);
}

/** Requests the live values of these devices while the component is mounted. */
export function useWatch(target: WatchTarget): void {
  const names = target === '*' ? '*' : target.join('\n');
  useEffect(() => liveClient.watch(names === '*' ? names : names.split('\n').filter(Boolean)), [names]);
}

/** Hears every new point of the watched devices at once, before any painting; returns the function that stops it. */
export const subscribePoints = liveClient.subscribePoints;

/** Hears the new lines of one device's event log; returns the function that stops it. */
export const showConsole = liveClient.showConsole;

/** The server's clock, ms since the epoch. */
export const liveNow = liveClient.now;

/** Sets that clock by what another connection heard. */
export const noteServerTime = liveClient.noteTime;

/** The server's clock, ms since the epoch, new every `everyMs` (whole seconds). */
export function useLiveNow(everyMs = 1000): number {
  return useNow(everyMs) + liveNow() - Date.now();
}

/** What live messages are written to. */
export type LiveCache = {
  take(message: LiveServerMessage): void;
  /** For a new connection: forgets what an old one sent, and fetches again what came before it. */
  refetch(): void;
  close(): void;
};

/** Connects this page to `/api/live` with the session's token and keeps a cache fresh; returns the function that ends it. */
export function startLive(options: { token: string; cache: LiveCache; onEnded(reason: string): void }): () => void {
  // The cache is written right before a frame: with the usual zero timeout its readers would be a frame late.
  notifyManager.setScheduler(queueMicrotask);
  const { cache } = options;
  const stop = liveClient.start({
    url: liveAddress(),
    token: options.token,
    onMessage: cache.take,
    onReady: cache.refetch,
    onEnded: options.onEnded,
  });
  const wakeWhenVisible = () => document.visibilityState === 'visible' && liveClient.wake();
  window.addEventListener('online', liveClient.wake);
  window.addEventListener('offline', liveClient.lose);
  document.addEventListener('visibilitychange', wakeWhenVisible);
  return () => {
    stop();
    cache.close();
    window.removeEventListener('online', liveClient.wake);
    window.removeEventListener('offline', liveClient.lose);
    document.removeEventListener('visibilitychange', wakeWhenVisible);
  };
}
