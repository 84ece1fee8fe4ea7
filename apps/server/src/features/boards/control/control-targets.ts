import type { Actor, EventSettings, OutputMode, OutputSettings } from '@cyno/contract';
import { eventProblem, outputProblem } from '@cyno/device-protocol';
import { RowWrites } from '../../../platform/database/index.ts';
import { AppError, badRequest, because } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceRecord } from '../devices/index.ts';
import type { ControlRepository, EventRow, OutputRow } from './control.repository.ts';
import { isMomentary } from './momentary-events.ts';

/** So many pins and so many events of a device are remembered. */
const maxTargets = 40;

type StoredSettings = Omit<EventSettings, 'momentary'> & Pick<EventRow, 'momentary'>;

/** 409: a device has too many pins or events. */
export const tooMany = (what: string) =>
  new AppError(
    409,
    'limit_reached',
    `A device has at most ${maxTargets} ${what}. Remove one first.`,
    because('too_many_control_targets', { max: maxTargets }),
  );

/** The outputs and events of all devices, in memory and in the database. */
export class ControlTargets {
  readonly #repository: ControlRepository;
  readonly #outputs = new Map<number, Map<string, OutputRow>>();
  readonly #events = new Map<number, Map<string, EventRow>>();
  readonly #outputWrites: RowWrites<OutputRow>;
  readonly #eventWrites: RowWrites<EventRow>;
  /** What the last failed request for each event was to set. */
  readonly #failedValues = new WeakMap<EventRow, string>();

