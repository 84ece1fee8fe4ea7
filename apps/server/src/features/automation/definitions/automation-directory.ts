import { devicesNamedBy, readBy } from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { AutomationRecord, AutomationRepository } from './automation.repository.ts';
import { automationChanged } from './definitions.events.ts';
import { scopeMatcher } from './device-scope.ts';
import { alertRulesOf, groupsOf, readsVariable, variablesInMessages, watchesSeveral } from './used-by.ts';

interface DirectoryDeps {
  readonly repository: Pick<AutomationRepository, 'listAll'>;
  readonly bus: EventBus;
  /** A device that was not deleted. */
  findDevice(deviceId: number): DeviceRecord | undefined;
}

/**
 * All automations of all devices in memory, so that a board's message needs no query to find the rules that read it. Those of a
 * deleted device stay here as long as they stay in the database: look for the device before acting.
 */
export class AutomationDirectory {
  readonly #deps: DirectoryDeps;
  readonly #byId = new Map<number, AutomationRecord>();
  readonly #byDevice = new Map<number, Map<number, AutomationRecord>>();
  /** Automations by the espids that their conditions name. */
  readonly #readers = new Map<string, Map<number, AutomationRecord>>();
  /** Automations that find devices by a tag or a group. */
  readonly #searching = new Map<number, AutomationRecord>();

  constructor(deps: DirectoryDeps) {
    this.#deps = deps;
  }

  /** To be called once, before anything is looked up. */
  async load(): Promise<void> {
    for (const row of await this.#deps.repository.listAll()) this.#put(row);
  }

  all(): AutomationRecord[] {
    return inOrder(this.#byId.values());
  }

  find(id: number): AutomationRecord | undefined {
    return this.#byId.get(id);
  }

  /** Those that operate the device, in the order in which they were made. */
  ofDevice(deviceId: number): AutomationRecord[] {
    return inOrder(this.#byDevice.get(deviceId)?.values() ?? []);
  }

  /** The rules whose conditions are about the device, its own ones too; none of another account, whatever espid they name. */
  readersOf(deviceId: number): AutomationRecord[] {
    const device = this.#deps.findDevice(deviceId);
    if (!device) return [];
    const rules = new Map(this.#readers.get(device.espid));
    for (const rule of this.#searching.values()) if (finds(rule, device)) rules.set(rule.id, rule);
    return inOrder(rules.values()).filter(
      (rule) => this.#deps.findDevice(rule.deviceId)?.accountId === device.accountId,
    );
  }

  /** The automations that compare a variable of the device, or write its value in a message. */
  readersOfVariable(device: DeviceRecord, key: string): AutomationRecord[] {
    return [
      ...this.readersOf(device.id).filter(({ definition }) => readsVariable(definition, device, key)),
      ...this.ofDevice(device.id).filter(
        ({ definition }) => variablesInMessages(definition).includes(key) && !readsVariable(definition, device, key),
      ),
    ];
  }

  /** The automations of an account that read one of its alert rules. */
  readersOfAlert(accountId: number, alertRuleId: number): AutomationRecord[] {
    return this.all().filter(
      ({ definition, deviceId }) =>
        alertRulesOf(definition).includes(alertRuleId) && this.#deps.findDevice(deviceId)?.accountId === accountId,
    );
  }

  /** The automations of an account with a condition on the devices of one of its groups. */
  readersOfGroup(accountId: number, groupId: number): AutomationRecord[] {
    return this.all().filter(
      ({ definition, deviceId }) =>
        groupsOf(definition).includes(groupId) && this.#deps.findDevice(deviceId)?.accountId === accountId,
    );
  }

  /** Puts one in, or in the place of the one with its id, and publishes it. */
  put(row: AutomationRecord): void {
    const before = this.#byId.get(row.id) ?? null;
    if (before) this.#drop(before);
    this.#put(row);
    this.#deps.bus.publish(automationChanged, { before, after: row });
  }

  /** Takes one out, and publishes it. */
  remove(row: AutomationRecord): void {
    this.#drop(row);
    this.#deps.bus.publish(automationChanged, { before: row, after: null });
  }

  #put(row: AutomationRecord): void {
    this.#byId.set(row.id, row);
    of(this.#byDevice, row.deviceId).set(row.id, row);
    for (const espid of espidsOf(row)) of(this.#readers, espid).set(row.id, row);
    if (watchesSeveral(row.definition)) this.#searching.set(row.id, row);
  }

  #drop(row: AutomationRecord): void {
    this.#byId.delete(row.id);
    this.#searching.delete(row.id);
    this.#byDevice.get(row.deviceId)?.delete(row.id);
    for (const espid of espidsOf(row)) {
      const rules = this.#readers.get(espid);
      rules?.delete(row.id);
      if (rules?.size === 0) this.#readers.delete(espid);
    }
  }
}

/** One that was changed was put in again: the ids give the order in which they were made. */
const inOrder = (rows: Iterable<AutomationRecord>): AutomationRecord[] => [...rows].sort((a, b) => a.id - b.id);

const espidsOf = ({ definition }: AutomationRecord): string[] => devicesNamedBy(definition);

/** Whether a condition of the automation finds the device. */
const finds = ({ definition }: AutomationRecord, device: DeviceRecord): boolean =>
  readBy(definition).some((condition) => condition.kind === 'devices' && scopeMatcher(condition.scope)(device));

function of<Key>(all: Map<Key, Map<number, AutomationRecord>>, key: Key): Map<number, AutomationRecord> {
  const rows = all.get(key) ?? new Map<number, AutomationRecord>();
  all.set(key, rows);
  return rows;
}
