import type { TelemetryValue } from '@cyno/contract';
import { compileFormula, type Formula, FormulaError, FormulaMachine, type InputValue } from '@cyno/formula';

/** A variable that a formula reads, with the unit that it had when the formula was written. */
export interface FormulaInput {
  /** As it is written in the formula; null: the formula's own device. */
  readonly device: string | null;
  readonly deviceId: number;
  readonly key: string;
  readonly unit: string | null;
}

/** A formula as it is stored. */
export interface StoredFormula {
  readonly deviceId: number;
  readonly espid: string;
  readonly accountId: number;
  /** The account that wrote it, whose rights it has; null: nobody knows, and it reads no other device. */
  readonly authorId: number | null;
  readonly slot: number;
  readonly key: string;
  readonly formula: string;
  readonly unit: string | null;
  readonly inputs: readonly FormulaInput[];
  readonly version: number;
  readonly marks: number;
  readonly recomputeFrom: number | null;
}

/** A message as far as a formula reads it; undefined: it does not have that input. */
export interface FormulaPoint {
  readonly at: number;
  readonly given: readonly (InputValue | undefined)[];
}

/** What becomes of a point that a formula takes in. */
export interface Taken {
  /** Null: there is none, or it is not known yet. */
  readonly result: InputValue | null;
  /** True where results from that point on are to be made again. */
  readonly isLate: boolean;
}

/** A formula that is at work: the machine of what arrives, and what is to be done over the history. */
export class ActiveFormula {
  /** Of it the author may change. */
  row: StoredFormula;
  /** Null where it cannot be read any more; it computes nothing then. */
  readonly formula: Formula | null;
  /** What arrives is computed by this; null until the history is gone through, since it remembers nothing then. */
  machine: FormulaMachine | null = null;
  /** What arrives while the end of the history is being read; null otherwise. */
  tail: FormulaPoint[] | null = null;
  /** From where results are to be made again, ms since the epoch; null: nothing is to be done, beyond what is being done. */
  recomputeFrom: number | null;
  /** Counts the reasons for that. */
  marks: number;
  /** Resolves when the last of them is stored. */
  noted: Promise<void> = Promise.resolve();
  isRunning = false;
  /** The instant up to which it remembers what may become a checkpoint; what comes there once more is late. */
  closedAt: number | null = null;
  /** The instant of the newest checkpoint. */
  savedAt: number | null = null;
  /** How far that has come, of a span of time; null: it has not begun. */
  progress: { readonly from: number; at: number; readonly to: number } | null = null;
  /** True where values of other devices decide, at once or through other formulas: its results come at the instants of those as well. */
  isSpread: boolean;
  /** True where it may not read a device any more; what is missing of its results is made again when it may. */
  wasRefused = false;
  /** The newest instant that it has taken in, of a formula that is spread. */
  #newestAt: number | null = null;
  readonly #mayRead: (row: StoredFormula) => boolean;
  /** True when it was changed or removed: this one computes nothing any more. */
  isOver = false;

  constructor(row: StoredFormula, mayRead: (row: StoredFormula) => boolean) {
    this.row = row;
    this.#mayRead = mayRead;
    this.isSpread = this.isAcross;
    this.formula = compile(row);
    this.recomputeFrom = row.recomputeFrom;
    this.marks = row.marks;
  }

  get key(): string {
    return this.row.key;
  }

  /** True where it reads other devices. */
  get isAcross(): boolean {
    return this.row.inputs.some(({ deviceId }) => deviceId !== this.row.deviceId);
  }

  /** The devices that it reads besides its own. */
  get otherDeviceIds(): number[] {
    const { deviceId, inputs } = this.row;
    return [...new Set(inputs.map((input) => input.deviceId))].filter((id) => id !== deviceId);
  }

  /** Whether its author may read all its devices now. */
  get mayRead(): boolean {
    return !this.isAcross || this.#mayRead(this.row);
  }

  /** True when all its results are those of the history that is stored. */
  get isSettled(): boolean {
    return this.machine !== null && this.recomputeFrom === null && !this.isRunning;
  }

  /** Whether it reads a variable. */
  reads(deviceId: number, key: string): boolean {
    return this.row.inputs.some((input) => input.deviceId === deviceId && input.key === key);
  }

  /** Whether messages of a device that have these variables may change results. What reads past values counts all messages of its own device. */
  isChangedBy(deviceId: number, keys: ReadonlySet<string>): boolean {
    const readsPast = this.formula !== null && this.formula.begin.length > 0;
    if (readsPast && !this.isSpread) return true;
    return this.row.inputs.some((input) => input.deviceId === deviceId && keys.has(input.key));
  }

  /** What a message of a device has of its inputs. */
  given(deviceId: number, values: Readonly<Record<string, TelemetryValue>>): (InputValue | undefined)[] {
    return this.row.inputs.map((input) => {
      const value = input.deviceId === deviceId ? values[input.key] : undefined;
      return typeof value === 'string' ? undefined : value;
    });
  }

  /** The result of the machine for a point; null: there is none, or it is not known yet. */
  step({ at, given }: FormulaPoint, isStored: boolean): InputValue | null {
    return this.machine?.step(at, given, isStored) ?? null;
  }

  /**
   * The result of a point of one of its devices, where those of several come in the order of time. What is not in the order of time,
   * and what it may not read, is late.
   */
  take(point: FormulaPoint, isStored: boolean): Taken {
    if (!this.mayRead) {
      this.wasRefused = true;
      return { result: null, isLate: isStored };
    }
    const newestAt = Math.max(this.#newestAt ?? 0, this.machine?.at ?? 0);
    // While the history is gone through, both are joined there.
    const isTwice = point.at === newestAt && this.machine !== null && this.formula?.mixesDevices === true;
    const isLate = this.wasRefused || point.at < newestAt || point.at <= (this.closedAt ?? 0) || isTwice;
    if (isStored) this.tail?.push(point);
    if (isLate) {
      this.wasRefused = false;
      return { result: null, isLate: isStored };
    }
    if (isStored) this.#newestAt = point.at;
    return { result: this.step(point, isStored), isLate: false };
  }

  /** An instant that one of its devices had before. */
  seen(at: number): void {
    this.#newestAt = Math.max(this.#newestAt ?? 0, at);
  }

  /** The clock was set back: instants continue from here. Returns whether it remembers what is later. */
  returnTo(at: number): boolean {
    this.#newestAt = Math.min(this.#newestAt ?? 0, at - 1);
    return this.machine !== null && this.machine.at >= at;
  }

  /** The result of a point that came behind the newest, where it alone decides; null: that takes the history. */
  ofPointAlone({ at, given }: FormulaPoint): InputValue | null {
    if (this.formula === null || given.includes(undefined)) return null;
    const alone = new FormulaMachine(this.formula);
    return alone.remembers ? null : alone.step(at, given);
  }
}

function compile({ formula, inputs, unit }: StoredFormula): Formula | null {
  const unitOf = (name: { device: string | null; key: string }) =>
    inputs.find(({ device, key }) => device === name.device && key === name.key)?.unit;
  try {
    return compileFormula(formula, { unitOf }, unit);
  } catch (error) {
    if (error instanceof FormulaError) return null;
    throw error;
  }
}
