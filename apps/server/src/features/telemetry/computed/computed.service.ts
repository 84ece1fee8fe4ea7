import { isDeepStrictEqual } from 'node:util';
import {
  type ComputedList,
  type ComputedPreview,
  type ComputedPreviewRequest,
  type ComputedRequest,
  maxComputedVariables,
  maxFormulaDevices,
  maxFormulasAcross,
} from '@cyno/contract';
import { keyProblem } from '@cyno/device-protocol';
import { compileFormula, type Formula, FormulaError, problem } from '@cyno/formula';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { TelemetryReader } from '../history/index.ts';
import type { TelemetryIngest } from '../ingest/index.ts';
import type { TelemetryStore } from '../storage/index.ts';
import type { DeviceTelemetry, Variable, VariableDisplaySettings, VariableNotices } from '../variables/index.ts';
import { maxSlots, slotOf } from '../variables/index.ts';
import { ActiveFormula, type FormulaInput, type StoredFormula } from './active-formula.ts';
import { DeviceFormulas } from './device-formulas.ts';
import { type FormulaCaller, type FormulaDevices, FormulaRights, type Place } from './formula-rights.ts';
import { previewFormula } from './preview.ts';
import { Recomputations } from './recomputations.ts';
import type { RecomputeDeps } from './recompute.ts';
import { SpreadFormulas } from './spread-formulas.ts';

/** What formulas remember is stored so often; what came since is read again after a crash. */
const checkpointEveryMs = 60_000;

