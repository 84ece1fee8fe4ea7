import type { LiveServerMessage, OpenDashboard, PublicDevice } from '@cyno/contract';
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { noteServerTime } from '../../../../lib/live/live-client.ts';
import { type LiveConnectionOptions, openLiveConnection } from '../../../../lib/live/live-client-connection.ts';
import { takeControl } from '../../../boards/control/index.ts';
import { beforeNextFrame, type DeviceChange, takeMessage, withChange } from '../../../telemetry/live/index.ts';

/** What is known of a dashboard that somebody else shows, by its keys in the cache. */
export type SharedKeys = {
  dashboard: QueryKey;
  control: (device: string) => QueryKey;
  alerts: QueryKey;
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

/**
 * Writes the messages of the live connection into the cache, all of a frame at once. A response of the server that was under way
 * meanwhile is brought up to date when it comes.
 */
function createTaker(client: QueryClient, keys: SharedKeys) {
  const heard = new Map<string, DeviceChange>();
  const controls: Extract<LiveServerMessage, { type: 'control' }>[] = [];
  let isScheduled = false;

  function queueFlush() {
    if (isScheduled) return;
    isScheduled = true;
    beforeNextFrame(flush);
  }

  function flush() {
    isScheduled = false;
    for (const message of controls.splice(0)) takeControl(client, keys.control(message.espid), message);
    if (heard.size === 0) return;
    client.setQueryData<OpenDashboard | { state: 'locked' }>(keys.dashboard, (known) =>
      known?.state === 'open' ? { ...known, devices: known.devices.map(withHeard) } : known,
    );
  }

  function withHeard(device: PublicDevice): PublicDevice {
    const change = heard.get(device.device);
    return change ? withChange(device, change) : device;
  }

  function changeOf(device: string): DeviceChange {
    const change = heard.get(device) ?? { values: new Map() };
    heard.set(device, change);
    return change;
  }

  const hash = hashKey(keys.dashboard);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.queryHash === hash) queueFlush();
  });

  function refetch() {
    flush();
    // What is fetched now is newer.
    heard.clear();
    for (const queryKey of keys.all) void client.invalidateQueries({ queryKey });
  }

  return {
    refetch,
    take(message: LiveServerMessage) {
      if (message.type === 'ready' || message.type === 'tick') return noteServerTime(message);
      if (message.type === 'dashboards' || message.type === 'variables') return refetch();
      if (message.type === 'alerts') return void client.invalidateQueries({ queryKey: keys.alerts });
      if (message.type === 'control') controls.push(message);
      else if (message.type === 'points' || message.type === 'presence') takeMessage(changeOf(message.espid), message);
      else return;
      queueFlush();
    },
    close() {
      unsubscribe();
      controls.length = 0;
      heard.clear();
    },
  };
}
