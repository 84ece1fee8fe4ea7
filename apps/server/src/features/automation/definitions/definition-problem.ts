import {
  type AlertScope,
  type AlertStateCondition,
  type AutomationAction,
  type AutomationDefinition,
  type AutomationStep,
  conditionsOf,
  conditionsOfStep,
  type DevicesCondition,
  type DeviceVariable,
  hiddenDevice,
  type JoinedConditions,
  messageVariables,
  type RuleCondition,
  type RuleDefinition,
  type SwitchAction,
  stepsOf,
  type ValueCondition,
} from '@cyno/contract';
import { actionProblem } from '@cyno/device-protocol';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { isSwitch } from './rule-conflicts.ts';

interface Surroundings {
  /** Whose output or event it operates. */
  readonly device: DeviceRecord;
  /** A device of the same account. */
  findDevice(espid: string): DeviceRecord | undefined;
  variablesOf(deviceId: number): DeviceVariable[];
  /** Whether the scene is the owner's of the device, and is theirs to use who writes the automation. */
  hasScene(sceneId: number): boolean;
  /** The same of an alert rule. */
  hasAlertRule(ruleId: number): boolean;
  /** Devices that a condition on several is about now; null: they may not be searched by that. */
  devicesIn(scope: AlertScope): DeviceRecord[] | null;
}

/** A 400 that describes why an automation cannot be stored and what to do, or null. */
export function definitionProblem(definition: AutomationDefinition, surroundings: Surroundings): AppError | null {
  for (const step of [definition.action, ...stepsOf(definition)]) {
    const problem = problemOfStep(step, surroundings);
    if (problem !== null) return problem;
  }
  if (definition.kind === 'timer') return null;
  return joinedProblem(definition, surroundings) ?? endProblem(definition, surroundings);
}

function joinedProblem(joined: JoinedConditions, surroundings: Surroundings): AppError | null {
  for (const condition of conditionsOf(joined)) {
    const found = conditionProblem(condition, surroundings);
    if (found !== null) return found;
  }
  return null;
}

function problemOfStep(step: AutomationStep, surroundings: Surroundings): AppError | null {
  if (step.kind === 'wait') return null;
  return step.kind === 'if' ? joinedProblem(conditionsOfStep(step), surroundings) : problemOfAction(step, surroundings);
}

function problemOfAction(action: AutomationAction, { device, variablesOf, hasScene }: Surroundings): AppError | null {
  if (isSwitch(action)) return switchProblem(action, device);
  if (action.kind === 'scene') {
    return hasScene(action.sceneId)
      ? null
      : badRequest(
          "There is no such scene of yours. Only the device's owner can use scenes here.",
          because('scene_not_yours'),
        );
  }
  const known = new Set([...variablesOf(device.id).map(({ key }) => key), 'device', 'value']);
  const unknown = messageVariables(action.text).find((key) => !known.has(key));
  return unknown === undefined
    ? null
    : badRequest(
        `${device.name} has not sent a variable "${unknown}". Name one that it sends in the braces, or leave them out.`,
        because('message_variable_unknown', { device: device.name, key: unknown }),
      );
}

function switchProblem(action: SwitchAction, { family }: DeviceRecord): AppError | null {
  const problem = actionProblem(family, action);
  if (problem === null) return null;
  const isOutput = action.kind === 'output';
  return badRequest(problem, isOutput ? because('pin_impossible', { pin: action.pin }) : because('event_invalid'));
}

function conditionProblem(condition: RuleCondition, surroundings: Surroundings): AppError | null {
  if (condition.kind === 'alert') return alertProblem(condition, surroundings);
  const problem =
    condition.kind === 'devices' ? devicesProblem(condition, surroundings) : valueProblem(condition, surroundings);
  return problem ?? releaseProblem(condition);
}