interface ComputedDeps extends RecomputeDeps {
  readonly store: TelemetryStore;
  readonly reader: Pick<TelemetryReader, 'firstMessages' | 'span' | 'history'>;
  readonly displaySettings: Pick<VariableDisplaySettings, 'set'>;
  readonly notices: Pick<VariableNotices, 'changed'>;
  readonly log: Logger;
  readonly ingest: Pick<TelemetryIngest, 'takeComputed'>;
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
  readonly #spread: SpreadFormulas;
  readonly #rights: FormulaRights;
  /** By device, in the order of their slots. */
  readonly #formulas = new Map<number, readonly ActiveFormula[]>();
  /** One change of an account at a time: two at once could close a circle through each other. */
  readonly #queue = new KeyedQueue<number>();
  /** What is to be stored as a checkpoint the next time, when all messages up to there are safe. */
  #checkpoints = new Map<ActiveFormula, Checkpoint>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ComputedDeps) {
    this.#deps = deps;
    this.#rights = new FormulaRights((deviceId, key) => this.#variable(deviceId, key) !== undefined);
    this.#recomputations = new Recomputations({
      ...deps,
      readersOf: (deviceId, key) => this.#all().filter((one) => one.reads(deviceId, key)),
      sourcesOf: ({ row: { inputs } }) =>
        inputs.flatMap(({ deviceId, key }) => this.#formulas.get(deviceId)?.filter((one) => one.key === key) ?? []),
    });
    this.#spread = new SpreadFormulas({
      registry: deps.registry,
      all: () => this.#all(),
      mark: (active, from) => this.#recomputations.mark(active, from),
      takeComputed: (place, point, durable) => deps.ingest.takeComputed(place, point, durable),
    });
  }

  /** Lets formulas read other devices from now on, where their authors may. */
  useDevices(devices: FormulaDevices): void {
    this.#rights.useDevices(devices);
    for (const active of this.#all()) if (active.isAcross) this.#recomputations.wake(active);
  }

  /** To be called once, when the variables of all devices are known and before anything is taken in. */
  async load(): Promise<void> {
    const byDevice = Map.groupBy(await this.#deps.repository.listAll(), ({ deviceId }) => deviceId);
    for (const [deviceId, rows] of byDevice) {
      this.#use(
        deviceId,
        rows.map((row) => this.#activate(row)),
      );
    }
    this.#spread.update();
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

  /** The formulas of a device, as somebody may see them: without the ids of devices that are none of theirs. */
  list(deviceId: number, viewerId: number): ComputedList {
    const variables = this.#of(deviceId).map((active) => {
      const problem = this.#rights.problemOf(active, viewerId);
      const recomputed = active.progress ? shareOf(active.progress) : active.isSettled ? null : 0;
      return {
        key: active.key,
        formula: this.#rights.visibleFormula(active.row, viewerId),
        unit: active.row.unit,
        problem: problem?.message ?? null,
        ...problem?.why,
        recomputed: problem === null ? recomputed : null,
      };
    });
    return { variables, max: maxComputedVariables };
  }

  #activate(row: StoredFormula): ActiveFormula {
    const active = new ActiveFormula(row, (stored) => this.#rights.mayRead(stored));
    for (const { deviceId, key } of row.inputs) {
      const device = this.#deps.registry.find(deviceId);
      const at = device?.variables.get(key)?.at ?? 0;
      if (!device?.isFuture(at)) active.seen(at);
    }
    return active;
  }

  /** Throws a 400 with its place for what is wrong with a formula. */
  #compile({ id }: OwnedDevice, { formula: text, unit }: WrittenFormula, caller: FormulaCaller): Compiled {
    const inputs: FormulaInput[] = [];
    const unitOf = ({ device, key }: { device: string | null; key: string }): string | null | undefined => {
      const deviceId = device === null ? id : caller.findDevice(device)?.id;
      if (deviceId === undefined || this.#variable(deviceId, key) === undefined) return undefined;
      const display = this.#deps.registry
        .find(deviceId)
        ?.describe()
        .find((one) => one.key === key);
      const input = { device, deviceId, key, unit: display?.unit || null };
      if (!inputs.some((one) => one.device === device && one.key === key)) inputs.push(input);
      return input.unit;
    };
    try {
      const formula = compileFormula(text, { unitOf }, unit);
      if (new Set(inputs.map(({ deviceId }) => deviceId)).size > maxFormulaDevices) {
        throw new FormulaError(problem('too_many_devices', { max: maxFormulaDevices }), { start: 0, end: text.length });
      }
      return { formula, inputs };
    } catch (error) {
      if (!(error instanceof FormulaError)) throw error;
      throw wrongFormula(error);
    }
  }

  /** What a formula would have made of the last hours. Throws a 400 for a wrong one, and a 409 for one that reads its own result. */
  async preview(
    device: OwnedDevice,
    { formula, unit, key, hours }: ComputedPreviewRequest,
    caller: FormulaCaller,
  ): Promise<ComputedPreview> {
    const compiled = this.#compile(device, { formula, unit }, caller);
    if (key !== null) this.#refuseCycle({ deviceId: device.id, key }, compiled.inputs, caller);
    return previewFormula(this.#deps, { ...compiled, hours });
  }

  /** The formulas that read a variable: their variables. */
  readersOf(deviceId: number, key: string): Place[] {
    return this.#all().flatMap((one) =>
      one.reads(deviceId, key) ? [{ deviceId: one.row.deviceId, key: one.key }] : [],
    );
  }

  /** True for a variable that a formula makes. */
  isComputed(deviceId: number, key: string): boolean {
    return this.#of(deviceId).some((one) => one.key === key);
  }

  /**
   * Adds a computed variable to a device, or changes its formula; its values are then made from the beginning. One that stays the same
   * continues with the rights of the caller. Throws a 400 for a wrong formula or name, and a 409 where the name is taken, the formula would
   * read its own result, or there are too many.
   */
  save(
    device: OwnedDevice,
    key: string,
    { formula, unit, label }: ComputedRequest,
    caller: FormulaCaller,
  ): Promise<void> {
    return this.#queue.run(device.accountId, async () => {
      const { registry, repository, store, displaySettings, notices } = this.#deps;
      const known = this.#of(device.id).find((one) => one.key === key);
      const telemetry = registry.get(device.id, device.accountId);
      if (!known) this.#checkName(telemetry, key);
      const compiled = this.#compile(device, { formula, unit }, caller);
      this.#refuseCycle({ deviceId: device.id, key }, compiled.inputs, caller);
      this.#checkAcross(device, known, compiled);
      const variable = known ? this.#getVariable(telemetry, key) : this.#newVariable(telemetry, key);
      if (variable.slot === null) await store.allocate(telemetry);
      const place = { deviceId: device.id, slot: slotOf(variable) };
      const isSame =
        known?.row.formula === formula &&
        known.row.unit === unit &&
        isDeepStrictEqual(known.row.inputs, compiled.inputs);
      if (!isSame) {
        const row = await repository.save(place, {
          formula,
          unit,
          inputs: compiled.inputs,
          authorId: caller.accountId,
        });
        if (!row) throw notFound('device', String(device.id));
        // Its newest value is one of another formula.
        Object.assign(variable, { value: null, at: null, intervalMs: null, type: 'number' });
        telemetry.markUnsaved([variable]);
        const active = this.#activate(row);
        this.#use(device.id, [...this.#of(device.id).filter((one) => one.key !== key), active]);
        if (known) known.isOver = true;
        this.#spread.update();
        this.#recomputations.wake(active);
      } else if (known?.isAcross && known.row.authorId !== caller.accountId) {
        await repository.setAuthor(place, caller.accountId);
        known.row = { ...known.row, authorId: caller.accountId };
        this.#recomputations.wake(known);
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
  remove(device: OwnedDevice, key: string, viewerId: number): Promise<void> {
    return this.#queue.run(device.accountId, async () => {
      const { repository, registry, notices } = this.#deps;
      const known = this.#of(device.id).find((one) => one.key === key);
      if (!known) throw notFound('computed variable', key);
      // Of a device that was deleted or handed over nobody could change it.
      const isOfOwner = ({ row }: ActiveFormula) =>
        row.deviceId === device.id || this.#rights.isOwnedBy(row.deviceId, device.accountId);
      const reader = this.#all().find((one) => one !== known && isOfOwner(one) && one.reads(device.id, key));
      if (reader) {
        const name = this.#rights.nameOf(reader.row, device.id, viewerId);
        throw new AppError(
          409,
          'conflict',
          `The formula of ${name} reads it. Change that one first.`,
          because('read_by_formula', { name }),
        );
      }
      await repository.remove(known.row);
      known.isOver = true;
      this.#use(
        device.id,
        this.#of(device.id).filter((one) => one !== known),
      );
      this.#spread.update();
      const telemetry = registry.find(device.id);
      const variable = telemetry?.variables.get(key);
      if (telemetry && variable) {
        Object.assign(variable, { forgotten: true, value: null });
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
      // Another device may still have a value of the same instant.
      const isOpen = active.isSpread && (state?.at ?? 0) >= this.#deps.clock.now();
      if (state?.at == null || state.at === active.savedAt || isOpen) continue;
      active.closedAt = state.at;
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
    const instants = Array.from(device.variables.values(), ({ at }) => at ?? 0);
    const newestAt = Math.max(0, ...instants.filter((at) => !device.isFuture(at)));
    const mark = (active: ActiveFormula, from: number) => this.#recomputations.mark(active, from);
    device.computed = new DeviceFormulas({ deviceId, newestAt }, formulas, mark);
  }

  #checkName(telemetry: DeviceTelemetry, key: string): void {
    const problem = keyProblem(key);
    if (problem !== undefined) throw badRequest(problem, because('variable_name_invalid'));
    const variable = telemetry.variables.get(key);
    if (variable && !variable.forgotten) {
      throw new AppError(
        409,
        'conflict',
        `The board sends “${key}” itself. Choose another name.`,
        because('variable_of_board', { key }),
      );
    }
    // The results would take the place of what the board measured. One that a formula made has no newest value any more.
    if (variable && variable.value !== null) {
      throw new AppError(
        409,
        'conflict',
        `“${key}” is a hidden variable that has values. Choose another name.`,
        because('variable_hidden', { key }),
      );
    }
    if (this.#of(telemetry.id).length >= maxComputedVariables) {
      throw new AppError(
        409,
        'limit_reached',
        `A device has at most ${maxComputedVariables} computed variables.`,
        because('too_many_variables', { max: maxComputedVariables }),
      );
    }
  }

  #newVariable(telemetry: DeviceTelemetry, key: string): Variable {
    if (telemetry.variablesOf({ [key]: 0 }).leftOut) {
      throw new AppError(
        409,
        'limit_reached',
        `A device has at most ${maxSlots} variables.`,
        because('too_many_variables', { max: maxSlots }),
      );
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

  /** Throws a 409 where more of the account's formulas would read other devices than may. */
  #checkAcross({ id, accountId }: OwnedDevice, known: ActiveFormula | undefined, { inputs }: Compiled): void {
    if (known?.isAcross || inputs.every(({ deviceId }) => deviceId === id)) return;
    const isOfAccount = ({ row, isAcross }: ActiveFormula) =>
      isAcross && this.#rights.isOwnedBy(row.deviceId, accountId);
    if (this.#all().filter(isOfAccount).length < maxFormulasAcross) return;
    throw new AppError(
      409,
      'limit_reached',
      `At most ${maxFormulasAcross} formulas of an account read other devices. Delete one first.`,
      because('too_many_formulas_across', { max: maxFormulasAcross }),
    );
  }

  /** Throws a 409 where a variable would be computed from itself, through others or at once. */
  #refuseCycle(target: Place, inputs: readonly FormulaInput[], { accountId }: FormulaCaller): void {
    const way = this.#wayTo(target, inputs, new Set());
    if (!way) return;
    const names = way.map((place) => this.#rights.nameOf(place, target.deviceId, accountId));
    const chain = names.length === 0 ? 'its own result' : `${names.join(', which reads ')}, which reads it again`;
    throw new AppError(
      409,
      'conflict',
      `“${target.key}” would read ${chain}. A variable cannot be computed from itself.`,
      because('formula_cycle', { key: target.key }),
    );
  }

  /** The variables through which these inputs read one; undefined: they do not. */
  #wayTo(target: Place, inputs: readonly FormulaInput[], seen: Set<ActiveFormula>): Place[] | undefined {
    for (const { deviceId, key } of inputs) {
      if (deviceId === target.deviceId && key === target.key) return [];
      const source = this.#of(deviceId).find((one) => one.key === key);
      if (!source || seen.has(source)) continue;
      seen.add(source);
      const way = this.#wayTo(target, source.row.inputs, seen);
      if (way) return [{ deviceId, key }, ...way];
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

type WrittenFormula = Pick<ComputedRequest, 'formula' | 'unit'>;

interface Checkpoint {
  readonly at: number;
  readonly state: ReturnType<NonNullable<ActiveFormula['machine']>['save']>;
  readonly marks: number;
}

/** Refuses a formula with the sentence about it, and the character where it goes wrong. */
function wrongFormula(cause: FormulaError): AppError {
  const character = cause.span.start + 1;
  const fields = { formula: `${cause.message} (character ${character})` };
  return new AppError(400, 'bad_request', cause.message, { ...because('formula_wrong', { character }), cause, fields });
}

function shareOf({ from, at, to }: { from: number; at: number; to: number }): number {
  return to <= from ? 0 : Math.min(Math.max((at - from) / (to - from), 0), 1);
}
