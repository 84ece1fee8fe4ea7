import { z } from 'zod';
import { deviceTag, espid } from '../boards/devices.ts';
import { line, oneLine, rowId } from '../text.ts';
import { alertReport } from './alert-reports.ts';

/** How much an alert matters: `info` is only shown, people are notified of `warning` once and of `critical` until somebody acknowledges it. */
export const alertSeverity = z.enum(['info', 'warning', 'critical'], 'Choose how much it matters.');
export type AlertSeverity = z.infer<typeof alertSeverity>;

const key = z.string().min(1, 'Choose a variable.').max(32, 'Choose a variable.').regex(oneLine, 'Choose a variable.');
const amount = z.number('Type a number.');
const positive = amount.positive('Type a number above 0.');
const noTime = 'Choose up to a day.';
/** For so long a state has to last, seconds. */
const forSeconds = z.number(noTime).int().min(0, noTime).max(86_400, noTime);
const noSpan = 'Choose from 10 seconds to a week.';
const span = z
  .number(noSpan)
  .int()
  .min(10, noSpan)
  .max(7 * 86_400, noSpan);

/**
 * What an alert is about, on each device that its rule is for. Times in seconds, amounts in the unit of the variable.
 *
 * - `limit`: the variable is above or below `threshold` for `forSeconds`; it clears when it has been at or beyond `release` (null: on
 *   the other side of `threshold`) for `clearSeconds`.
 * - `change`: it rose or fell by `amount` or more within `seconds`.
 * - `stuck`: it was reported and did not move by more than `tolerance` for `seconds`.
 * - `forecast`: at its present slope it will pass `threshold` within `withinSeconds`.
 * - `unusual`: it is outside of what it usually is at this hour of the day, by `times` the usual spread, for `forSeconds`.
 * - `silent`: the device sent nothing for `seconds`; null: for much longer than its usual interval, which is learned.
 * - `command-failed`, `update-failed`: a command or a firmware update of the device failed.
 * - `signal`: its Wi-Fi signal is below `threshold` dBm for `forSeconds`. Commands and updates clear when the same succeeds, or after a day.
 */
export const alertCondition = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limit'),
    key,
    comparison: z.enum(['>', '<'], 'Choose above or below.'),
    threshold: amount,
    release: amount.nullable(),
    forSeconds,
    clearSeconds: forSeconds,
  }),
  z.object({
    kind: z.literal('change'),
    key,
    direction: z.enum(['rises', 'falls', 'either']),
    amount: positive,
    seconds: span,
  }),
  z.object({ kind: z.literal('stuck'), key, tolerance: amount.min(0, 'Type 0 or more.'), seconds: span }),
  z.object({
    kind: z.literal('forecast'),
    key,
    comparison: z.enum(['>', '<'], 'Choose above or below.'),
    threshold: amount,
    withinSeconds: span,
  }),
  z.object({
    kind: z.literal('unusual'),
    key,
    times: amount.min(2, 'Type from 2 to 20.').max(20, 'Type from 2 to 20.'),
    forSeconds,
  }),
  z.object({ kind: z.literal('silent'), seconds: span.nullable() }),
  z.object({ kind: z.literal('command-failed') }),
  z.object({ kind: z.literal('update-failed') }),
  z.object({
    kind: z.literal('signal'),
    threshold: amount.min(-120, 'Type from -120 to 0.').max(0, 'Type from -120 to 0.'),
    forSeconds,
  }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;
export type AlertKind = AlertCondition['kind'];

/** A rule names at most so many devices. */
export const maxRuleDevices = 100;

/** The account's devices that a rule is for, each with a state of its own: those with a tag or in a group come and go by themselves. */
export const alertScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({
    kind: z.literal('devices'),
    espids: z
      .array(espid)
      .min(1, 'Choose a device.')
      .max(maxRuleDevices, `At most ${maxRuleDevices} devices.`)
      .refine((espids) => new Set(espids).size === espids.length, 'Name each device once.'),
  }),
  z.object({ kind: z.literal('tag'), tag: deviceTag }),
  z.object({ kind: z.literal('group'), groupId: rowId }),
]);
export type AlertScope = z.infer<typeof alertScope>;

/** `POST /api/alert-rules` (responds with 201) and `PUT /api/alert-rules/:id`; without a name its sentence stands for it. */
export const alertRuleRequest = z.object({
  name: line(60).nullable(),
  enabled: z.boolean(),
  severity: alertSeverity,
  scope: alertScope,
  condition: alertCondition,
});
export type AlertRuleRequest = z.infer<typeof alertRuleRequest>;
/** `PATCH /api/alert-rules/:id`; what is left out stays as it is. */
export const alertRulePatch = alertRuleRequest.partial();
export type AlertRulePatch = z.infer<typeof alertRulePatch>;

/** A rule of an account. `devices`: how many it is for now. `active`: how many of them have an alert that is not cleared. */
export const alertRule = alertRuleRequest.extend({
  id: rowId,
  /** The rule "no data" that each account has from the start; it can be changed and switched off, not deleted. */
  builtIn: z.boolean(),
  devices: z.number().int(),
  active: z.number().int(),
  /** Until when nobody is notified of it, ms since the epoch; null: people are. */
  mutedUntil: z.number().nullable(),
  createdAt: z.number(),
});
export type AlertRule = z.infer<typeof alertRule>;

export const alertRules = z.object({
  rules: z.array(alertRule),
  /** How many rules the account may have. */
  allowed: z.number().int(),
});

/** A value beyond which a variable alerts. */
export const alertLimit = z.object({
  key: z.string(),
  comparison: z.enum(['>', '<']),
  value: z.number(),
  severity: alertSeverity,
});
export type AlertLimit = z.infer<typeof alertLimit>;

