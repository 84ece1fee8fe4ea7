import type { LivePoint, LiveServerMessage, OpenDashboard, PublicDevice } from '@cyno/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type LiveConnectionOptions, openLiveConnection } from '../../../../lib/live/live-client-connection.ts';
import { takeControl } from '../../../boards/control/index.ts';

/** What is known of a dashboard that somebody else shows, by its keys in the cache. */
export type SharedKeys = {
  dashboard: QueryKey;
  control: (device: string) => QueryKey;
  /** All of it. */
  all: readonly QueryKey[];
};

type SharedLive = Pick<LiveConnectionOptions, 'url' | 'hello'> & {
  keys: SharedKeys;
  onState: (state: 'open' | 'down' | 'ended') => void;
};

/** Keeps what is known of a shown dashboard fresh over its live connection, until the returned function is called. */
export function openSharedLive(client: QueryClient, { keys, onState, ...call }: SharedLive): () => void {
  const taker = createTaker(client, keys);
  const connection = openLiveConnection({
    ...call,
    onReady() {
      onState('open');
      // What was fetched before may have missed something.
      taker.refetch();
    },
    onDown: () => onState('down'),
    onMessage(message) {
      if (message.type !== 'ended') return taker.take(message);
      onState('ended');
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
}

/** Writes the messages of the live connection into the cache, all of a frame at once. */
function createTaker(client: QueryClient, keys: SharedKeys) {
  let waiting: LiveServerMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush() {
    timer = undefined;
    const messages = waiting;
    waiting = [];
    for (const message of messages) {
      if (message.type === 'control') takeControl(client, keys.control(message.espid), message);
    }
    client.setQueryData<OpenDashboard | { state: 'locked' }>(keys.dashboard, (known) =>
      known?.state === 'open'
        ? { ...known, devices: known.devices.map((device) => messages.reduce(withMessage, device)) }
        : known,
    );
  }

  function refetch() {
    for (const queryKey of keys.all) void client.invalidateQueries({ queryKey });
  }

  return {
    refetch,
    take(message: LiveServerMessage) {
      if (message.type === 'dashboards' || message.type === 'variables') refetch();
      if (message.type !== 'points' && message.type !== 'presence' && message.type !== 'control') return;
      waiting.push(message);
      timer ??= setTimeout(flush, document.hidden ? 1_000 : 16);
    },
    close: () => clearTimeout(timer),
  };
}

/** A device updated by a message; what is older than what is known is ignored. */
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
