import type { TelemetryValue } from '@cyno/contract';
import type { ComputedPoint, ComputedValues } from '../variables/index.ts';
import type { ActiveFormula } from './active-formula.ts';

/** Called when results of a formula change from an instant on; resolves when that is stored, and never rejects. */
export type Mark = (formula: ActiveFormula, from: number) => Promise<void>;

/** The formulas of one device, each after those that it reads. */
export class DeviceFormulas implements ComputedValues {
  readonly #deviceId: number;
  readonly #formulas: readonly ActiveFormula[];
  readonly #keys: ReadonlySet<string>;
  readonly #mark: Mark;
  /** The newest instant of the device that is stored. */
  #newestAt: number;

  constructor(
    { deviceId, newestAt }: { deviceId: number; newestAt: number },
    formulas: readonly ActiveFormula[],
    mark: Mark,
  ) {
    this.#deviceId = deviceId;
    this.#newestAt = newestAt;
    this.#formulas = inOrder(deviceId, formulas);
    this.#keys = new Set(formulas.map(({ key }) => key));
    this.#mark = mark;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  leaveOut(values: Record<string, TelemetryValue>): string | null {
    let found: string | null = null;
    for (const key of this.#keys) {
      if (values[key] === undefined) continue;
      delete values[key];
      found ??= key;
    }
    return found && `${JSON.stringify(found)} is computed by a formula; what was sent of it was left out.`;
  }

  add({ at, values, isStored }: ComputedPoint): { keys: string[]; noted: Promise<void> | null } {
    const keys: string[] = [];
    const noted: Promise<void>[] = [];
    const isLate = at <= this.#newestAt;
    if (isStored && !isLate) this.#newestAt = at;
    for (const formula of this.#formulas) {
      const point = { at, given: formula.given(this.#deviceId, values) };
      if (isStored) formula.tail?.push(point);
      const result = isLate ? formula.ofPointAlone(point) : formula.step(point, isStored);
      if (isLate && isStored) noted.push(this.#mark(formula, at));
      if (result === null) continue;
      values[formula.key] = result;
      keys.push(formula.key);
    }
    return { keys, noted: noted.length === 0 ? null : Promise.all(noted).then(() => undefined) };
  }

  async changedFrom(at: number): Promise<void> {
    await Promise.all(this.#formulas.map((formula) => this.#mark(formula, at)));
  }

  returnTo(at: number): void {
    this.#newestAt = Math.min(this.#newestAt, at - 1);
    for (const formula of this.#formulas) {
      if (formula.machine === null || formula.machine.at < at) continue;
      // What it remembers is of a time that has not come yet.
      formula.machine = null;
      void this.#mark(formula, at);
    }
  }
}

/** Formulas, each after those of the same device that it reads; there are no cycles among them. */
function inOrder(deviceId: number, formulas: readonly ActiveFormula[]): ActiveFormula[] {
  const ordered = new Set<ActiveFormula>();
  const visit = (formula: ActiveFormula): void => {
    if (ordered.has(formula)) return;
    for (const input of formula.row.inputs) {
      const source = input.deviceId === deviceId ? formulas.find(({ key }) => key === input.key) : undefined;
      if (source !== undefined && source !== formula) visit(source);
    }
    ordered.add(formula);
  };
  for (const formula of formulas) visit(formula);
  return [...ordered];
}
