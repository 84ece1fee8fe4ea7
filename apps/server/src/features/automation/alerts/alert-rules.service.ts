import {
  type AlertCondition,
  type AlertLimits,
  type AlertRule,
  type AlertRulePatch,
  type AlertRuleRequest,
  alertSeverity,
  joined,
} from '@cyno/contract';
import type { EventBus } from '../../../platform/bus/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, badRequest, because, notFound } from '../../../platform/errors.ts';
import type { DeviceGroups } from '../../boards/device-groups/index.ts';
import type { DeviceRecord, Devices } from '../../boards/devices/index.ts';
import { namesAndMore } from '../definitions/index.ts';
import type { AlertRuleDirectory } from './alert-rule-directory.ts';
import type { AlertRuleRecord, AlertRulesRepository } from './alert-rules.repository.ts';
import { devicesInScope } from './alert-scope.ts';
import { alertRulesChanged } from './alerts.events.ts';
import { untilLater } from './alerts.service.ts';
import type { QuietTimes } from './maintenance/quiet-times.ts';
import { type AlertRunner, maxFollowed } from './runner/alert-runner.ts';

const maxRules = 100;
const minuteMs = 60_000;
/** A deleted rule can be restored for so long. */
const undoMs = 24 * 3_600_000;

interface AlertRulesDeps {
  readonly repository: AlertRulesRepository;
  readonly directory: AlertRuleDirectory;
  readonly runner: Pick<AlertRunner, 'apply'>;
  readonly quietTimes: Pick<QuietTimes, 'changed' | 'ruleMuted'>;
  readonly devices: Pick<Devices, 'ofAccount' | 'findOwned'>;
  readonly groups: Pick<DeviceGroups, 'has'>;
  readonly automation: {
    /** What people call the automations that read a rule. */
    readersOfAlert(accountId: number, ruleId: number): string[];
  };
  readonly bus: EventBus;
  readonly clock: Clock;
}

/** What accounts want to be alerted of. */
export class AlertRules {
  readonly #deps: AlertRulesDeps;

  constructor(deps: AlertRulesDeps) {
    this.#deps = deps;
  }

  /** Loads all rules, and gives the built-in one to accounts that lack it. */
  async load(): Promise<void> {
    const { repository, directory, clock } = this.#deps;
    await repository.addBuiltIn(null, clock.now());
    await directory.load();
  }

  /** Gives the account its built-in rule, if it has none yet. */
  async addBuiltIn(accountId: number): Promise<void> {
    const { repository, directory, clock } = this.#deps;
    if (directory.ofAccount(accountId).some(({ builtIn }) => builtIn)) return;
    for (const rule of await repository.addBuiltIn(accountId, clock.now())) directory.put(rule);
  }

  async list(accountId: number): Promise<{ rules: AlertRule[]; allowed: number }> {
    await this.addBuiltIn(accountId);
    const active = await this.#deps.repository.activeOf(accountId);
    const rules = this.#deps.directory.ofAccount(accountId).map((rule) => this.#describe(rule, active));
    return { rules, allowed: maxRules };
  }

  /** The names of the owner's rules that watch a variable of the device. */
  namesReading(device: DeviceRecord, key: string): string[] {
    return this.#deps.directory
      .ofAccount(device.accountId)
      .filter(({ condition }) => 'key' in condition && condition.key === key)
      .filter((rule) => devicesInScope(rule, [device]).length > 0)
      .map((rule) => rule.name ?? `Alert on ${key}`);
  }

  /** The names of the account's rules for the devices of a group. */
  namesOfGroup(accountId: number, groupId: number): string[] {
    return this.#deps.directory
      .ofAccount(accountId)
      .filter(({ scope }) => scope.kind === 'group' && scope.groupId === groupId)
      .map(({ name, condition }) => name ?? ('key' in condition ? `Alert on ${condition.key}` : 'Alert rule'));
  }

