import type { DeviceVariable, TelemetryValue, VariableSetUp } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import { type CalibrationFrom, calibrationAt } from './calibration/calibration.ts';
import type { ComputedValues, ValueReaders } from './computed-values.ts';
import { MessageRate } from './message-rate.ts';
import { RecentPoints } from './recent-points.ts';
import { graceMs, retentionStart } from './retention-start.ts';
import { StoreRate } from './store-rate.ts';
import type { ExportVariable } from './stored-variable.ts';
import { nextInterval } from './usual-interval.ts';
import { newVariable, type SettingsRow, typeOf, type Variable, type VariableRow } from './variable.ts';
import { displayOf } from './variable-catalogue.ts';

/** A row holds at most this many variables. */
export const maxSlots = 256;
/** Each message has a millisecond of its own, so those of a board that sends more than 1,000 a second run ahead of the clock. */
const maxLeadMs = 1_000;
/** How far ahead of the clock the instant may be in a message itself. */
export const maxAheadMs = 5 * 60_000;
/** Arrivals that go back by more than this come from a clock that was set back. */
const clockStepMs = 5_000;

/** What the server keeps in memory of a device's telemetry. */
export class DeviceTelemetry {
  readonly id: number;
  readonly accountId: number;
  readonly #clock: Clock;
  readonly #appeared: (key: string) => void;
  readonly variables = new Map<string, Variable>();
  readonly recent = new RecentPoints();
  readonly storeRate = new StoreRate();
  readonly #messageRate = new MessageRate();
  /** Hours (their start, ms) that are marked in `telemetry_dirty_hours` since their last rollup. */
  readonly dirtyHours = new Set<number>();
  /** The newest instant that was given to a message by its arrival. */
  #arrivedAt = 0;
  /** The newest real arrival, or an instant of the database; `#arrivedAt` runs ahead of it by a millisecond a message. */
  #ledFrom = 0;
  /** When the last message really came; null after a start. */
  #receivedAt: number | null = null;
  /** The newest instant of all. */
  #newestAt = 0;
  #unsaved = false;
  #withoutSlot = 0;
  /** True when a variable has or had a calibration, so that others cost nothing. */
  hasCalibrations = false;
  /** Null where nothing is computed, so that others cost nothing. */
  computed: ComputedValues | null = null;
  /** Null where no formula of another device reads this one. */
  readers: ValueReaders | null = null;
  /** When the owner was last notified that messages come too fast to be stored. */
  tooFastLoggedAt = Number.NEGATIVE_INFINITY;

  /** `appeared` hears of each variable that is to be shown from now on. */
  constructor(
    { id, accountId }: { readonly id: number; readonly accountId: number },
    clock: Clock,
    appeared: (key: string) => void,
  ) {
    this.id = id;
    this.accountId = accountId;
    this.#clock = clock;
    this.#appeared = appeared;
  }

  /**
   * Counts a message; true when it must be refused: too many came recently, or, where it has no instant of its own, those that
   * came by now have instants so far ahead.
   */
  isTooFast(receivedAt: number, hasInstant: boolean): boolean {
    if (!hasInstant && this.#arrivedAt - Math.max(this.#ledFrom, receivedAt) >= maxLeadMs) return true;
    return !this.#messageRate.admit(receivedAt);
  }

  /** The instant of a message without one: its arrival, moved on by 1 ms when the device had one in that ms already. */
  arrive(receivedAt: number): { at: number; mayExist: boolean } {
    const before = this.#receivedAt ?? this.#arrivedAt - clockStepMs;
    const clockWasSetBack = before - receivedAt > clockStepMs;
    if (clockWasSetBack) this.#leaveFuture(receivedAt);
    this.#receivedAt = receivedAt;
    this.#arrivedAt = clockWasSetBack ? receivedAt : Math.max(receivedAt, this.#arrivedAt + 1);
    this.#ledFrom = clockWasSetBack ? receivedAt : Math.max(receivedAt, this.#ledFrom);
    return this.#take(this.#arrivedAt);
  }

  /** What was received while the clock was ahead must not stand in the way of what comes now. */
  #leaveFuture(now: number): void {
    this.recent.dropAfter(now);
    this.computed?.returnTo(now);
    this.readers?.returnTo(now);
    // A row of that time may be met again when the clock gets there; the writer merges with it then.
    this.#newestAt = Math.min(this.#newestAt, now - 1);
    for (const variable of this.variables.values()) {
      if (variable.at === null || variable.at <= now) continue;
      variable.at = now;
      variable.unsaved = true;
      this.#unsaved = true;
    }
  }