function alertProblem(
  { ruleId, espid }: AlertStateCondition,
  { hasAlertRule, findDevice }: Surroundings,
): AppError | null {
  if (!hasAlertRule(ruleId)) {
    return badRequest(
      "There is no such alert rule of yours. Only the device's owner can use alerts here.",
      because('alert_rule_not_yours'),
    );
  }
  return espid === null || findDevice(espid) ? null : noDevice(espid);
}

function devicesProblem({ scope, key }: DevicesCondition, surroundings: Surroundings): AppError | null {
  const foreign = scope.kind === 'devices' ? scope.espids.find((espid) => !surroundings.findDevice(espid)) : undefined;
  if (foreign !== undefined) return noDevice(foreign);
  const devices = surroundings.devicesIn(scope);
  if (devices === null)
    return badRequest(
      "Only the device's owner can find devices by a tag or a group here. Choose single devices.",
      because('scope_for_owner'),
    );
  const variables = devices.flatMap(({ id }) => surroundings.variablesOf(id).filter((one) => one.key === key));
  if (variables.length === 0)
    return badRequest(
      `None of these devices has sent a variable "${key}". Choose one that they send.`,
      because('variable_of_none', { key }),
    );
  return variables.every(({ value }) => typeof value === 'string') ? notNumeric(key) : null;
}

const noDevice = (espid: string): AppError =>
  espid === hiddenDevice
    ? badRequest(
        'It reads a device that is not shared with you. Remove that part, or let the owner make the change.',
        because('device_hidden'),
      )
    : badRequest(
        `There is no device "${espid}" in your account. Choose one of your devices.`,
        because('device_not_yours', { espid }),
      );
const notNumeric = (key: string): AppError =>
  badRequest(
    `"${key}" is a text, and rules compare numbers. Choose another variable.`,
    because('variable_is_text', { key }),
  );

function valueProblem({ espid, key }: ValueCondition, { findDevice, variablesOf }: Surroundings): AppError | null {
  const device = findDevice(espid);
  if (!device) return noDevice(espid);
  const variable = variablesOf(device.id).find((one) => one.key === key);
  if (!variable) {
    return badRequest(
      `${device.name} has not sent a variable "${key}". Choose one that it sends, or wait until it has sent it.`,
      because('variable_not_sent', { device: device.name, key }),
    );
  }
  return typeof variable.value === 'string' ? notNumeric(key) : null;
}

function releaseProblem({ comparison, threshold, release }: ValueCondition | DevicesCondition): AppError | null {
  if (release === null) return null;
  if (comparison === '==' || comparison === '!=')
    return badRequest('Only "above" and "below" can hold on until another value.', because('release_without_side'));
  const isAbove = comparison === '>' || comparison === '>=';
  if (isAbove ? release < threshold : release > threshold) return null;
  return isAbove
    ? badRequest(
        `It must hold on until a value below ${threshold}. Change one of the two numbers.`,
        because('release_not_below', { threshold }),
      )
    : badRequest(
        `It must hold on until a value above ${threshold}. Change one of the two numbers.`,
        because('release_not_above', { threshold }),
      );
}

/** What the target becomes afterwards has to be a value that it can have, and another one. */
function endProblem({ action, back, limit }: RuleDefinition, { device }: Surroundings): AppError | null {
  if (!isSwitch(action)) {
    if (back === null && limit === null) return null;
    const what = action.kind === 'notify' ? 'A message that was sent stays sent.' : 'A scene cannot be undone.';
    return badRequest(
      `${what} Remove the time limit and what is set when the conditions no longer hold.`,
      because(action.kind === 'notify' ? 'message_stays' : 'scene_stays'),
    );
  }
  for (const value of [back, limit?.value ?? null]) {
    if (value === null) continue;
    const problem = switchProblem(
      action.kind === 'output'
        ? { ...action, value: typeof value === 'number' ? value : Number.NaN }
        : { ...action, value: String(value) },
      device,
    );
    if (problem !== null) return problem;
    if (String(value) === String(action.value))
      return badRequest('It would be the same afterwards as before. Choose another value.', because('end_unchanged'));
  }
  return null;
}
