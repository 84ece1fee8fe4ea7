import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type Formula, FormulaMachine, type InputValue } from '@cyno/formula';
import type { Clock } from '../../../platform/clock.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { NumberAt, TelemetryStore } from '../storage/index.ts';
import type { DeviceRegistry, DeviceTelemetry, HistoryVariable, Message } from '../variables/index.ts';
import { maxAheadMs } from '../variables/index.ts';
import type { ActiveFormula, FormulaPoint } from './active-formula.ts';
import { type Checkpoint, type ComputedRepository, weekMs } from './computed.repository.ts';

/** So many messages are read and written at once; a write holds up the messages of boards for some hundredths of a second. */
const rowsPerSlice = 1_000;
/** Messages that were just accepted are in the database soon; where it is away, it is tried again later. */
const storedWithin = { tries: 100, everyMs: 50 };

export interface RecomputeDeps {
  readonly repository: ComputedRepository;
  readonly store: Pick<TelemetryStore, 'writeNumbers' | 'clearRollups'>;
  readonly registry: DeviceRegistry;
  readonly reader: Pick<TelemetryReader, 'firstMessages' | 'span'>;
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

/** Where a time through the history begins, and from where on it makes results again; null: what a former run left off. */
interface Start {
  readonly begin: Checkpoint | undefined;
  readonly from: number | null;
}

const weekOf = (at: number): number => Math.floor(at / weekMs);

/** One time through the history of a formula. */
export class Recompute {
  readonly #deps: RecomputeDeps;
  readonly #active: ActiveFormula;
  readonly #formula: Formula;
  readonly #device: DeviceTelemetry;
  readonly #signal: AbortSignal;
  /** What it remembered before its first message, and before the first one of each week. */
  #passed: Checkpoint[] = [];
  #week: number | null = null;
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
   * from there. Returns the first instant at which one changed, or null. Rejects when the database is away, or the formula may not read
   * a device any more; what was done is done.
   */
  async run(markedFrom: number | null, marks: number): Promise<number | null> {
    const { repository } = this.#deps;
    const { row } = this.#active;
    const { begin, from } = await this.#start(markedFrom);
    const machine = new FormulaMachine(this.#formula, begin?.state ?? null);
    this.#week = begin ? weekOf(begin.at) : null;
    let cursor = begin?.at ?? 0;
    let passed = begin ?? null;
    const progress = { ...(await this.#span(Math.min(from ?? cursor, cursor))), at: cursor };
    if (from !== null) this.#active.progress = progress;
    if (from === 0 && begin === undefined) {
      await this.#deps.store.clearRollups(row, Math.min(progress.from, Number.MAX_SAFE_INTEGER));
    }
    const writeFrom = Math.max(from ?? 0, this.#retainedFrom(row) ?? 0);
    for (;;) {
      this.#signal.throwIfAborted();
      if (!this.#active.mayRead) throw new Error('The formula may not read its devices any more');
      // Both before the database is read: what is stored meanwhile is then known twice, and joined by its instant.
      const pending = this.#pending();
      const tail: FormulaPoint[] = [];
      this.#active.tail = tail;
      const { points, until } = await this.#read(cursor);
      if (this.#active.isOver) return this.#firstChange;
      if (until === null) {
        const rest = this.#join({ points, pending, tail }, cursor);
        // From here to the end of the turn nothing can arrive.
        const changes = this.#step(machine, rest, writeFrom);
        this.#takeOver(machine);
        await this.#finish(changes, { marks, passed });
        return this.#firstChange;
      }
      // What comes from another device meanwhile may lie before what was read of this one.
      const arriving = [...pending, ...tail].flatMap(({ at }) => (at > cursor ? [at - 1] : []));
      const border = Math.min(until, ...arriving);
      const slice = points.filter(({ at }) => at <= border);
      const last = slice.at(-1);
      if (last === undefined) {
        await wait(storedWithin.everyMs, undefined, { signal: this.#signal });
        continue;
      }
      await this.#write(this.#step(machine, slice, writeFrom));
      await this.#savePassed();
      cursor = last.at;
      progress.at = cursor;
      passed = { at: cursor, state: machine.save() };
      // What came late behind this instant has the rest of the history gone through once more, but nothing before it.
      const { recomputeFrom: lateFrom, marks: newest } = this.#active;
      if (lateFrom === null || lateFrom > cursor) await repository.saveProgress(row, newest, passed);
      await setImmediate();
    }
  }

  /**
   * What it remembered before the results that are to be made again, and from where these are. What was made of messages that are not
   * stored any more stays as it is, and counters continue from it, unless the formula itself changed.
   */
  async #start(from: number | null): Promise<Start> {
    const { repository, clock } = this.#deps;
    const { row } = this.#active;
    // Later is what a clock left that was ahead.
    const latest = clock.now() + maxAheadMs;
    const left = await repository.progress(row);
    const found = left && left.at <= latest ? { begin: left, from } : await this.#checkpointOf(from, latest);
    const validUntil = found.from === null ? latest : Math.max(found.begin?.at ?? -1, found.from - 1);
    await repository.removeCheckpoints(row, Math.min(validUntil, latest) + 1);
    return found;
  }

  async #checkpointOf(from: number | null, latest: number): Promise<Start> {
    const { repository } = this.#deps;
    const { row } = this.#active;
    if (from === null) return { begin: await repository.checkpointBefore(row, latest + 1), from };
    if (from === 0) return { begin: undefined, from };
    const inputsFrom = Math.max(0, ...row.inputs.map((input) => this.#retainedFrom(input) ?? 0));
    const readFrom = Math.max(from, inputsFrom);
    const begin = await repository.checkpointBefore(row, Math.min(readFrom, latest + 1));
    // From here on all that followed is still stored.
    const wholeFrom = Math.min((await this.#span(inputsFrom)).from - 1, latest);
    if (begin === undefined || begin.at >= wholeFrom) return { begin, from: readFrom };
    const whole = await repository.firstCheckpoint(row, [wholeFrom, latest]);
    return whole ? { begin: whole, from: whole.at + 1 } : { begin, from: readFrom };
  }

  /** The instant before which a variable is not given any more; null: it has no limit of its own. */
  #retainedFrom({ deviceId, key }: { deviceId: number; key: string }): number | null {
    const device = this.#deps.registry.find(deviceId);
    const variable = device?.variables.get(key);
    return device && variable ? device.retentionStart(variable) : null;
  }

  /** The devices whose messages are gone through, its own first. */
  #devices(): DeviceTelemetry[] {
    const others = this.#active.otherDeviceIds.map((id) => this.#deps.registry.find(id));
    return [this.#device, ...others.filter((device) => device !== undefined)];
  }

  /** What is to be gone through after an instant. */
  async #span(after: number): Promise<{ from: number; to: number }> {
    const { reader, clock } = this.#deps;
    const spans = await Promise.all(this.#devices().map(({ id }) => reader.span(id)));
    const found = spans.filter((span) => span !== undefined);
    return {
      from: Math.max(after, Math.min(...found.map(([first]) => first))),
      to: Math.min(Math.max(0, ...found.map(([, last]) => last)), clock.now()),
    };
  }

  #pending(): FormulaPoint[] {
    return this.#devices().flatMap((device) =>
      this.#deps.writer
        .pendingOf(device)
        .map(({ at, values }) => ({ at, given: this.#active.given(device.id, values) })),
    );
  }

  /**
   * Some thousand points after an instant, of all devices in the order of time. `until` is the instant up to which they are all there;
   * null: there are no more.
   */
  async #read(after: number): Promise<{ points: StoredPoint[]; until: number | null }> {
    const pages = await Promise.all(this.#devices().map((device) => this.#readOf(device, after)));
    const full = pages.filter(({ length }) => length >= rowsPerSlice).map((page) => page.at(-1)?.at ?? after);
    const until = full.length === 0 ? null : Math.min(...full);
    const points = new Map<number, StoredPoint>();
    for (const point of pages.flat()) {
      if (until !== null && point.at > until) continue;
      const other = points.get(point.at);
      const result = other?.result ?? point.result;
      points.set(point.at, other ? { ...joined(other, point), result } : point);
    }
    return { points: inOrderOfTime(points), until };
  }

  async #readOf(device: DeviceTelemetry, after: number): Promise<StoredPoint[]> {
    const { deviceId, inputs, key } = this.#active.row;
    const { clock, reader } = this.#deps;
    const isOwn = device.id === deviceId;
    const names = inputs.map((input) => (input.deviceId === device.id ? input.key : null));
    const variables = [...names, isOwn ? key : null].map((name) => storedVariable(device, name));
    const isSwitch = names.map((name) => name !== null && device.variables.get(name)?.type === 'boolean');
    const range = { deviceId: device.id, from: after + 1, to: clock.now() + maxAheadMs, ...this.#messagesOf(device) };
    const { times, values } = await reader.firstMessages(range, variables, rowsPerSlice);
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

  /** Results of formulas that read other devices are no messages of the board, which count for formulas of its own. */
  #messagesOf(device: DeviceTelemetry): { slots?: readonly number[] | undefined } {
    return this.#active.isSpread ? {} : { slots: device.sentSlots() };
  }

  #join(
    {
      points,
      pending,
      tail,
    }: { points: readonly StoredPoint[]; pending: readonly FormulaPoint[]; tail: readonly FormulaPoint[] },
    after: number,
  ): StoredPoint[] {
    const all = new Map<number, StoredPoint>(points.map((point) => [point.at, point]));
    for (const point of [...pending, ...tail]) {
      if (point.at <= after) continue;
      const known = all.get(point.at);
      all.set(point.at, { ...(known ? joined(known, point) : point), result: undefined });
    }
    return inOrderOfTime(all);
  }

  #step(machine: FormulaMachine, points: readonly StoredPoint[], from: number): Change[] {
    const changes: Change[] = [];
    const { isSpread } = this.#active;
    for (const { at, given, result } of points) {
      if (weekOf(at) !== this.#week) this.#passed.push({ at: at - 1, state: machine.save() });
      this.#week = weekOf(at);
      const isLeftOut = isSpread && given.every((value) => value === undefined);
      const made = isLeftOut ? null : machine.step(at, given);
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

  async #finish(
    changes: readonly Change[],
    { marks, passed }: { marks: number; passed: Checkpoint | null },
  ): Promise<void> {
    const { repository } = this.#deps;
    const { row } = this.#active;
    await this.#write(changes.filter(({ isStored }) => isStored));
    const fresh = changes.filter(({ isStored }) => !isStored);
    await this.#untilStored(new Set(fresh.map(({ at }) => at)));
    await this.#write(fresh);
    await this.#savePassed();
    // Not what it remembers now: what comes a little late would be before that.
    if (passed) await repository.saveCheckpoint(row, passed);
    await repository.finish(row, marks);
  }

  async #savePassed(): Promise<void> {
    for (const checkpoint of this.#passed) await this.#deps.repository.saveCheckpoint(this.#active.row, checkpoint);
    this.#passed = [];
  }

  async #untilStored(instants: ReadonlySet<number>): Promise<void> {
    if (instants.size === 0) return;
    for (let tries = 0; tries < storedWithin.tries; tries++) {
      if (!this.#pending().some(({ at }) => instants.has(at))) return;
      await wait(storedWithin.everyMs, undefined, { signal: this.#signal });
    }
    throw new Error('The newest messages are not stored yet');
  }

  async #write(changes: readonly NumberAt[]): Promise<void> {
    const [first] = changes;
    if (first === undefined) return;
    const { row, isAcross } = this.#active;
    await this.#deps.store.writeNumbers({ deviceId: row.deviceId, slot: row.slot, addsRows: isAcross }, changes);
    this.#firstChange = Math.min(this.#firstChange ?? first.at, first.at);
  }
}

/** A variable of a device as history reads it; what was never stored reads as none. */
function storedVariable(device: DeviceTelemetry, key: string | null): HistoryVariable {
  const variable = key === null ? undefined : device.variables.get(key);
  return {
    key: key ?? '',
    slot: variable?.slot ?? 0,
    isText: false,
    since: variable ? device.retentionStart(variable) : null,
  };
}

/** Two points of one instant; of the same input the second counts. */
const joined = (first: FormulaPoint, second: FormulaPoint): FormulaPoint => ({
  at: second.at,
  given: second.given.map((value, place) => value ?? first.given[place]),
});

const inOrderOfTime = (points: ReadonlyMap<number, StoredPoint>): StoredPoint[] =>
  [...points.values()].sort((a, b) => a.at - b.at);