  /** The instant in a message itself; a second message of the same instant adds to the first. */
  takeInstant(at: number): { at: number; mayExist: boolean } {
    return this.#take(at);
  }

  #take(at: number): { at: number; mayExist: boolean } {
    const mayExist = at <= this.#newestAt;
    if (!mayExist) this.#newestAt = at;
    return { at, mayExist };
  }

  /** The variable of a key, made when it is new; undefined when the device has as many as a row can hold. */
  #variable(key: string): Variable | undefined {
    const known = this.variables.get(key);
    if (known || this.variables.size >= maxSlots) return known;
    const added = newVariable(key);
    this.variables.set(key, added);
    this.#withoutSlot += 1;
    this.#appeared(key);
    return added;
  }

  /** The variables of these values; what the device has no room for is taken out of `values`, and `leftOut` is true. */
  variablesOf(values: Record<string, TelemetryValue>): { variables: Variable[]; leftOut: boolean } {
    const variables: Variable[] = [];
    let leftOut = false;
    for (const key in values) {
      const variable = this.#variable(key);
      if (variable) variables.push(variable);
      else {
        delete values[key];
        leftOut = true;
      }
    }
    return { variables, leftOut };
  }

  /** Variables that the database has not given a slot yet. */
  withoutSlot(): Variable[] {
    if (this.#withoutSlot === 0) return [];
    return [...this.variables.values()].filter((variable) => variable.slot === null);
  }

  /** Takes the slot that the database gave a variable. */
  setSlot(key: string, slot: number): void {
    const variable = this.variables.get(key);
    if (variable === undefined || variable.slot !== null) return;
    variable.slot = slot;
    this.#withoutSlot -= 1;
  }

  /** Takes a variable and its newest value as the database has them. */
  restore(row: VariableRow): void {
    const variable = this.#variable(row.key);
    if (!variable) return;
    const number = row.type === 'boolean' && row.lastNumber !== null ? row.lastNumber !== 0 : row.lastNumber;
    this.setSlot(row.key, row.slot);
    variable.type = row.type;
    variable.forgotten = row.forgotten;
    variable.value = row.lastText ?? number;
    variable.at = row.lastAt;
    this.seen(row.lastAt ?? 0);
    if (row.lastAt !== null) this.storeRate.storedBefore(row.lastAt);
  }

  /** Takes what people set of a variable that it has. */
  restoreSettings(row: SettingsRow): void {
    const variable = this.variables.get(row.key);
    if (!variable) return;
    const { label, unit, hue, decimals, minimum, maximum, keptDays: days, keptDaysSetAt: setAt } = row;
    const range = minimum === null || maximum === null ? null : { min: minimum, max: maximum };
    variable.settings = { label, unit, hue, decimals, range };
    variable.retention = days === null ? null : { days, setAt: setAt ?? 0 };
  }

  /** The instant that a message would get which came now. */
  nextArrival(now: number): number {
    return this.isFuture(this.#arrivedAt) ? now : Math.max(now, this.#arrivedAt + 1);
  }

  /** Takes a calibration that holds from later on than those before. */
  calibrate(variable: Variable, calibration: CalibrationFrom): void {
    variable.calibrations = [...variable.calibrations, calibration];
    this.hasCalibrations = true;
  }

  /**
   * To be called when values of these variables came, or are lost, behind what formulas remember, from an instant on; resolves when it is
   * stored that results change.
   */
  async changedFrom(at: number, keys: ReadonlySet<string>): Promise<void> {
    await Promise.all([this.computed?.changedFrom(at, keys), this.readers?.changedFrom(at, keys)]);
  }

  /**
   * The slots of what the board itself sends, where its rows are not all messages of it: results of formulas that read other devices come
   * at the instants of those.
   */
  sentSlots(): number[] | undefined {
    const { computed } = this;
    if (!computed?.hasSpread) return undefined;
    return [...this.variables.values()].flatMap(({ key, slot }) => (slot === null || computed.has(key) ? [] : [slot]));
  }

  /** The instant before which values of a variable are not given any more, ms since the epoch; null: its plan alone decides. */
  retentionStart({ retention }: Variable): number | null {
    return retention && retentionStart(this.#clock.now(), retention.days);
  }

  /** Remembers that an instant is taken in the database; one of the future is met again when the clock gets there. */
  seen(at: number): void {
    if (this.isFuture(at)) return;
    if (at > this.#newestAt) this.#newestAt = at;
    if (at > this.#arrivedAt) this.#arrivedAt = at;
    if (at > this.#ledFrom) this.#ledFrom = at;
  }

  /** As `seen`, of a message that waited on the disk; one with an instant of its own must not move those of others ahead of the clock. */
  replayed(at: number): void {
    if (at <= this.#clock.now() + maxLeadMs) this.seen(at);
    else if (!this.isFuture(at) && at > this.#newestAt) this.#newestAt = at;
  }

  /** Takes a value as the newest one, unless it is older than what is known. */
  observe(variable: Variable, at: number, value: TelemetryValue | null): void {
    if (value === null) return;
    // One whose formula was deleted has no value, whatever the instant of its last one.
    const before = variable.value === null ? null : variable.at;
    if (before !== null && at < before && !this.isFuture(before)) return;
    if (before !== null && at > before) variable.intervalMs = nextInterval(variable.intervalMs, at - before);
    variable.value = value;
    variable.at = at;
    variable.type = typeOf(value);
    if (variable.forgotten) {
      variable.forgotten = false;
      this.#appeared(variable.key);
    }
    variable.unsaved = true;
    this.#unsaved = true;
  }

  /** True for an instant that only a clock gives that is or was wrong. */
  isFuture(at: number): boolean {
    return at > this.#clock.now() + maxAheadMs;
  }

  /** Replaces newest values that are dated later than now by what is stored; what is not stored is not known any more. */
  replaceNewest(values: Readonly<Record<string, { at: number; value: TelemetryValue }>>): void {
    for (const variable of this.variables.values()) {
      if (variable.at === null || !this.isFuture(variable.at)) continue;
      const { value = null, at = null } = values[variable.key] ?? {};
      variable.value = variable.type === 'boolean' && typeof value === 'number' ? value !== 0 : value;
      variable.at = at;
      variable.unsaved = true;
      this.#unsaved = true;
    }
  }

  /** The variables whose newest value is not written yet; from now on they count as written. */
  takeUnsaved(): Variable[] {
    if (!this.#unsaved) return [];
    this.#unsaved = false;
    const taken: Variable[] = [];
    for (const variable of this.variables.values()) {
      if (!variable.unsaved) continue;
      // One without a slot has no row to write to; it stays for the next time.
      if (variable.slot === null) this.#unsaved = true;
      else {
        variable.unsaved = false;
        taken.push(variable);
      }
    }
    return taken;
  }

  /** Undoes `takeUnsaved` after a write that failed. */
  markUnsaved(variables: readonly Variable[]): void {
    for (const variable of variables) variable.unsaved = true;
    this.#unsaved = true;
  }

  /** As an export needs them. */
  exportVariables(): ExportVariable[] {
    return Array.from(this.variables.values(), (variable) => ({
      key: variable.key,
      slot: variable.slot ?? 0,
      since: this.retentionStart(variable),
      unit: variable.settings.unit ?? displayOf(variable.key, this.variables).unit,
      // It may have had texts once, whatever it has now.
      isText: true,
      isBoolean: variable.type === 'boolean',
    }));
  }

  /** The variables that are not forgotten. */
  visibleVariables(): Variable[] {
    return [...this.variables.values()].filter((variable) => !variable.forgotten);
  }

  /** What its owner set of each, and how it looks without; `maxDays` is for how long the plan keeps values. */
  setUps(maxDays: number | null): VariableSetUp[] {
    return this.visibleVariables().map(({ key, settings, calibrations, retention }) => {
      const { offset, scale } = calibrationAt(calibrations, null);
      return {
        key,
        settings,
        usual: displayOf(key, this.variables),
        calibration: { offset, scale },
        kept: { days: retention?.days ?? null, most: maxDays, removesFrom: retention && retention.setAt + graceMs },
      };
    });
  }

  /** As browsers see them, in the order in which they first came. */
  describe(): DeviceVariable[] {
    const described: DeviceVariable[] = [];
    for (const variable of this.variables.values()) {
      if (variable.forgotten) continue;
      const { key, settings, intervalMs } = variable;
      const display = displayOf(key, this.variables);
      const isRetained = variable.at !== null && variable.at >= (this.retentionStart(variable) ?? 0);
      described.push({
        key,
        label: settings.label ?? display.label,
        unit: settings.unit ?? display.unit,
        hue: settings.hue ?? display.hue,
        decimals: settings.decimals,
        range: settings.range,
        value: isRetained ? variable.value : null,
        at: isRetained ? variable.at : null,
        intervalMs: intervalMs === null ? null : Math.round(intervalMs),
      });
    }
    return described;
  }
}
