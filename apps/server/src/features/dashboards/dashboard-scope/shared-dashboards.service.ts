import {
  type Command,
  displayName,
  type HistoryQuery,
  type HistoryResponse,
  type OpenDashboard,
  type PublicAlerts,
  type PublicCommandRequest,
  type PublicControl,
  type PublicDevice,
  type SwitchedQuery,
  type SwitchedResponse,
  showsAlert,
  type ValuesAt,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, because, forbidden } from '../../../platform/errors.ts';
import type { AlertRules, Alerts } from '../../automation/alerts/index.ts';
import { type Control, isTarget, nobody, type Requester, visibleControl } from '../../boards/control/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import { chartedMinutes, keysDrawn, keysWithAlertLimits, pointsDrawn } from '../dashboards/index.ts';
import { isAllowed } from './allowed-command.ts';
import type { DashboardScope, ScopedDevice } from './dashboard-scope.ts';

/** All viewers of a dashboard get the same history, read once in so long. */
const sharedMs = 5_000;
const maxShared = 500;
const maxCleared = 200;
const minuteMs = 60_000;

interface SharedDashboardsDeps {
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'variables' | 'reader'>;
  readonly alerts: Pick<Alerts, 'openOf' | 'clearedOf'>;
  readonly alertRules: Pick<AlertRules, 'limitsOf'>;
  readonly control: Pick<Control, 'state' | 'switched' | 'switchOutputs' | 'sendEvent'>;
}

/** Returns what a dashboard opens to others, and nothing beside it: everything here is taken from its scope. */
export class SharedDashboards {
  readonly #deps: SharedDashboardsDeps;
  readonly #shared = new Map<string, { readonly at: number; readonly result: Promise<HistoryResponse> }>();

  constructor(deps: SharedDashboardsDeps) {
    this.#deps = deps;
  }