  /** Where the variables of a device alert by the enabled rules of its owner, each limit once. */
  limitsOf(device: DeviceRecord): AlertLimits {
    const enabled = this.#deps.directory.ofAccount(device.accountId).filter((rule) => rule.enabled);
    const limits = enabled.flatMap((rule) => {
      const { condition, severity } = rule;
      if (condition.kind !== 'limit' && condition.kind !== 'forecast') return [];
      if (devicesInScope(rule, [device]).length === 0) return [];
      const { key, comparison, threshold: value } = condition;
      return [{ key, comparison, value, severity }];
    });
    const same = Map.groupBy(limits, ({ key, comparison, value }) => `${key} ${comparison} ${value}`);
    return { limits: [...same.values()].flatMap((some) => worst(some) ?? []) };
  }

  /** Throws a 400 for a scope that is not the account's, a 409 when it has 100 rules or follows too much. */
  async add(accountId: number, request: AlertRuleRequest): Promise<AlertRule> {
    const { repository, clock } = this.#deps;
    await this.#check(accountId, request, undefined);
    const rule = await repository.add(accountId, request, { now: clock.now(), limit: maxRules });
    if (!rule) throw tooMany();
    return this.#changed(rule);
  }

  /** As `add`; what is left out stays as it is. Throws a 404 when there is no such rule. */
  async change(accountId: number, id: number, patch: AlertRulePatch): Promise<AlertRule> {
    const { repository, clock } = this.#deps;
    const before = this.#get(accountId, id);
    const request = { ...before, ...patch };
    if (before.builtIn && request.condition.kind !== 'silent') {
      throw badRequest(
        'This rule is about devices that send nothing. Add another rule for anything else.',
        because('alert_rule_of_silence'),
      );
    }
    await this.#check(accountId, request, before);
    const rule = await repository.change(accountId, id, patch, clock.now());
    if (!rule) throw notFound('alert rule', String(id));
    return this.#changed(rule);
  }

  /** Throws a 404 when there is no such rule, a 409 for the built-in one, and one that names the automations that read it. */
  async remove(accountId: number, id: number): Promise<void> {
    const { repository, directory, clock } = this.#deps;
    if (this.#get(accountId, id).builtIn) {
      throw new AppError(
        409,
        'conflict',
        'Each account has this rule. Switch it off instead.',
        because('alert_rule_stays'),
      );
    }
    const readers = this.#deps.automation.readersOfAlert(accountId, id);
    if (readers.length > 0) {
      const names = joined(readers.slice(0, 5).map((name) => `"${name}"`));
      const rest = readers.length > 5 ? `, and ${readers.length - 5} more` : '';
      throw new AppError(
        409,
        'conflict',
        `The rule is read by ${names}${rest}. Change or delete that automation first.`,
        because('alert_rule_in_use', namesAndMore(readers.map((name) => `“${name}”`))),
      );
    }
    if (!(await repository.remove(accountId, id, clock.now()))) throw notFound('alert rule', String(id));
    directory.remove(accountId, id);
    this.#publish(accountId);
  }

  /** Throws a 404 when no such rule was deleted in the last day. */
  async restore(accountId: number, id: number): Promise<AlertRule> {
    const { repository, clock } = this.#deps;
    const rule = await repository.restore(accountId, id, { since: clock.now() - undoMs, limit: maxRules });
    if (rule === undefined) throw notFound('deleted alert rule', String(id));
    if (rule === 'full') throw tooMany();
    return this.#changed(rule);
  }

  /** 0 minutes: people are notified again. Throws a 404 when there is no such rule. */
  async mute(accountId: number, id: number, minutes: number): Promise<AlertRule> {
    const { repository, directory, clock, quietTimes } = this.#deps;
    const rule = await repository.mute(accountId, id, minutes === 0 ? null : clock.now() + minutes * minuteMs);
    if (!rule) throw notFound('alert rule', String(id));
    // At once: what follows may fail, and the rule be changed or deleted meanwhile.
    directory.put(rule);
    this.#publish(accountId);
    await quietTimes.ruleMuted(id, accountId);
    await quietTimes.changed(accountId);
    return this.#describe(rule, await repository.activeOf(accountId));
  }

