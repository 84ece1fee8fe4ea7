import type { VariableSettings, VariableSetUp } from '@cyno/contract';
import { AppError, notFound } from '../../platform/errors.ts';
import { InTurn } from '../../platform/in-turn.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { DeviceTelemetry, Variable } from './device-telemetry.ts';
import type { telemetryRepository } from './telemetry.repository.ts';

interface LooksDeps {
  readonly registry: DeviceRegistry;
  readonly repository: Pick<ReturnType<typeof telemetryRepository>, 'saveSettings' | 'saveNewest'>;
}

/** How the owner of a device wants to see its variables. */
export class VariableLooks {
  readonly #deps: LooksDeps;
  /** One write of a variable at a time: of two at once the older could be the last. */
  readonly #turns = new InTurn<Variable>();

  constructor(deps: LooksDeps) {
    this.#deps = deps;
  }

  list(deviceId: number): VariableSetUp[] {
    return this.#deps.registry.find(deviceId)?.setUps() ?? [];
  }

  /** A forgotten variable is shown again. Throws a 404 for one that the device never sent. */
  async set(deviceId: number, key: string, settings: VariableSettings): Promise<void> {
    const { variable } = this.#get(deviceId, key);
    await this.#turns.run(variable, async () => {
      const isStored = await this.#deps.repository.saveSettings(deviceId, key, settings);
      if (!isStored) throw notStored();
      variable.settings = settings;
      variable.forgotten = false;
    });
  }

  /**
   * Gives variables of one device the looks that another has of the same keys. Answers how many there were; what only one of the two
   * has is left as it is.
   */
  async copy(fromId: number, toId: number): Promise<number> {
    const settings = new Map(this.list(fromId).map((one) => [one.key, one.settings]));
    let copied = 0;
    for (const { key } of this.list(toId)) {
      const wanted = settings.get(key);
      if (wanted === undefined) continue;
      await this.set(toId, key, wanted);
      copied += 1;
    }
    return copied;
  }

  /** Shows a variable no more until the board sends it again; its history stays. */
  async forget(deviceId: number, key: string): Promise<void> {
    const { device, variable } = this.#get(deviceId, key);
    if (variable.forgotten) throw notFound('variable', key);
    if (variable.slot === null) throw notStored();
    variable.forgotten = true;
    // A write that began before may still bring it back; the next one does not.
    device.markUnsaved([variable]);
    await this.#deps.repository.saveNewest([{ device, variable }]);
  }

  #get(deviceId: number, key: string): { device: DeviceTelemetry; variable: Variable } {
    const device = this.#deps.registry.find(deviceId);
    const variable = device?.variables.get(key);
    if (!device || !variable) throw notFound('variable', key);
    return { device, variable };
  }
}

const notStored = () =>
  new AppError(503, 'unavailable', 'The variable is new and not stored yet. Try again in a moment.', {
    retryAfterSeconds: 5,
  });