/**
 * `GET /api/device/:espid/alert-limits`: the values beyond which a variable of the device alerts, or will by its forecast, by the enabled
 * rules of its owner; of equal ones the one that matters most.
 */
export const alertLimits = z.object({ limits: z.array(alertLimit) });
export type AlertLimits = z.infer<typeof alertLimits>;

/**
 * `pending`: its condition holds, but not yet for long enough. `active`: it holds. `acknowledged`: it holds and somebody knows.
 * `cleared`: it no longer holds.
 */
export const alertState = z.enum(['pending', 'active', 'acknowledged', 'cleared']);
export type AlertState = z.infer<typeof alertState>;

/** An alert: one device whose rule held, from the instant when it became pending. Instants in ms since the epoch. */
export const alert = z.object({
  id: rowId,
  /** Null: the rule was deleted since. */
  ruleId: rowId.nullable(),
  espid,
  device: z.string(),
  severity: alertSeverity,
  state: alertState,
  kind: z.enum(alertCondition.options.map((option) => option.shape.kind.value)),
  /** The variable that it is about; null: the device itself. */
  key: z.string().nullable(),
  /** What is wrong, as a sentence in English: "Temperature was 34 °C, above 30 °C for 5 minutes." `report`: for other languages. */
  text: z.string(),
  report: alertReport,
  /** The number that made it active and the limit that it passed; null where there is none. */
  value: z.number().nullable(),
  limit: z.number().nullable(),
  startedAt: z.number(),
  activeAt: z.number().nullable(),
  acknowledgedAt: z.number().nullable(),
  /** The e-mail of who acknowledged it; null: nobody, or for people who may only look. */
  acknowledgedBy: z.string().nullable(),
  clearedAt: z.number().nullable(),
  /** It is active, and the account may operate its device, or an escalation passed it on to the account. */
  mayAcknowledge: z.boolean(),
  /** Nobody is notified of it until then, because somebody snoozed it; null: people are. */
  mutedUntil: z.number().nullable(),
  /** Its device was in maintenance when it became active. */
  duringMaintenance: z.boolean(),
});
export type Alert = z.infer<typeof alert>;

/**
 * `GET /api/alerts`, newest first: those of the account's own devices and of those shared with it. `open`: what is active or
 * acknowledged; `history`: also what was cleared. `before`: the id of the last one of the page before.
 */
export const alertsQuery = z.object({
  show: z.enum(['open', 'history']).default('open'),
  espid: espid.optional(),
  severity: alertSeverity.optional(),
  rule: z.coerce.number().int().min(1).optional(),
  from: z.coerce.number().int().min(0).max(8.64e15).optional(),
  to: z.coerce.number().int().min(0).max(8.64e15).optional(),
  before: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;

export const alertList = z.object({
  alerts: z.array(alert),
  more: z.boolean(),
  /** How many are active and not acknowledged, of everything that the account may see. */
  active: z.object({ info: z.number().int(), warning: z.number().int(), critical: z.number().int() }),
});
export type AlertList = z.infer<typeof alertList>;

/** What became of an alert, and who did it; null: the rule itself. `resumed`: a snooze or maintenance was over, and people were notified. */
export const alertChange = z.object({
  at: z.number(),
  to: z.enum([...alertState.options, 'muted', 'unmuted', 'resumed']),
  by: z.string().nullable(),
  text: z.string(),
  report: alertReport,
});

/** `GET /api/alerts/:id` */
export const alertDetails = alert.extend({ changes: z.array(alertChange) });
export type AlertDetails = z.infer<typeof alertDetails>;

const ids = z.array(rowId).min(1).max(500, 'At most 500 alerts at once.');
/** `POST /api/alerts/acknowledge` */
export const acknowledgeRequest = z.object({ ids });
/** `POST /api/alerts/mute` snoozes: nobody is notified of them for so long, then of what is still active; 0: of that now. */
export const muteRequest = z.object({
  ids,
  minutes: z
    .number()
    .int()
    .min(0)
    .max(90 * 24 * 60, 'Choose up to 90 days.'),
});
/** What was changed; those that were cleared or already so are left out. */
export const changedAlerts = z.object({ alerts: z.array(alert) });

/** `POST /api/alert-rules/:id/mute` snoozes all alerts of the rule: nobody is notified of them for so long, then of what is still active; 0: of that now. */
export const muteRuleRequest = muteRequest.omit({ ids: true });

/** `POST /api/alert-rules/dry-run`: what the rule would have done to one device in the last days. */
export const alertDryRunRequest = z.object({
  espid,
  condition: alertCondition,
  days: z.number().int().min(1).max(366).default(7),
});
export type AlertDryRunRequest = z.infer<typeof alertDryRunRequest>;
export const alertDryRun = z.object({
  from: z.number(),
  to: z.number(),
  /** How often it would have become active, and how many of these in the night (22:00 to 6:00 in the device's time zone). */
  count: z.number().int(),
  atNight: z.number().int(),
  /** At most 500, oldest first; `clearedAt` null: it lasts. */
  alerts: z.array(
    z.object({ activeAt: z.number(), clearedAt: z.number().nullable(), text: z.string(), report: alertReport }),
  ),
  /** The variable, thinned for drawing: pairs of instant and value. Empty where the rule is about none. */
  series: z.array(z.tuple([z.number(), z.number().nullable()])),
  /** How exact it is, as a sentence; null: from each stored point. */
  note: z.string().nullable(),
});
export type AlertDryRun = z.infer<typeof alertDryRun>;