  /** Forgets what cannot be restored any more. */
  async cleanup(): Promise<void> {
    const { repository, clock } = this.#deps;
    await repository.forget(clock.now() - undoMs);
  }

  #get(accountId: number, id: number): AlertRuleRecord {
    const rule = this.#deps.directory.find(accountId, id);
    if (!rule) throw notFound('alert rule', String(id));
    return rule;
  }

  async #check(accountId: number, request: AlertRuleRequest, before: AlertRuleRecord | undefined): Promise<void> {
    const { devices, groups, directory } = this.#deps;
    const { scope, condition } = request;
    const problem = conditionProblem(condition);
    if (problem !== null) throw problem;
    if (scope.kind === 'devices') {
      // A device that is gone by now must not keep a rule from being changed.
      const known = before?.scope.kind === 'devices' ? before.scope.espids : [];
      const foreign = scope.espids.find((espid) => !devices.findOwned(accountId, espid) && !known.includes(espid));
      if (foreign !== undefined) {
        throw badRequest(
          `There is no device "${foreign}" in your account.`,
          because('device_not_yours', { espid: foreign }),
        );
      }
    }
    if (scope.kind === 'group' && !(await groups.has(accountId, scope.groupId))) {
      throw badRequest('There is no such group in your account.', because('thing_not_found', { thing: 'group' }));
    }
    const all = devices.ofAccount(accountId);
    const others = directory.ofAccount(accountId).filter(({ id, enabled }) => enabled && id !== before?.id);
    const wanted = [...others, ...(request.enabled ? [request] : [])];
    const followed = wanted.reduce((sum, rule) => sum + devicesInScope(rule, all).length, 0);
    if (followed > maxFollowed) {
      throw new AppError(
        409,
        'limit_reached',
        `All rules together would watch ${followed.toLocaleString('en')} times a device, and an account has at most ${maxFollowed.toLocaleString('en')}. Choose fewer devices.`,
        because('alert_rules_watch_too_much', { count: followed, max: maxFollowed }),
      );
    }
  }

  async #changed(rule: AlertRuleRecord): Promise<AlertRule> {
    const { directory, repository } = this.#deps;
    directory.put(rule);
    this.#publish(rule.accountId);
    return this.#describe(rule, await repository.activeOf(rule.accountId));
  }

  #publish(accountId: number): void {
    this.#deps.runner.apply(accountId);
    this.#deps.bus.publish(alertRulesChanged, { accountId });
  }

  #describe(rule: AlertRuleRecord, active: ReadonlyMap<number, number>): AlertRule {
    const { id, name, enabled, severity, scope, condition, builtIn, createdAt, mutedUntil } = rule;
    const devices = devicesInScope(rule, this.#deps.devices.ofAccount(rule.accountId)).length;
    return {
      id,
      name,
      enabled,
      severity,
      scope,
      condition,
      builtIn,
      createdAt,
      devices,
      active: active.get(id) ?? 0,
      mutedUntil: untilLater(mutedUntil, this.#deps.clock.now()),
    };
  }
}

const tooMany = () =>
  new AppError(
    409,
    'limit_reached',
    `An account has at most ${maxRules} alert rules. Delete one you no longer need.`,
    because('too_many_alert_rules', { max: maxRules }),
  );

/** What makes no sense in a condition; null: nothing. */
export function conditionProblem(condition: AlertCondition): AppError | null {
  if (condition.kind !== 'limit' || condition.release === null) return null;
  const { comparison, threshold, release } = condition;
  if (comparison === '>' && release > threshold) {
    return badRequest(`It can only clear at or below ${threshold}.`, because('alert_clears_below', { threshold }));
  }
  if (comparison === '<' && release < threshold) {
    return badRequest(`It can only clear at or above ${threshold}.`, because('alert_clears_above', { threshold }));
  }
  return null;
}

/** One of the most severe. */
const worst = (limits: readonly AlertLimits['limits'][number][]) =>
  limits.toSorted((a, b) => alertSeverity.options.indexOf(b.severity) - alertSeverity.options.indexOf(a.severity))[0];
