import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Formula, FormulaMachine, type InputValue } from '@cyno/formula';
import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { NumberAt, TelemetryStore } from '../storage/index.ts';
import type { DeviceRegistry, DeviceTelemetry, HistoryVariable, Message } from '../variables/index.ts';
import { maxAheadMs } from '../variables/index.ts';
import type { ActiveFormula, FormulaPoint } from './active-formula.ts';
import type { ComputedRepository } from './computed.repository.ts';

/** So many messages are read and written at once; a write holds up the messages of boards for some hundredths of a second. */
const rowsPerSlice = 1_000;
/** Messages that were just accepted are in the database soon; where it is away, it is tried again later. */
const storedWithin = { tries: 100, everyMs: 50 };

export interface RecomputeDeps {
  readonly repository: ComputedRepository;
  readonly store: Pick<TelemetryStore, 'writeNumbers'>;
  readonly registry: DeviceRegistry;
  readonly reader: Pick<TelemetryReader, 'messages' | 'span'>;
  readonly writer: { pendingOf(device: DeviceTelemetry): Message[] };
  readonly clock: Clock;
}

/** A message and what is stored of the result there; undefined: it is not known. */
interface StoredPoint extends FormulaPoint {
  readonly result: number | null | undefined;
}

/** A result that is not the one that is stored; one of a message that may not be stored yet waits for that. */
interface Change extends NumberAt {
  readonly isStored: boolean;
}

/** One time through the history of a formula. */
export class Recompute {
  readonly #deps: RecomputeDeps;
  readonly #active: ActiveFormula;
  readonly #formula: Formula;
  readonly #device: DeviceTelemetry;
  readonly #signal: AbortSignal;
  #firstChange: number | null = null;
  #newest: { readonly at: number; readonly value: InputValue } | null = null;

  constructor(
    deps: RecomputeDeps,
    active: ActiveFormula,
    within: { formula: Formula; device: DeviceTelemetry; signal: AbortSignal },
  ) {
    this.#deps = deps;
    this.#active = active;
    this.#formula = within.formula;
    this.#device = within.device;
    this.#signal = within.signal;
  }

