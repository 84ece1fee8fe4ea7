import type { TelemetryValue } from '@cyno/contract';
import type { ComputedPoint, DeviceRegistry, ValueReaders } from '../variables/index.ts';
import type { ActiveFormula } from './active-formula.ts';
import { inOrder, type Mark, returnFormula } from './device-formulas.ts';

interface SpreadDeps {
  readonly registry: Pick<DeviceRegistry, 'find'>;
  /** Stores and publishes what was made of other devices' values, as `TelemetryIngest.takeComputed`. */
  takeComputed(
    place: { deviceId: number; espid: string; accountId: number },
    point: ComputedPoint,
    durable: boolean,
  ): Promise<void> | null;
  /** All formulas. */
  all(): Iterable<ActiveFormula>;
  readonly mark: Mark;
}

/** What formulas made for a device. */
interface Made {
  readonly values: Record<string, TelemetryValue>;
  readonly formulas: ActiveFormula[];
}

/** Carries the values of devices to the formulas of other devices. */
export class SpreadFormulas {
  readonly #deps: SpreadDeps;
  #read = new Set<number>();
  /** What depends on a device through other devices, by that device, each after those that it reads. */
  readonly #after = new Map<number, readonly ActiveFormula[]>();

  constructor(deps: SpreadDeps) {
    this.#deps = deps;
  }

  /** To be called when formulas were added, changed or removed. */
  update(): void {
    const { all, registry } = this.#deps;
    this.#after.clear();
    const read = new Set<number>();
    const spread = new Set<string>();
    for (const active of inOrder([...all()])) {
      const { row } = active;
      for (const id of active.otherDeviceIds) read.add(id);
      active.isSpread = active.isAcross || row.inputs.some(({ deviceId, key }) => spread.has(`${deviceId} ${key}`));
      if (active.isSpread) spread.add(`${row.deviceId} ${row.key}`);
    }
    for (const id of new Set([...this.#read, ...read])) {
      const device = registry.find(id);
      if (device) device.readers = read.has(id) ? this.#readersOf(id) : null;
    }
    this.#read = read;
  }

  #readersOf(sourceId: number): ValueReaders {
    const { mark } = this.#deps;
    const direct = () =>
      this.#dependOn(sourceId).filter(({ row }) => row.inputs.some(({ deviceId }) => deviceId === sourceId));
    return {
      take: (point, durable) => this.#take(sourceId, point, durable),
      async changedFrom(at, keys) {
        const changed = direct().filter((active) => active.isChangedBy(sourceId, keys));
        await Promise.all(changed.map((active) => mark(active, at)));
      },
      returnTo(at) {
        for (const active of direct()) returnFormula(active, at, mark);
      },
    };
  }

  #take(sourceId: number, { at, values, isStored }: ComputedPoint, durable: boolean): Promise<void> | null {
    const made = new Map<number, Made>();
    const noted: Promise<void>[] = [];
    for (const active of this.#dependOn(sourceId)) {
      const { row } = active;
      const given = row.inputs.map(({ deviceId, key }) => {
        // A formula of the source itself has taken its values already.
        const sent = deviceId === sourceId && row.deviceId !== sourceId ? values[key] : undefined;
        const value = made.get(deviceId)?.values[key] ?? sent;
        return typeof value === 'string' ? undefined : value;
      });
      if (given.every((value) => value === undefined)) continue;
      const { result, isLate } = active.take({ at, given }, isStored);
      if (isLate) noted.push(this.#deps.mark(active, at));
      if (result === null) continue;
      const ofDevice: Made = made.get(row.deviceId) ?? { values: Object.create(null), formulas: [] };
      ofDevice.values[active.key] = result;
      ofDevice.formulas.push(active);
      made.set(row.deviceId, ofDevice);
    }
    for (const ofDevice of made.values()) this.#store(ofDevice, { at, isStored }, durable);
    return noted.length === 0 ? null : Promise.all(noted).then(() => undefined);
  }

  #store({ values, formulas }: Made, { at, isStored }: Omit<ComputedPoint, 'values'>, durable: boolean): void {
    const [first] = formulas;
    if (!first) return;
    const stored = this.#deps.takeComputed(first.row, { at, values, isStored }, durable);
    // What is not stored is made again from what it was made of.
    stored?.catch(() => {
      for (const formula of formulas) void this.#deps.mark(formula, at);
    });
  }

  #dependOn(sourceId: number): readonly ActiveFormula[] {
    const known = this.#after.get(sourceId);
    if (known) return known;
    const all = [...this.#deps.all()].filter(({ isSpread }) => isSpread);
    const found = new Set<ActiveFormula>();
    const isRead = ({ row }: ActiveFormula) =>
      row.inputs.some(
        ({ deviceId, key }) =>
          (deviceId === sourceId && row.deviceId !== sourceId) ||
          all.some((other) => found.has(other) && other.row.deviceId === deviceId && other.key === key),
      );
    for (let before = -1; before !== found.size; ) {
      before = found.size;
      for (const active of all) if (isRead(active)) found.add(active);
    }
    const after = inOrder([...found]);
    this.#after.set(sourceId, after);
    return after;
  }
}
