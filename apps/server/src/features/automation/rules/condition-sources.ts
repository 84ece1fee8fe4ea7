import {
  type AlertScope,
  conditionsOf,
  type DeviceVariable,
  displayName,
  type JoinedConditions,
  type RunFact,
  type RunReport,
} from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { AlertFactsRepository } from './alert-facts.repository.ts';
import { evaluateOnce } from './evaluate-once.ts';
import { numberOf, type Reading } from './reading.ts';
import type { AlertFact } from './watches/alert-watch.ts';
import type { KnownValues } from './watches/joined-watch.ts';
import type { RuleSurroundings, Variable, VariableNames } from './watches/watch.ts';

interface SourcesDeps {
  readonly alertFacts: Pick<AlertFactsRepository, 'listNewest' | 'ruleNames'>;
  readonly telemetry: Pick<Telemetry, 'variables'>;
  readonly clock: Clock;
  findOwned(accountId: number, espid: string): DeviceRecord | undefined;
  /** Devices of the account that a condition on several is about now. */
  devicesIn(accountId: number, scope: AlertScope): DeviceRecord[];
  timeZoneOf(device: DeviceRecord): string;
}

/** What the conditions of an account read: what its boards sent last, and its alerts; and what people call all of it. */
export class ConditionSources {
  readonly #deps: SourcesDeps;

  constructor(deps: SourcesDeps) {
    this.#deps = deps;
  }

  zoneOf(device: DeviceRecord): string {
    return this.#deps.timeZoneOf(device);
  }

  /** What the conditions of an automation of a device are judged by. */
  surroundingsOf(device: DeviceRecord, times: Pick<RuleSurroundings, 'startedAt' | 'writtenAt'>): RuleSurroundings {
    return {
      ...times,
      zone: this.zoneOf(device),
      names: (variable) => this.#names(variable, device),
      device: (espid) => this.#nameOf(device.accountId, espid),
    };
  }

  /** What the boards of an account sent last, and the devices that its conditions are about. */
  valuesOf(accountId: number): KnownValues {
    return {
      reading: (variable) => this.#reading(accountId, variable),
      espidsIn: (scope) => this.#deps.devicesIn(accountId, scope).map(({ espid }) => espid),
    };
  }

  /** How the newest alert of each rule stands on each device. */
  alertsOf(accountId: number, ruleIds: readonly number[]): Promise<AlertFact[]> {
    return this.#deps.alertFacts.listNewest({ accountId, ruleIds });
  }

  /** Why the conditions of a step do not hold at this moment, or null with what makes them hold. */
  async evaluate(
    joined: JoinedConditions,
    { device, writtenAt }: { readonly device: DeviceRecord; readonly writtenAt: number },
  ): Promise<{ left: RunReport | null; facts: RunFact[] }> {
    const { clock, alertFacts } = this.#deps;
    const { accountId } = device;
    const ruleIds = conditionsOf(joined).flatMap((one) => (one.kind === 'alert' ? [one.ruleId] : []));
    const [alerts, ruleNames] =
      ruleIds.length === 0
        ? [[], new Map<number, string | null>()]
        : await Promise.all([this.alertsOf(accountId, ruleIds), alertFacts.ruleNames({ accountId, ruleIds })]);
    const now = clock.now();
    return evaluateOnce(joined, {
      ...this.valuesOf(accountId),
      surroundings: this.surroundingsOf(device, { startedAt: now, writtenAt }),
      alerts,
      ruleName: (id) => ruleNames.get(id) ?? null,
      now,
    });
  }

  #names({ espid, key }: Variable, device: DeviceRecord): VariableNames {
    const { label = key, unit = '' } = this.#variable(device.accountId, { espid, key }) ?? {};
    if (espid === device.espid) return { label, unit, device: null };
    return { label, unit, device: this.#nameOf(device.accountId, espid) };
  }

  #nameOf(accountId: number, espid: string): string {
    return displayName(this.#deps.findOwned(accountId, espid) ?? { espid, name: espid }, 'en');
  }

  #reading(accountId: number, variable: Variable): Reading | undefined {
    const known = this.#variable(accountId, variable);
    if (!known || known.value === null || known.at === null) return undefined;
    // Of messages that come at once each gets a millisecond of its own, ahead of the clock: what comes next must not be older.
    const at = Math.min(known.at, this.#deps.clock.now());
    return { value: numberOf(known.value), at, intervalMs: known.intervalMs };
  }

  #variable(accountId: number, { espid, key }: Variable): DeviceVariable | undefined {
    const device = this.#deps.findOwned(accountId, espid);
    return device && this.#deps.telemetry.variables(device.id).find((variable) => variable.key === key);
  }
}
