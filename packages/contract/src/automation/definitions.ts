import { z } from 'zod';
import { eventName, eventValue, outputMode, pinName } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { line, oneLine, rowId } from '../text.ts';
import { alertScope } from './alerts.ts';
import { conditionsOf } from './conditions-of.ts';

const noTime = 'Choose a time of the day.';
const secondOfDay = z.number(noTime).int(noTime).min(0, noTime).max(86_399, noTime);
/** 0 = Sunday. */
const weekdays = z
  .array(z.number().int().min(0).max(6))
  .min(1, 'Choose at least one day.')
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'Name each day once.');

const outputAction = z.object({ kind: z.literal('output'), pin: pinName, mode: outputMode, value: z.number().int() });
const eventAction = z.object({ kind: z.literal('event'), name: eventName, value: eventValue });
/**
 * A message to the contacts of the device's owner; `{soil}` in it stands for the newest value of the variable `soil`, `{device}` for the
 * devices whose conditions held, and `{value}` for what the first of them sent.
 */
const notifyAction = z.object({
  kind: z.literal('notify'),
  text: line(200).min(1, 'Type what the message says.'),
});

/** Runs a scene of the device's owner. */
const runSceneAction = z.object({ kind: z.literal('scene'), sceneId: rowId });

/**
 * What an automation does: with outputs 0 or 1 (`digit`) or 0 to 255, with events any text, or it notifies the owner, or runs a scene.
 */
export const automationAction = z.discriminatedUnion('kind', [outputAction, eventAction, notifyAction, runSceneAction]);
export type AutomationAction = z.infer<typeof automationAction>;
/** An action that operates the device of the automation. */
export const switchAction = z.discriminatedUnion('kind', [outputAction, eventAction]);
export type SwitchAction = z.infer<typeof switchAction>;

/** The variables that the text of a message names in braces, in the order in which they stand there. */
export const messageVariables = (text: string): string[] =>
  Array.from(text.matchAll(/\{([^{}]{1,32})\}/g), ([, key = '']) => key);

export const comparison = z.enum(['>', '>=', '<', '<=', '==', '!='], 'Choose how the values are compared.');
export type Comparison = z.infer<typeof comparison>;

/** `release`: it continues holding until the value has passed that one: above 30 until below 28. Booleans count as 1 and 0. */
const compared = {
  key: z.string().min(1, 'Choose a variable.').max(32, 'Choose a variable.').regex(oneLine, 'Choose a variable.'),
  comparison,
  threshold: z.number('Type the number to compare with.'),
  release: z.number().nullable(),
};

/** A variable of any device of the account against a number. */
const valueCondition = z.object({ kind: z.literal('value').optional(), espid, ...compared });
export type ValueCondition = z.infer<typeof valueCondition>;

/**
 * The same of several devices: those of a list, with a tag or in a group, also when they get it later; `match`: whether one of those that
 * send the variable is enough. At most 100 of them are watched.
 */
const devicesCondition = z.object({
  kind: z.literal('devices'),
  scope: alertScope,
  match: z.enum(['any', 'all'], 'Choose whether one device is enough.'),
  ...compared,
});
export type DevicesCondition = z.infer<typeof devicesCondition>;

/**
 * An alert rule of the account, on one device or (`espid` null) on any that it is for: whether its alert lasts (`active`), lasts and
 * nobody acknowledged it, lasts and somebody did, or has cleared since the automation was written.
 */
const alertCondition = z.object({
  kind: z.literal('alert'),
  ruleId: rowId,
  espid: espid.nullable(),
  state: z.enum(['active', 'unacknowledged', 'acknowledged', 'cleared'], 'Choose what the alert must be.'),
});
export type AlertStateCondition = z.infer<typeof alertCondition>;

/** What a rule watches. */
export const ruleCondition = z.discriminatedUnion('kind', [valueCondition, devicesCondition, alertCondition]);
export type RuleCondition = z.infer<typeof ruleCondition>;

/** Conditions that are joined the other way than those beside which they stand. */
const conditionGroup = z
  .array(ruleCondition)
  .min(2, 'A group has at least two conditions.')
  .max(4, 'A group has at most 4 conditions.');

/** From a time of the day to another, which may be earlier: over midnight. */
export const activeHours = z.object({ from: secondOfDay, to: secondOfDay, days: weekdays });

/**
 * What has to hold. `match`: whether all conditions and groups have to, as without it, or any; in a group it is the other way, so that both
 * "a and (b or c)" and "a or (b and c)" can be written. `activeHours`: outside of them it does not hold.
 */
