import {
  type ComputedList,
  type ComputedPreview,
  type ComputedPreviewRequest,
  type ComputedRequest,
  maxComputedVariables,
} from '@cyno/contract';
import { keyProblem } from '@cyno/device-protocol';
import { compileFormula, type Formula, FormulaError } from '@cyno/formula';
import { AppError, badRequest, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { TelemetryStore } from '../storage/index.ts';
import type { DeviceTelemetry, Variable, VariableDisplaySettings, VariableNotices } from '../variables/index.ts';
import { maxSlots, slotOf } from '../variables/index.ts';
import { ActiveFormula, type FormulaInput, type StoredFormula } from './active-formula.ts';
import { DeviceFormulas } from './device-formulas.ts';
import { previewFormula } from './preview.ts';
import { Recomputations } from './recomputations.ts';
import type { RecomputeDeps } from './recompute.ts';

/** What formulas remember is stored so often; what came since is read again after a crash. */
const checkpointEveryMs = 60_000;

interface ComputedDeps extends RecomputeDeps {
  readonly store: TelemetryStore;
  readonly reader: Pick<TelemetryReader, 'messages' | 'span' | 'history'>;
  readonly displaySettings: Pick<VariableDisplaySettings, 'set'>;
  readonly notices: Pick<VariableNotices, 'changed'>;
  readonly log: Logger;
}

interface OwnedDevice {
  readonly id: number;
  readonly accountId: number;
}

/** A formula as somebody wrote it, compiled, with the variables that it reads. */
interface Compiled {
  readonly formula: Formula;
  readonly inputs: readonly FormulaInput[];
}

/** Variables that formulas make of others: when values arrive, and over the history that is stored. */
export class ComputedVariables {
  readonly #deps: ComputedDeps;
  readonly #recomputations: Recomputations;
  /** By device, in the order of their slots. */
  readonly #formulas = new Map<number, readonly ActiveFormula[]>();
  /** One change of a device at a time. */
  readonly #queue = new KeyedQueue<number>();
  /** What is to be stored as a checkpoint the next time, when all messages up to there are safe. */
  #checkpoints = new Map<ActiveFormula, Checkpoint>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ComputedDeps) {
    this.#deps = deps;
    this.#recomputations = new Recomputations({
      ...deps,
      readersOf: (deviceId, key) => this.#all().filter((one) => one.reads(deviceId, key)),
      sourcesOf: ({ row: { inputs } }) =>
        inputs.flatMap(({ deviceId, key }) => this.#formulas.get(deviceId)?.filter((one) => one.key === key) ?? []),
    });
  }

  /** To be called once, when the variables of all devices are known and before anything is taken in. */
  async load(): Promise<void> {
    const byDevice = Map.groupBy(await this.#deps.repository.listAll(), ({ deviceId }) => deviceId);
    for (const [deviceId, rows] of byDevice) {
      this.#use(
        deviceId,
        rows.map((row) => new ActiveFormula(row)),
      );
    }
  }

  /** Begins to go through what a former run left, and what came since the last checkpoints. */
  start(): void {
    for (const active of this.#all()) this.#recomputations.wake(active);
    this.#timer = setInterval(() => void this.saveCheckpoints(), checkpointEveryMs);
  }

  /** To be called when nothing arrives any more, before the writer stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#recomputations.stop();
  }

  /** To be called when the writer has stopped: all that was accepted is safe. */
  async saveLast(): Promise<void> {
    await this.saveCheckpoints();
    await this.saveCheckpoints();
  }

  list(deviceId: number): ComputedList {
    const variables = this.#of(deviceId).map((active) => ({
      key: active.key,
      formula: active.row.formula,
      unit: active.row.unit,
      problem: active.formula === null ? 'The formula cannot be read any more. Write it again.' : null,
      recomputed: active.progress ? shareOf(active.progress) : active.isSettled ? null : 0,
    }));
    return { variables, max: maxComputedVariables };
  }

  /** Throws a 400 with its place for what is wrong with a formula. */
  #compile({ id }: OwnedDevice, text: string, unit: string | null): Compiled {
    const inputs: FormulaInput[] = [];
    const unitOf = ({ device, key }: { device: string | null; key: string }): string | null | undefined => {
      const variable = device === null ? this.#variable(id, key) : undefined;
      if (variable === undefined) return undefined;
      const display = this.#deps.registry
        .find(id)
        ?.describe()
        .find((one) => one.key === key);
      const input = { device, deviceId: id, key, unit: display?.unit || null };
      if (!inputs.some((one) => one.device === device && one.key === key)) inputs.push(input);
      return input.unit;
    };
    try {
      const formula = compileFormula(text, { unitOf }, unit);
      return { formula, inputs };
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      throw wrongFormula(error);
    }
  }

  /** What a formula would have made of the last hours. Throws a 400 for a wrong one, and a 409 for one that reads its own result. */
  async preview(device: OwnedDevice, { formula, unit, key, hours }: ComputedPreviewRequest): Promise<ComputedPreview> {
    const compiled = this.#compile(device, formula, unit);
    if (key !== null) this.#refuseCycle(device.id, key, compiled.inputs);
    return previewFormula(this.#deps, { ...compiled, deviceId: device.id, hours });
  }

  /** True for a variable that a formula makes. */
  isComputed(deviceId: number, key: string): boolean {
    return this.#of(deviceId).some((one) => one.key === key);
  }

  /**
   * Adds a computed variable to a device, or changes its formula; its values are then made from the beginning. Throws a 400 for a wrong
   * formula or name, and a 409 where the name is taken, the formula would read its own result, or there are too many.
   */
  save(device: OwnedDevice, key: string, { formula, unit, label }: ComputedRequest): Promise<void> {
    return this.#queue.run(device.id, async () => {
      const { registry, repository, store, displaySettings, notices } = this.#deps;
      const known = this.#of(device.id).find((one) => one.key === key);
      const telemetry = registry.get(device.id, device.accountId);
      if (!known) this.#checkName(telemetry, key);
      const compiled = this.#compile(device, formula, unit);
      this.#refuseCycle(device.id, key, compiled.inputs);
      const variable = known ? this.#getVariable(telemetry, key) : this.#newVariable(telemetry, key);
      if (variable.slot === null) await store.allocate(telemetry);
      const place = { deviceId: device.id, slot: slotOf(variable) };
      const isSame =
        known?.row.formula === formula && known.row.unit === unit && sameInputs(known.row, compiled.inputs);
      if (!isSame) {
        const row = await repository.save(place, { formula, unit, inputs: compiled.inputs });
        if (!row) throw notFound('device', String(device.id));
        // Its newest value is one of another formula.
        Object.assign(variable, { value: null, at: null, intervalMs: null, type: 'number' });
        telemetry.markUnsaved([variable]);
        const active = new ActiveFormula(row);
        this.#use(device.id, [...this.#of(device.id).filter((one) => one.key !== key), active]);
        if (known) known.isOver = true;
        this.#recomputations.wake(active);
      }
      const visibleUnit = unit ?? compiled.formula.unit ?? variable.settings.unit;
      await displaySettings.set(device.id, key, {
        ...variable.settings,
        unit: visibleUnit,
        label: label ?? variable.settings.label,
      });
      notices.changed(device.id, key);
    });
  }

  /** Computes a variable no more. Throws a 404 for one that is not computed, and a 409 where another formula reads it. */
  remove(device: OwnedDevice, key: string): Promise<void> {
    return this.#queue.run(device.id, async () => {
      const { repository, registry, notices } = this.#deps;
      const known = this.#of(device.id).find((one) => one.key === key);
      if (!known) throw notFound('computed variable', key);
      const reader = this.#all().find((one) => one !== known && one.reads(device.id, key));
      if (reader)
        throw new AppError(409, 'conflict', `The formula of “${reader.key}” reads it. Change that one first.`);
      await repository.remove(known.row);
      known.isOver = true;
      this.#use(
        device.id,
        this.#of(device.id).filter((one) => one !== known),
      );
      const telemetry = registry.find(device.id);
      const variable = telemetry?.variables.get(key);
      if (telemetry && variable) {
        variable.forgotten = true;
        telemetry.markUnsaved([variable]);
      }
      notices.changed(device.id, key);
    });
  }

  /**
   * Stores what formulas remembered when this was called the last time: by now their messages are in the database or the spool, so that
   * nothing counts which is lost in a crash.
   */
  async saveCheckpoints(): Promise<void> {
    const { repository, log } = this.#deps;
    const due = this.#checkpoints;
    this.#checkpoints = new Map();
    for (const active of this.#all()) {
      const state = active.isSettled ? active.machine?.save() : undefined;
      if (state?.at != null && state.at !== active.savedAt)
        this.#checkpoints.set(active, { at: state.at, state, marks: active.marks });
    }
    for (const [active, { at, state, marks }] of due) {
      if (active.isOver || !active.isSettled || active.marks !== marks) continue;
      try {
        await repository.saveCheckpoint(active.row, { at, state });
        active.savedAt = at;
      } catch (error) {
        log.debug({ err: error }, 'What a formula remembers was not stored; it is tried again');
      }
    }
  }

  #use(deviceId: number, formulas: readonly ActiveFormula[]): void {
    const device = this.#deps.registry.find(deviceId);
    if (!device) return;
    if (formulas.length === 0) {
      this.#formulas.delete(deviceId);
      device.computed = null;
      return;
    }
    this.#formulas.set(deviceId, formulas);
    const newestAt = Math.max(0, ...Array.from(device.variables.values(), ({ at }) => at ?? 0));
    const mark = (active: ActiveFormula, from: number) => this.#recomputations.mark(active, from);
    device.computed = new DeviceFormulas({ deviceId, newestAt }, formulas, mark);
  }

  #checkName(telemetry: DeviceTelemetry, key: string): void {
    const problem = keyProblem(key);
    if (problem !== undefined) throw badRequest(problem);
    const variable = telemetry.variables.get(key);
    if (variable && !variable.forgotten) {
      throw new AppError(409, 'conflict', `The board sends “${key}” itself. Choose another name.`);
    }
    if (this.#of(telemetry.id).length >= maxComputedVariables) {
      throw new AppError(409, 'limit_reached', `A device has at most ${maxComputedVariables} computed variables.`);
    }
  }

  #newVariable(telemetry: DeviceTelemetry, key: string): Variable {
    if (telemetry.variablesOf({ [key]: 0 }).leftOut) {
      throw new AppError(409, 'limit_reached', `A device has at most ${maxSlots} variables.`);
    }
    return this.#getVariable(telemetry, key);
  }

  #getVariable(telemetry: DeviceTelemetry, key: string): Variable {
    const variable = telemetry.variables.get(key);
    if (!variable) throw notFound('variable', key);
    return variable;
  }

  /** A variable that a formula may read. */
  #variable(deviceId: number, key: string): Variable | undefined {
    const variable = this.#deps.registry.find(deviceId)?.variables.get(key);
    return variable?.forgotten ? undefined : variable;
  }

  /** Throws a 409 where a variable would be computed from itself, through others or at once. */
  #refuseCycle(deviceId: number, key: string, inputs: readonly FormulaInput[]): void {
    const through = this.#wayTo({ deviceId, key }, inputs, new Set());
    if (!through) return;
    const chain =
      through.length === 0 ? 'its own result' : `“${through.join('”, which reads “')}”, which reads it again`;
    throw new AppError(409, 'conflict', `“${key}” would read ${chain}. A variable cannot be computed from itself.`);
  }

  /** The variables through which these inputs read one; undefined: they do not. */
  #wayTo(
    target: { deviceId: number; key: string },
    inputs: readonly FormulaInput[],
    seen: Set<ActiveFormula>,
  ): string[] | undefined {
    for (const { deviceId, key } of inputs) {
      if (deviceId === target.deviceId && key === target.key) return [];
      const source = this.#of(deviceId).find((one) => one.key === key);
      if (!source || seen.has(source)) continue;
      seen.add(source);
      const way = this.#wayTo(target, source.row.inputs, seen);
      if (way) return [key, ...way];
    }
    return undefined;
  }

  #of(deviceId: number): readonly ActiveFormula[] {
    return this.#formulas.get(deviceId) ?? [];
  }

  #all(): ActiveFormula[] {
    return [...this.#formulas.values()].flat();
  }
}

interface Checkpoint {
  readonly at: number;
  readonly state: ReturnType<NonNullable<ActiveFormula['machine']>['save']>;
  readonly marks: number;
}

/** Refuses a formula with the sentence about it, and the character where it goes wrong. */
function wrongFormula(cause: FormulaError): AppError {
  const fields = { formula: `${cause.message} (character ${cause.span.start + 1})` };
  return new AppError(400, 'bad_request', cause.message, { cause, fields });
}

function shareOf({ from, at, to }: { from: number; at: number; to: number }): number {
  return to <= from ? 0 : Math.min(Math.max((at - from) / (to - from), 0), 1);
}

const sameInputs = ({ inputs }: StoredFormula, others: readonly FormulaInput[]): boolean =>
  JSON.stringify(inputs) === JSON.stringify(others);
