import type { VariableSettings, VariableSetUp } from '@cyno/contract';
import { badRequest, because, notFound } from '../../../platform/errors.ts';
import { KeyedQueue } from '../../../platform/keyed-queue.ts';
import type { DeviceRegistry } from './device-registry.ts';
import { getVariable, notStored, slotOf } from './get-variable.ts';
import type { telemetryRepository } from './telemetry.repository.ts';
import type { TelemetryLimits } from './telemetry.types.ts';
import type { Variable } from './variable.ts';

interface DisplaySettingsDeps {
  readonly registry: DeviceRegistry;
  readonly repository: Pick<ReturnType<typeof telemetryRepository>, 'saveSettings' | 'saveNewest'>;
  readonly limits: Pick<TelemetryLimits, 'rollupDays'>;
}

/** How the owner of a device wants to see its variables. */
export class VariableDisplaySettings {
  readonly #deps: DisplaySettingsDeps;
  /** One write of a variable at a time: of two at once the older could be the last. */
  readonly #queue = new KeyedQueue<Variable>();

  constructor(deps: DisplaySettingsDeps) {
    this.#deps = deps;
  }

  list({ id, accountId }: { readonly id: number; readonly accountId: number }): VariableSetUp[] {
    const { registry, limits } = this.#deps;
    return registry.find(id)?.setUps(limits.rollupDays(accountId)) ?? [];
  }

  /** A forgotten variable is shown again. Throws a 404 for one that the device never sent. */
  async set(deviceId: number, key: string, settings: VariableSettings): Promise<void> {
    const { variable } = getVariable(this.#deps.registry, deviceId, key);
    await this.#queue.run(variable, async () => {
      const isStored = await this.#deps.repository.saveSettings(deviceId, key, settings);
      if (!isStored) throw notStored();
      variable.settings = settings;
      variable.forgotten = false;
    });
  }

  /**
   * Gives variables of one device the display settings that another has of the same keys. Returns how many there were; what only one
   * of the two has is left as it is.
   */
  async copy(fromId: number, toId: number): Promise<number> {
    const settings = new Map(this.#visibleOf(fromId).map((one) => [one.key, one.settings]));
    let copied = 0;
    for (const { key } of this.#visibleOf(toId)) {
      const wanted = settings.get(key);
      if (wanted === undefined) continue;
      await this.set(toId, key, wanted);
      copied += 1;
    }
    return copied;
  }

  /** Shows a variable no more until the board sends it again; its history stays. */
  async forget(deviceId: number, key: string): Promise<void> {
    const { device, variable } = getVariable(this.#deps.registry, deviceId, key);
    if (variable.forgotten) throw notFound('variable', key);
    if (device.computed?.has(key))
      throw badRequest('This variable is computed. Delete its formula instead.', because('variable_computed'));
    slotOf(variable);
    variable.forgotten = true;
    // A write that began before may still bring it back; the next one does not.
    device.markUnsaved([variable]);
    try {
      await this.#deps.repository.saveNewest([{ device, variable }]);
    } catch (error) {
      variable.forgotten = false;
      device.markUnsaved([variable]);
      throw error;
    }
  }

  #visibleOf(deviceId: number): Variable[] {
    return this.#deps.registry.find(deviceId)?.visibleVariables() ?? [];
  }
}