const joinedConditions = z.object({
  match: z.enum(['all', 'any'], 'Choose whether all conditions must hold, or any.').optional(),
  conditions: z.array(ruleCondition).max(4, 'There can be at most 4 conditions outside of groups.'),
  groups: z.array(conditionGroup).max(4, 'There can be at most 4 groups of conditions.').optional(),
  activeHours: activeHours.nullable(),
});
export type JoinedConditions = z.infer<typeof joinedConditions>;

/** The conditions of a step, joined as those of a rule are. */
const stepConditions = joinedConditions
  .extend({ kind: z.literal('joined') })
  .refine((joined) => conditionsOf(joined).length > 0 || joined.activeHours !== null, {
    path: ['conditions'],
    error: 'Add a condition.',
  });

const noWait = 'Wait from 1 second to a day.';

/**
 * What follows on the first action: a further one; a pause; or conditions without which nothing further is done, looked at when its turn
 * comes. A single condition on a variable stands there without more around it.
 */
export const automationStep = z.discriminatedUnion('kind', [
  outputAction,
  eventAction,
  notifyAction,
  runSceneAction,
  z.object({ kind: z.literal('wait'), seconds: z.number(noWait).int(noWait).min(1, noWait).max(86_400, noWait) }),
  z.object({ kind: z.literal('if'), condition: z.discriminatedUnion('kind', [valueCondition, stepConditions]) }),
]);
export type AutomationStep = z.infer<typeof automationStep>;
const steps = z.array(automationStep).max(15, 'At most 15 steps can follow.');

/** So many starts of an automation wait for their turn at most; what comes then is left out, with a line in the run log. */
export const maxQueuedStarts = 10;

/**
 * What a start does while something of an earlier one still waits: it takes the place of that, as without this (`restart`), is left out
 * (`ignore`), or waits for its turn (`queue`).
 */
export const whileRunning = z.enum(['restart', 'ignore', 'queue'], 'Choose what a further start does.');
export type WhileRunning = z.infer<typeof whileRunning>;

const noOffset = 'Choose up to three hours before or after.';

/** When a timer runs, in the account's time zone; the sun's times need the device's location. */
export const timerAt = z.discriminatedUnion('type', [
  z.object({ type: z.literal('time'), secondOfDay }),
  z.object({
    type: z.literal('sun'),
    event: z.enum(['sunrise', 'sunset']),
    offsetMinutes: z.number().int().min(-180, noOffset).max(180, noOffset),
  }),
]);
export type TimerAt = z.infer<typeof timerAt>;

export const timerRepeat = z.discriminatedUnion('type', [
  /** A day of the account's time zone. */
  z.object({ type: z.literal('once'), date: z.iso.date('Choose a date.') }),
  z.object({ type: z.literal('daily') }),
  z.object({ type: z.literal('weekly'), days: weekdays }),
]);
export type TimerRepeat = z.infer<typeof timerRepeat>;

export const timerDefinition = z.object({
  kind: z.literal('timer'),
  at: timerAt,
  repeat: timerRepeat,
  action: automationAction,
  /** What follows on the action. */
  next: steps.optional(),
  whileRunning: whileRunning.optional(),
});
export type TimerDefinition = z.infer<typeof timerDefinition>;

const tooLong = 'Type how long, up to a day.';
const actionValue = z.union([z.number().int(), eventValue]);

/**
 * When its conditions have held for `forSeconds`, `action` is done, once until they have ceased to hold. `back`: the target's value when
 * they cease. `limit`: its value after so many seconds at the latest. `next`: what follows on the action. `otherwise`: what is done when the
 * conditions cease, after `back`; what still waits is left out from there on.
 */
export const ruleDefinition = z.object({
  kind: z.literal('rule'),
  ...joinedConditions.shape,
  forSeconds: z.number().int().min(0).max(86_400, 'A condition can be waited for a day at most.'),
  action: automationAction,
  back: actionValue.nullable(),
  limit: z.object({ seconds: z.number().int().min(1, tooLong).max(86_400, tooLong), value: actionValue }).nullable(),
  next: steps.optional(),
  otherwise: steps.optional(),
  whileRunning: whileRunning.optional(),
});
export type RuleDefinition = z.infer<typeof ruleDefinition>;

export const automationDefinition = z.discriminatedUnion('kind', [
  timerDefinition,
  ruleDefinition.refine((rule) => conditionsOf(rule).length > 0, { path: ['conditions'], error: 'Add a condition.' }),
]);
export type AutomationDefinition = z.infer<typeof automationDefinition>;
