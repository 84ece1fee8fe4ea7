import type { Device, LiveServerMessage } from '@cyno/contract';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import type { LiveCache } from '../../../lib/live/live-client.ts';
import { controlQuery, takeControl } from '../../boards/control/index.ts';
import { type DeviceChange, takeMessage, withChange } from './device-changes.ts';

/** What is not fetched again more often than each `relistMs`. */
const relisted = {
  /** The queries that hold devices: the account's own, and those that are shared with it. */
  devices: queryKeys.devices(),
  shared: queryKeys.sharedDevices(),
  alerts: queryKeys.alerts(),
  scenes: queryKeys.scenes(),
};
type Relisted = keyof typeof relisted;
const lists = ['devices', 'shared'] as const satisfies Relisted[];
/** One of these, or all lists of devices with what may change together with them. */
type Part = Relisted | 'lists';

/** What may change together with the devices. */
const besideLists = [queryKeys.deviceGroups(), queryKeys.offers(), queryKeys.claims(), queryKeys.accountDashboards()];

/** What changed makes a page fetch its lists again, but not more often than this. */
const relistMs = 3_000;
/** The first connection of a page comes while it loads: what it missed since it was fetched is little, and comes after all else. */
const firstRefetchMs = 2_000;

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
  const sought = new Set<string>();
  let scheduled = false;
  let wasConnected = false;
  let firstRefetch: ReturnType<typeof setTimeout> | undefined;
  const relists = createRelists((part) => {
    if (part === 'lists') void fetchLists([queryKeys.sharing()]);
    else fetchAgain([relisted[part]]);
  });

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
    for (const list of lists) {
      const devices = client.getQueryData<Device[]>(relisted[list]);
      // A list without updates stays the same object for those who read it.
      if (!devices?.some(({ espid }) => changed.has(espid))) continue;
      const next = devices.map((device) => {
        const change = changed.has(device.espid) ? heard.get(device.espid) : undefined;
        if (!change) return device;
        if (isNewVariable(device, change)) relists.add(list);
        return withChange(device, change);
      });
      client.setQueryData<Device[]>(relisted[list], next);
    }
    // What is in no list yet is applied to it when it comes.
    changed.clear();
  }

  /** True when the device sends a variable that its list does not have: the notice came before the list, or before the connection. */
  function isNewVariable({ espid, variables }: Device, { values }: DeviceChange): boolean {
    const before = sought.size;
    for (const key of values.keys()) {
      if (!variables.some((one) => one.key === key)) sought.add(`${espid} ${key}`);
    }
    return sought.size > before;
  }

  function fetchAgain(keys: readonly QueryKey[]) {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey });
  }

  /** Fetches the lists of devices, and then what belongs to single devices. */
  async function fetchLists(ofDevices: readonly QueryKey[]) {
    fetchAgain(besideLists);
    await Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: relisted[list] })));
    // By the next turn the page of a device that is in no list any more has closed, and does not request what is refused.
    setTimeout(() => fetchAgain(ofDevices));
  }

  function takeVariables(espid: string) {
    // The list may have another value of the same instant, by a formula that changed.
    heard.get(espid)?.values.clear();
    for (const list of lists) {
      if (client.getQueryData<Device[]>(relisted[list])?.some((device) => device.espid === espid)) relists.add(list);
    }
    fetchAgain([
      queryKeys.variables(espid),
      queryKeys.calibrations(espid),
      queryKeys.computed(espid),
      // A formula or calibration that changed changes the past too, also of ranges that never get new values.
      queryKeys.historyTab(espid),
      queryKeys.history(espid),
      queryKeys.statistics(espid),
      queryKeys.day(espid),
    ]);
  }

  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey } = event.query;
    if (queryKey.length !== 1 || !lists.some((list) => relisted[list][0] === queryKey[0])) return;
    for (const espid of heard.keys()) changed.add(espid);
    queueFlush();
  });

  return {
    close() {
      unsubscribe();
      relists.stop();
      clearTimeout(firstRefetch);
    },
    refetch() {
      heard.clear();
      changed.clear();
      controls.length = 0;
      sought.clear();
      if (wasConnected) void fetchLists(missed);
      else firstRefetch = setTimeout(() => void fetchLists(missed), firstRefetchMs);
      wasConnected = true;
    },
    take(message) {
      if (message.type === 'points' || message.type === 'presence' || message.type === 'info') {
        takeMessage(changeOf(message.espid), message);
      } else if (message.type === 'pairing') {
        // A response that is under way may be older than this.
        void client.cancelQueries({ queryKey: queryKeys.pairing() });
        client.setQueryData(queryKeys.pairing(), message.state);
      } else if (message.type === 'variables') takeVariables(message.espid);
      else if (message.type === 'control') {
        controls.push(message);
        queueFlush();
      } else if (isNotice(message)) fetchAgain([notices[message.type](message.espid)]);
      else if (message.type === 'account-dashboards') fetchAgain([queryKeys.accountDashboards()]);
      else if (message.type === 'alerts' || message.type === 'scenes') relists.add(message.type);
      else if (message.type === 'devices') relists.add('lists');
    },
  };
}

/** Fetches a part at once when that was long ago, and otherwise as soon as it was: never too often, and never for the last time too early. */
function createRelists(fetchPart: (part: Part) => void) {
  const fetchedAt = new Map<Part, number>();
  const timers = new Map<Part, ReturnType<typeof setTimeout>>();
  return {
    add(part: Part) {
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

/** Messages that only notify that something of a device is to be fetched again. */
const notices = {
  automation: queryKeys.automation,
  firmware: queryKeys.firmware,
  dashboards: queryKeys.dashboard,
  annotations: queryKeys.annotations,
} satisfies Partial<Record<LiveServerMessage['type'], (espid: string) => QueryKey>>;
type Notice = Extract<LiveServerMessage, { type: keyof typeof notices }>;
const isNotice = (message: LiveServerMessage): message is Notice => Object.hasOwn(notices, message.type);

/** What a connection that was down may have missed beside the lists of devices. */
const missed = [
  relisted.alerts,
  relisted.scenes,
  queryKeys.sharing(),
  queryKeys.pairing(),
  queryKeys.profile(),
  queryKeys.control(),
  queryKeys.variables(),
  queryKeys.calibrations(),
  ...Object.values(notices).map((keyOf) => keyOf()),
];