  show({ expiresAt, name, version, choices, widgets, exposed, playback, byNumber }: DashboardScope): OpenDashboard {
    return {
      state: 'open',
      now: this.#deps.clock.now(),
      name,
      version,
      expiresAt,
      choices: [...choices],
      widgets,
      exposed: [...exposed],
      playback,
      devices: [...byNumber.values()].map((scoped) => this.#describe(scoped)),
    };
  }

  /** What the dashboard draws of a device over its last minutes. Throws a 404 when it draws nothing so long. */
  history(scope: DashboardScope, { device, minutes }: { device: string; minutes: number }): Promise<HistoryResponse> {
    const scoped = getDevice(scope, device);
    const keys = keysDrawn(
      scoped.widgets.map(({ content }) => content),
      minutes,
    );
    if (keys.length === 0) throw notFoundHere();
    const now = this.#deps.clock.now();
    const id = JSON.stringify([scoped.device.id, minutes, keys]);
    const known = this.#shared.get(id);
    if (known && Math.abs(now - known.at) < sharedMs) return known.result;
    const range = { from: now - minutes * minuteMs, to: now, points: pointsDrawn(minutes) };
    const result = this.#deps.telemetry.reader
      .history(scoped.device.id, { ...range, ...listOf(keys) })
      .then((history) => visiblePart(history, new Set(keys)));
    this.#share(id, { at: now, result });
    return result;
  }

  /** Reads the history of a device again for the next request. */
  forget(deviceId: number): void {
    for (const id of this.#shared.keys()) if (id.startsWith(`[${deviceId},`)) this.#shared.delete(id);
  }

  /** The outputs and events whose controls the dashboard shows; commands only of those that may be operated. */
  async control(scope: DashboardScope, number: string): Promise<PublicControl> {
    const { device, targets } = getDevice(scope, number);
    return visibleControl({ exposed: scope.exposed, targets }, await this.#deps.control.state(device));
  }

  /**
   * What lasts of the alerts of what the dashboard shows, what is over of them where its charts draw that time, and the limits that these
   * draw.
   */
  async alerts({ byDeviceId }: DashboardScope): Promise<PublicAlerts> {
    const [open, cleared] = await Promise.all([
      this.#deps.alerts.openOf([...byDeviceId.keys()]),
      this.#clearedAlerts(byDeviceId),
    ]);
    return {
      alerts: open.flatMap(({ deviceId, severity, state, kind, key, text, report, value, limit, activeAt }) => {
        const scoped = byDeviceId.get(deviceId);
        if (!scoped || !showsAlert(scoped.keys, { key, kind })) return [];
        return [{ device: scoped.number, severity, state, kind, key, text, report, value, limit, activeAt }];
      }),
      cleared,
      limits: [...byDeviceId.values()].flatMap((scoped) => this.#alertLimits(scoped)),
    };
  }

  #alertLimits({ device, number, widgets }: ScopedDevice): PublicAlerts['limits'] {
    const keys = keysWithAlertLimits(widgets.map(({ content }) => content));
    if (keys.size === 0) return [];
    const { limits } = this.#deps.alertRules.limitsOf(device);
    return limits.filter(({ key }) => keys.has(key)).map((limit) => ({ ...limit, device: number }));
  }

  async #clearedAlerts(byDeviceId: DashboardScope['byDeviceId']): Promise<PublicAlerts['cleared']> {
    const now = this.#deps.clock.now();
    const charted = new Map(
      [...byDeviceId].flatMap(([id, { widgets }]) => {
        const minutes = chartedMinutes(widgets.map(({ content }) => content));
        return minutes.size > 0 ? [[id, minutes]] : [];
      }),
    );
    if (charted.size === 0) return [];
    const longest = Math.max(...[...charted.values()].flatMap((minutes) => [...minutes.values()]));
    const found = await this.#deps.alerts.clearedOf([...charted.keys()], now - longest * minuteMs);
    return found
      .flatMap(({ deviceId, key, severity, text, report, activeAt, clearedAt }) => {
        const device = byDeviceId.get(deviceId)?.number;
        const minutes = charted.get(deviceId)?.get(key ?? '');
        if (device === undefined || key === null || minutes === undefined) return [];
        return clearedAt >= now - minutes * minuteMs
          ? [{ device, key, severity, text, report, activeAt, clearedAt }]
          : [];
      })
      .slice(0, maxCleared);
  }

  /** How the variables of the dashboard went; without `keys` all of them. Throws a 403 when only the present may be seen. */
  async past(scope: DashboardScope, { device: number, ...query }: PastQuery): Promise<HistoryResponse> {
    const { device, keys } = getPast(scope, number);
    const { keys: wantedKeys, ...range } = query;
    const visible = wantedKeys === undefined ? keys : keys.intersection(new Set(wantedKeys.split(',')));
    return visiblePart(
      await this.#deps.telemetry.reader.history(device.id, { ...range, ...listOf([...visible]) }),
      visible,
    );
  }

  /** The newest values of the dashboard's variables at an instant of the past; throws as `past`. */
  async valuesAt(scope: DashboardScope, { device: number, at }: { device: string; at: number }): Promise<ValuesAt> {
    const { device, keys } = getPast(scope, number);
    return { values: onlyKeys((await this.#deps.telemetry.reader.valuesAt(device.id, at)).values, keys) };
  }

  /** What the outputs and events were, and became, whose controls the dashboard shows, without who switched them; throws as `past`. */
  async switched(
    scope: DashboardScope,
    { device: number, ...query }: SwitchedQuery & { device: string },
  ): Promise<SwitchedResponse> {
    const { device, targets } = getPast(scope, number);
    const { before, commands } = await this.#deps.control.switched(device, query);
    const visible = (all: readonly Command[]) =>
      all
        .filter(({ kind, target: name }) => targets.some(({ target }) => isTarget(target, kind, name)))
        .map((one) => ({ ...one, actor: nobody }));
    return { before: visible(before), commands: visible(commands) };
  }

  /** Throws a 403 for what no exposed control can send, a 409 while the board is offline. */
  async send(scope: DashboardScope, command: PublicCommandRequest, by: Requester): Promise<Command[]> {
    const scoped = getDevice(scope, command.device);
    const { device } = scoped;
    if (!isAllowed(scope, scoped, command))
      throw forbidden('This cannot be operated from here.', because('not_allowed'));
    if (device.paused)
      throw new AppError(409, 'conflict', 'This device is paused. Contact its owner.', because('device_paused'));
    if (!device.online)
      throw new AppError(409, 'conflict', 'The board is offline. Nothing was sent.', because('board_offline'));
    // It must not happen long after somebody has left, or may not any more.
    const limits = { waitsMs: 30_000 };
    const commands =
      command.kind === 'io'
        ? await this.#deps.control.switchOutputs(device, { pins: command.pins }, by, limits)
        : await this.#deps.control.sendEvent(device, { name: command.name, value: command.value }, by, limits);
    return commands.map((one) => ({ ...one, actor: nobody }));
  }

  #describe({ number, device, keys, showsPlace }: ScopedDevice): PublicDevice {
    const { id, online, onlineChangedAt, lastSeenAt, timeZone, location } = device;
    return {
      device: number,
      // Never the id, which the number replaces.
      name: displayName(device, 'en'),
      online,
      onlineChangedAt,
      lastSeenAt,
      timeZone,
      location: showsPlace ? location : null,
      variables: this.#deps.telemetry.variables(id).filter(({ key }) => keys.has(key)),
    };
  }

  #share(id: string, entry: { at: number; result: Promise<HistoryResponse> }): void {
    this.#shared.delete(id);
    this.#shared.set(id, entry);
    const [oldest] = this.#shared.keys();
    if (this.#shared.size > maxShared && oldest !== undefined) this.#shared.delete(oldest);
    // What failed is requested again.
    entry.result.catch(() => this.#shared.delete(id));
  }
}

type PastQuery = HistoryQuery & { readonly device: string };

const notFoundHere = () => new AppError(404, 'not_found', 'This is not on the dashboard.', because('not_found'));

function getDevice({ byNumber }: DashboardScope, number: string): ScopedDevice {
  const scoped = byNumber.get(number);
  if (!scoped) throw notFoundHere();
  return scoped;
}

/** A device of a dashboard of which the past may be seen. */
function getPast(scope: DashboardScope, number: string): ScopedDevice {
  const scoped = getDevice(scope, number);
  if (!scope.playback) {
    throw forbidden(
      'The owner of this dashboard shares what it shows now, and not what it was. Ask them for playback.',
      because('playback_not_shared'),
    );
  }
  return scoped;
}

/** A name with a comma cannot be part of a list of names: then all are read, and what is not shown is left out of the response. */
const listOf = (keys: readonly string[]) => (keys.some((key) => key.includes(',')) ? {} : { keys: keys.join(',') });

/** What a history reveals of some variables: when a board sent anything else is nobody's business either. */
function visiblePart(history: HistoryResponse, keys: ReadonlySet<string>): HistoryResponse {
  const series = onlyKeys(history.series, keys);
  const columns = Object.values(series);
  // Buckets without values are the gaps of a chart.
  if (history.bucketMs !== null && columns.length > 0) return { ...history, series };
  const rows = history.times.flatMap((_, row) =>
    columns.some(({ value }) => (value[row] ?? null) !== null) ? [row] : [],
  );
  const pick = <Cell>(cells: readonly Cell[]): Cell[] => rows.flatMap((row) => cells.slice(row, row + 1));
  return {
    ...history,
    times: pick(history.times),
    series: Object.fromEntries(
      Object.entries(series).map(([key, { value, min, max }]) => [
        key,
        { value: pick(value), min: min && pick(min), max: max && pick(max) },
      ]),
    ),
  };
}

const onlyKeys = <Value>(all: Record<string, Value>, keys: ReadonlySet<string>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)));
