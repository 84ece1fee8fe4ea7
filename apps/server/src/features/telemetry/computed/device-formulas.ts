import type { TelemetryValue } from '@cyno/contract';
import type { ComputedPoint, ComputedValues } from '../variables/index.ts';
import type { ActiveFormula, FormulaPoint, Taken } from './active-formula.ts';

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
    this.#formulas = inOrder(formulas);
    this.#keys = new Set(formulas.map(({ key }) => key));
    this.#mark = mark;
  }

  get hasSpread(): boolean {
    return this.#formulas.some(({ isSpread }) => isSpread);
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
      if (formula.isSpread && point.given.every((value) => value === undefined)) continue;
      const taken = formula.isSpread ? formula.take(point, isStored) : takeLocal(formula, point, { isStored, isLate });
      if (taken.isLate) noted.push(this.#mark(formula, at));
      const { result } = taken;
      if (result === null) continue;
      values[formula.key] = result;
      keys.push(formula.key);
    }
    return { keys, noted: noted.length === 0 ? null : Promise.all(noted).then(() => undefined) };
  }

  async changedFrom(at: number, keys: ReadonlySet<string>): Promise<void> {
    const changed = this.#formulas.filter((formula) => formula.isChangedBy(this.#deviceId, keys));
    await Promise.all(changed.map((formula) => this.#mark(formula, at)));
  }

  returnTo(at: number): void {
    this.#newestAt = Math.min(this.#newestAt, at - 1);
    for (const formula of this.#formulas) returnFormula(formula, at, this.#mark);
  }
}

/** A formula of one device alone takes its messages as the device does, whichever variables they have. */
function takeLocal(
  formula: ActiveFormula,
  point: FormulaPoint,
  { isStored, isLate }: { isStored: boolean; isLate: boolean },
): Taken {
  if (isStored) formula.tail?.push(point);
  const result = isLate ? formula.ofPointAlone(point) : formula.step(point, isStored);
  return { result, isLate: isLate && isStored };
}

/** The clock was set back. */
export function returnFormula(formula: ActiveFormula, at: number, mark: Mark): void {
  if (!formula.returnTo(at)) return;
  // What it remembers is of a time that has not come yet.
  formula.machine = null;
  void mark(formula, at);
}

/** Formulas, each after those of them that it reads; there are no cycles. */
export function inOrder(formulas: readonly ActiveFormula[]): ActiveFormula[] {
  const byVariable = new Map(formulas.map((formula) => [nameOf(formula.row), formula]));
  const ordered = new Set<ActiveFormula>();
  const visit = (formula: ActiveFormula): void => {
    if (ordered.has(formula)) return;
    for (const input of formula.row.inputs) {
      const source = byVariable.get(nameOf(input));
      if (source !== undefined && source !== formula) visit(source);
    }
    ordered.add(formula);
  };
  for (const formula of formulas) visit(formula);
  return [...ordered];
}

const nameOf = ({ deviceId, key }: { deviceId: number; key: string }): string => `${deviceId} ${key}`;
