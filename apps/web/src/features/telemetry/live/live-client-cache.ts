import type { Device, LiveServerMessage } from '@cyno/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveCache } from '../../../lib/live/live-client.ts';
import { controlQuery, takeControl } from '../../boards/control/index.ts';
import { type DeviceChange, takeMessage, withChange } from './device-changes.ts';

/** The queries that hold devices: the account's own, and those that are shared with it. */
const lists = ['devices', 'shared'] as const;
type DeviceListName = (typeof lists)[number];

/** What may change together with them. */
const besideLists = ['device-groups', 'offers', 'claims', 'account-dashboards'] as const;

/** New variables and alerts make a page fetch its lists again, but not more often than this. */
const relistMs = 3_000;

/** Calls `run` before the next frame is painted; a hidden page paints none, so it gets one run a second. */
export function beforeNextFrame(run: () => void): void {
  if (document.hidden) setTimeout(run, 1_000);
  else requestAnimationFrame(run);
}

/**
 * Writes live messages into the query cache (own and shared devices, pairing), all of a frame at once. What is cached is bounded: the
 * newest value of each variable. A response of the server that was under way meanwhile is brought up to date when it comes.
 */
export function createLiveCache(client: QueryClient, schedule = beforeNextFrame): LiveCache {
  const heard = new Map<string, DeviceChange>();
  const changed = new Set<string>();
  /** That a command is over and what the board reported come one after the other, and are shown together. */
  const controls: Extract<LiveServerMessage, { type: 'control' }>[] = [];
  /** The variables that a list was fetched again for: one that stays unknown to it is fetched once. */
  const sought = new Map<string, Set<string>>();
  let scheduled = false;
  const relists = createRelists((part) => fetchAgain([part]));

  function changeOf(espid: string): DeviceChange {
    const change = heard.get(espid) ?? { values: new Map() };
    heard.set(espid, change);
    changed.add(espid);
    queueFlush();
    return change;
  }

  function queueFlush() {
    if (scheduled) return;
    scheduled = true;
    schedule(flush);
  }

  function flush() {
    scheduled = false;
    for (const message of controls.splice(0)) takeControl(client, controlQuery(message.espid).queryKey, message);
    if (changed.size === 0) return;
    let known = false;
    for (const list of lists) {
      const devices = client.getQueryData<Device[]>([list]);
      known ||= devices !== undefined;
      // A list without updates stays the same object for those who read it.
      if (!devices?.some(({ espid }) => changed.has(espid))) continue;
      const next = devices.map((device) => {
        const change = changed.has(device.espid) ? heard.get(device.espid) : undefined;
        if (change && isNewVariable(device, change)) relists.add(list);
        return change ? withChange(device, change) : device;
      });
      client.setQueryData<Device[]>([list], next);
    }
    if (known) changed.clear();
  }

  /** True when the device sends a variable that its list does not have: the notice came before the list, or before the connection. */
  function isNewVariable({ espid, variables }: Device, { values }: DeviceChange): boolean {
    const before = sought.get(espid) ?? new Set();
    const unknown = [...values.keys()].filter((key) => !before.has(key) && !variables.some((one) => one.key === key));
    if (unknown.length > 0) sought.set(espid, before.union(new Set(unknown)));
    return unknown.length > 0;
  }

  function fetchAgain(parts: readonly string[]) {
    for (const part of parts) void client.invalidateQueries({ queryKey: [part] });
  }

  async function fetchLists() {
    fetchAgain(besideLists);
    await Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: [list] })));
    // By the next turn the page of a device that is in no list any more has closed, and does not request what is refused.
    setTimeout(() => fetchAgain(['sharing']));
  }

  function takeVariables(espid: string) {
    for (const list of lists) {
      if (client.getQueryData<Device[]>([list])?.some((device) => device.espid === espid)) relists.add(list);
    }
    for (const part of ['variables', 'calibrations', 'computed'])
      void client.invalidateQueries({ queryKey: [part, espid] });
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey } = event.query;
    if (queryKey.length !== 1 || !lists.some((list) => list === queryKey[0])) return;
    for (const espid of heard.keys()) changed.add(espid);
    queueFlush();
  });

  return {
    close() {
      unsubscribe();
      relists.stop();
    },
    refetch() {
      heard.clear();
      changed.clear();
      controls.length = 0;
      sought.clear();
      fetchAgain(missed);
    },
    take(message) {
      if (message.type === 'points' || message.type === 'presence' || message.type === 'info') {
        takeMessage(changeOf(message.espid), message);
      } else if (message.type === 'pairing') client.setQueryData(['pairing'], message.state);
      else if (message.type === 'variables') takeVariables(message.espid);
      else if (message.type === 'control') {
        controls.push(message);
        queueFlush();
      } else if (isNotice(message)) void client.invalidateQueries({ queryKey: [message.type, message.espid] });
      else if (message.type === 'account-dashboards') fetchAgain(['account-dashboards']);
      else if (message.type === 'alerts' || message.type === 'scenes') relists.add(message.type);
      else if (message.type === 'devices') void fetchLists();
    },
  };
}

/** Fetches a part at once when that was long ago, and otherwise as soon as it was: never too often, and never for the last time too early. */
function createRelists(fetchPart: (part: string) => void) {
  const fetchedAt = new Map<string, number>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    add(part: DeviceListName | 'alerts' | 'scenes') {
      if (timers.has(part)) return;
      const fetchNow = () => {
        timers.delete(part);
        fetchedAt.set(part, Date.now());
        fetchPart(part);
      };
      timers.set(part, setTimeout(fetchNow, Math.max(0, (fetchedAt.get(part) ?? 0) + relistMs - Date.now())));
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Messages that only notify that something of a device is to be fetched again: its query's key is `[type, espid]`. */
const notices = ['automation', 'firmware', 'dashboards', 'annotations'] as const;
type Notice = Extract<LiveServerMessage, { type: (typeof notices)[number] }>;
/** What a connection that was down may have missed. */
const missed = [
  ...lists,
  ...besideLists,
  ...['sharing', 'pairing', 'profile', 'control', 'variables', 'calibrations', 'alerts', 'scenes'],
  ...notices,
];
const isNotice = (message: LiveServerMessage): message is Notice => notices.some((type) => type === message.type);
