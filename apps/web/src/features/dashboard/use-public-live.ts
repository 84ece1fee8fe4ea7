import type { LivePoint, LiveServerMessage, PublicDashboard, PublicDevice } from '@cyno/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openLiveConnection } from '../../lib/live-client-connection.ts';
import { type Link, publicControlQuery, publicDashboardQuery } from './public-calls.ts';

/** `down`: a lost connection that is being dialled again; `ended`: the link is no more. */
export type PublicLiveState = 'open' | 'down' | 'ended';

/** Keeps a public dashboard fresh over its live connection. */
export function usePublicLive(link: Link, enabled: boolean): PublicLiveState {
  const client = useQueryClient();
  const { token, unlock } = link;
  const [state, setState] = useState<PublicLiveState>('open');
  useEffect(() => {
    if (!enabled) return;
    const taker = createTaker(client, { token, unlock });
    let wasDown = false;
    const connection = openLiveConnection({
      url: `${location.origin.replace(/^http/, 'ws')}/api/public/live`,
      ...{ token, unlock },
      onReady() {
        setState('open');
        if (wasDown) taker.refetch();
        wasDown = false;
      },
      onDown() {
        wasDown = true;
        setState('down');
      },
      onMessage(message) {
        if (message.type !== 'ended') return taker.take(message);
        setState('ended');
        connection.close();
      },
    });
    const wake = () => connection.wake();
    window.addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      taker.close();
      connection.close();
    };
  }, [client, token, unlock, enabled]);
  return state;
}

/** Writes what the live connection says into the cache, all of a frame at once. */
function createTaker(client: QueryClient, link: Link) {
  const { queryKey } = publicDashboardQuery(link);
  let waiting: LiveServerMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    const messages = waiting;
    waiting = [];
    client.setQueryData<PublicDashboard>(queryKey, (known) =>
      known?.state === 'open'
        ? { ...known, devices: known.devices.map((device) => messages.reduce(withMessage, device)) }
        : known,
    );
  }

  function refetch() {
    for (const part of ['public-dashboard', 'public-history', 'public-control']) {
      void client.invalidateQueries({ queryKey: [part, link.token] });
    }
  }

  return {
    refetch,
    take(message: LiveServerMessage) {
      if (message.type === 'dashboards') refetch();
      if (message.type === 'control') {
        void client.invalidateQueries({ queryKey: publicControlQuery(link, message.espid).queryKey });
      }
      if (message.type !== 'points' && message.type !== 'presence') return;
      waiting.push(message);
      timer ??= setTimeout(flush, document.hidden ? 1_000 : 16);
    },
    close: () => clearTimeout(timer),
  };
}

/** A device with what a message says of it; what is older than what is known is ignored. */
function withMessage(device: PublicDevice, message: LiveServerMessage): PublicDevice {
  if (!('espid' in message) || message.espid !== device.device) return device;
  if (message.type === 'points') return message.points.reduce(withPoint, device);
  if (message.type !== 'presence' || message.at < (device.onlineChangedAt ?? 0)) return device;
  return { ...device, online: message.online, onlineChangedAt: message.at };
}

function withPoint(device: PublicDevice, { at, values }: LivePoint): PublicDevice {
  const variables = device.variables.map((variable) => {
    const value = values[variable.key];
    return value === undefined || at < (variable.at ?? 0) ? variable : { ...variable, value, at };
  });
  return { ...device, lastSeenAt: Math.max(device.lastSeenAt ?? 0, at), variables };
}