  /**
   * Makes all results from an instant on again (null: from where a former run of the server left off), and lets what arrives continue
   * from there. Returns the first instant at which one changed, or null. Rejects when the database is away; what was done is done.
   */
  async run(from: number | null, marks: number): Promise<number | null> {
    const { repository, reader, clock } = this.#deps;
    const { row } = this.#active;
    const begin =
      (await repository.progress(row)) ?? (await repository.checkpointBefore(row, from ?? Number.MAX_SAFE_INTEGER));
    const machine = new FormulaMachine(this.#formula, begin?.state ?? null);
    const span = await reader.span(row.deviceId);
    let cursor = begin?.at ?? 0;
    const progress = { from: Math.max(cursor, span?.[0] ?? 0), at: cursor, to: Math.min(span?.[1] ?? 0, clock.now()) };
    if (from !== null) this.#active.progress = progress;
    for (;;) {
      this.#signal.throwIfAborted();
      // Both before the database is read: what is stored meanwhile is then known twice, and joined by its instant.
      const pending = this.#deps.writer.pendingOf(this.#device);
      const tail: FormulaPoint[] = [];
      this.#active.tail = tail;
      const slice = await this.#read(cursor);
      if (this.#active.isOver) return this.#firstChange;
      const last = slice.at(-1);
      if (slice.length < rowsPerSlice || last === undefined) {
        const rest = this.#join({ slice, pending, tail }, cursor);
        // From here to the end of the turn nothing can arrive.
        const changes = this.#step(machine, rest, from ?? 0);
        this.#takeOver(machine);
        await this.#finish(changes, { from, marks });
        return this.#firstChange;
      }
      await this.#write(this.#step(machine, slice, from ?? 0));
      cursor = last.at;
      progress.at = cursor;
      await repository.saveProgress(row, marks, { at: cursor, state: machine.save() });
      await setImmediate();
    }
  }

  async #read(after: number): Promise<StoredPoint[]> {
    const { deviceId, inputs, key } = this.#active.row;
    const { clock, reader } = this.#deps;
    const names = [...inputs.map((input) => (input.deviceId === deviceId ? input.key : null)), key];
    const variables = names.map((name) => this.#stored(name));
    const isSwitch = names.map((name) => name !== null && this.#device.variables.get(name)?.type === 'boolean');
    const range = { deviceId, from: after + 1, to: clock.now() + maxAheadMs };
    const page = await reader.messages(range, variables, rowsPerSlice).next();
    const { times, values } = page.done ? { times: [], values: [] } : page.value;
    return times.map((at, index) => ({
      at,
      given: inputs.map((_, place) => {
        const number = values[place]?.[index];
        if (typeof number !== 'number') return undefined;
        return isSwitch[place] ? number !== 0 : number;
      }),
      result: (values[inputs.length]?.[index] ?? null) as number | null,
    }));
  }

  /** A variable of the device as history reads it; what was never stored reads as none. */
  #stored(key: string | null): HistoryVariable {
    const variable = key === null ? undefined : this.#device.variables.get(key);
    return {
      key: key ?? '',
      slot: variable?.slot ?? 0,
      isText: false,
      since: variable ? this.#device.retentionStart(variable) : null,
    };
  }

  #join(
    {
      slice,
      pending,
      tail,
    }: { slice: readonly StoredPoint[]; pending: readonly Message[]; tail: readonly FormulaPoint[] },
    after: number,
  ): StoredPoint[] {
    const { row } = this.#active;
    const points = new Map<number, StoredPoint>(slice.map((point) => [point.at, point]));
    const add = (point: StoredPoint) => {
      const known = points.get(point.at);
      const given = known ? point.given.map((value, place) => value ?? known.given[place]) : point.given;
      points.set(point.at, { ...point, given });
    };
    for (const { at, values } of pending) {
      if (at > after) add({ at, given: this.#active.given(row.deviceId, values), result: undefined });
    }
    for (const point of tail) if (point.at > after) add({ ...point, result: undefined });
    return [...points.values()].sort((a, b) => a.at - b.at);
  }

  #step(machine: FormulaMachine, points: readonly StoredPoint[], from: number): Change[] {
    const changes: Change[] = [];
    for (const { at, given, result } of points) {
      const made = machine.step(at, given);
      const number = made === null ? null : Number(made);
      if (made !== null) this.#newest = { at, value: made };
      if (at >= from && number !== result) changes.push({ at, number, isStored: result !== undefined });
    }
    return changes;
  }

  /** What arrives from now on continues from here. */
  #takeOver(machine: FormulaMachine): void {
    const active = this.#active;
    active.machine = machine;
    active.tail = null;
    const variable = this.#device.variables.get(active.key);
    if (variable && this.#newest) this.#device.observe(variable, this.#newest.at, this.#newest.value);
  }

  async #finish(changes: readonly Change[], { from, marks }: { from: number | null; marks: number }): Promise<void> {
    const { repository } = this.#deps;
    const { row, machine } = this.#active;
    const state = machine?.save() ?? null;
    await this.#write(changes.filter(({ isStored }) => isStored));
    const fresh = changes.filter(({ isStored }) => !isStored);
    await this.#untilStored(new Set(fresh.map(({ at }) => at)));
    await this.#write(fresh);
    await repository.removeCheckpoints(row, from ?? Number.MAX_SAFE_INTEGER);
    if (state?.at != null) await repository.saveCheckpoint(row, { at: state.at, state });
    await repository.finish(row, marks);
  }

  async #untilStored(instants: ReadonlySet<number>): Promise<void> {
    if (instants.size === 0) return;
    for (let tries = 0; tries < storedWithin.tries; tries++) {
      if (!this.#deps.writer.pendingOf(this.#device).some(({ at }) => instants.has(at))) return;
      await wait(storedWithin.everyMs, undefined, { signal: this.#signal });
    }
    throw new Error('The newest messages are not stored yet');
  }

  async #write(changes: readonly NumberAt[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    await this.#deps.store.writeNumbers(this.#active.row, changes);
    this.#firstChange = Math.min(this.#firstChange ?? first.at, first.at);
  }
}