  constructor({ repository, log }: { repository: ControlRepository; log: Logger }) {
    this.#repository = repository;
    const givenUp = ({ deviceId }: { deviceId: number }, err: unknown) =>
      log.error({ err, deviceId }, 'A pin or an event could not be saved');
    // What was removed in the meantime stays removed.
    this.#outputWrites = new RowWrites<OutputRow>({
      write: (rows) => repository.saveOutputs(rows.filter((row) => this.findOutput(row.deviceId, row.pin) === row)),
      givenUp,
    });
    this.#eventWrites = new RowWrites<EventRow>({
      write: (rows) => repository.saveEvents(rows.filter((row) => this.findEvent(row.deviceId, row.name) === row)),
      givenUp,
    });
  }

  /** Resolves when everything that boards reported and people set up so far is written. */
  async saved(): Promise<void> {
    await Promise.all([this.#outputWrites.saved(), this.#eventWrites.saved()]);
  }

  async load(): Promise<void> {
    for (const row of await this.#repository.listOutputs()) of(this.#outputs, row.deviceId).set(row.pin, row);
    for (const row of await this.#repository.listEvents()) of(this.#events, row.deviceId).set(row.name, row);
  }

  outputs(deviceId: number): OutputRow[] {
    return [...(this.#outputs.get(deviceId)?.values() ?? [])];
  }

  events(deviceId: number): EventRow[] {
    return [...(this.#events.get(deviceId)?.values() ?? [])];
  }

  findOutput(deviceId: number, pin: string): OutputRow | undefined {
    return this.#outputs.get(deviceId)?.get(pin);
  }

  findEvent(deviceId: number, name: string): EventRow | undefined {
    return this.#events.get(deviceId)?.get(name);
  }

  /** The output, made with what is known of it when it is new; undefined when the device has too many. */
  output(deviceId: number, pin: string, mode: OutputMode): OutputRow | undefined {
    const rows = of(this.#outputs, deviceId);
    const found = rows.get(pin);
    if (found || rows.size >= maxTargets) return found;
    const row = { deviceId, pin, mode, name: null, locked: false, momentaryMs: null, setUp: false, ...nothingKnown };
    rows.set(pin, row);
    return row;
  }

  /** The event, made as a text field (or a switch when its first value is 0 or 1) when it is new. */
  event(deviceId: number, name: string, value: string): EventRow | undefined {
    const rows = of(this.#events, deviceId);
    const found = rows.get(name);
    if (found || rows.size >= maxTargets) return found;
    const widget = value === '0' || value === '1' ? ('switch' as const) : ('text' as const);
    const row = { deviceId, name, label: null, widget, ...noLimits, locked: false, momentary: null, ...nothingKnown };
    rows.set(name, row);
    return row;
  }

  /** A request that failed is not what the board is to be after its next start: what it last reported is. */
  async forgetCommand(
    deviceId: number,
    { kind, target, value }: { kind: 'output' | 'event'; target: string; value: string },
  ): Promise<void> {
    const output = kind === 'output' ? this.findOutput(deviceId, target) : undefined;
    if (output && String(output.saved) === value) {
      output.saved = output.reported;
      await this.saveOutput(output);
    }
    const event = kind === 'event' ? this.findEvent(deviceId, target) : undefined;
    if (event?.saved === value) {
      this.#failedValues.set(event, value);
      event.saved = event.reported;
      await this.saveEvent(event);
    }
  }

  /** Whether the last request for an event that failed was to set this: the board may confirm it late. */
  hasFailed(event: EventRow, value: string): boolean {
    return this.#failedValues.get(event) === value;
  }

  /** Resolves when the row is written as it is now, or newer. */
  saveOutput(row: OutputRow): Promise<void> {
    return this.#outputWrites.save(row);
  }

  /** As `saveOutput`. */
  saveEvent(row: EventRow): Promise<void> {
    return this.#eventWrites.save(row);
  }

  /** Sets a pin up; throws a 400 when the board's chip cannot do that with it. */
  async setUpOutput({ id, family }: DeviceRecord, pin: string, settings: OutputSettings): Promise<void> {
    const problem = outputProblem(family, { pin, mode: settings.mode, value: 0 });
    if (problem) throw badRequest(problem, because('pin_impossible', { pin }));
    const row = this.output(id, pin, settings.mode);
    if (!row) throw tooMany('pins');
    Object.assign(row, settings, { setUp: true }, settings.momentaryMs !== null && { saved: null });
    await this.saveOutput(row);
  }

  /** Sets an event up; throws a 400 for a name or a choice that boards cannot be sent. */
  async setUpEvent({ id, template }: DeviceRecord, name: string, settings: StoredSettings): Promise<void> {
    const values = settings.choices.length > 0 ? settings.choices : ['1'];
    const problem = values.map((value) => eventProblem({ name, value })).find((found) => found !== null);
    if (problem) throw badRequest(problem, because('event_invalid'));
    const row = this.event(id, name, '');
    if (!row) throw tooMany('events');
    const wasMomentary = isMomentary(row, template);
    Object.assign(row, settings);
    // What was sent while it was momentary is not what it is to be.
    if (wasMomentary || isMomentary(row, template)) row.saved = null;
    await this.saveEvent(row);
  }

  /** Sets pins up as those of another board are; throws as `setUpOutput` does. Returns how many there were. */
  async copyOutputs(fromId: number, to: DeviceRecord): Promise<number> {
    const rows = this.outputs(fromId).filter(({ setUp }) => setUp);
    for (const { pin, mode, name, locked, momentaryMs } of rows) {
      await this.setUpOutput(to, pin, { mode, name, locked, momentaryMs });
    }
    return rows.length;
  }

  /** As `copyOutputs`. */
  async copyEvents(fromId: number, to: DeviceRecord): Promise<number> {
    const rows = this.events(fromId);
    for (const { name, label, widget, min, max, step, choices, locked, momentary } of rows) {
      await this.setUpEvent(to, name, { label, widget, min, max, step, choices: [...choices], locked, momentary });
    }
    return rows.length;
  }

  /** False when there is no such output. */
  removeOutput(deviceId: number, pin: string): Promise<boolean> {
    return this.#outputWrites.exclusive(() =>
      takeOut(of(this.#outputs, deviceId), pin, () => this.#repository.removeOutput(deviceId, pin)),
    );
  }

  /** False when there is no such event. */
  removeEvent(deviceId: number, name: string): Promise<boolean> {
    return this.#eventWrites.exclusive(() =>
      takeOut(of(this.#events, deviceId), name, () => this.#repository.removeEvent(deviceId, name)),
    );
  }
}

const nothingKnown = { saved: null, reported: null, reportedAt: null, changedBy: null as Actor | null };
const noLimits = { min: null, max: null, step: null, choices: [] };

function of<Row>(all: Map<number, Map<string, Row>>, deviceId: number): Map<string, Row> {
  const rows = all.get(deviceId) ?? new Map<string, Row>();
  all.set(deviceId, rows);
  return rows;
}

/** Takes a row out and removes it from the database; when that fails it is put back, unless there is another one by then. */
async function takeOut<Row>(rows: Map<string, Row>, key: string, remove: () => Promise<void>): Promise<boolean> {
  const row = rows.get(key);
  if (!row) return false;
  rows.delete(key);
  try {
    await remove();
  } catch (error) {
    if (!rows.has(key)) rows.set(key, row);
    throw error;
  }
  return true;
}
