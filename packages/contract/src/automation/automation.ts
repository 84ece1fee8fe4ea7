import { z } from 'zod';
import { runReference } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { line } from '../text.ts';
import { automationDefinition, automationStep } from './definitions.ts';
import { runReport } from './run-reports.ts';

/**
 * `POST /api/device/:espid/automations` (responds with 201) and `PUT …/:id`, which return the automation; the name is for people, the sentence stands
 * for it when there is none.
 */
export const automationRequest = z.object({
  name: line(60).nullable(),
  enabled: z.boolean(),
  definition: automationDefinition,
});
export type AutomationRequest = z.infer<typeof automationRequest>;
/** `PATCH /api/device/:espid/automations/:id`; what is left out stays as it is. */
export const automationPatch = automationRequest.partial();
export type AutomationPatch = z.infer<typeof automationPatch>;

/**
 * Where an automation runs and why, as a sentence. `note`: what was changed for the board (a second later, because another timer runs
 * at that second). `delivered`: whether the board has this version of its list; null on the server.
 */
export const automationPlacement = z.object({
  where: z.enum(['board', 'server']),
  reason: z.string(),
  note: z.string().nullable(),
  delivered: z.boolean().nullable(),
});
export type AutomationPlacement = z.infer<typeof automationPlacement>;

/**
 * `start`: the action; `back`: the conditions ceased to hold; `limit`: the time was over. `sent` has no response yet, `done`
 * was reported by the board, `skipped` was not tried (`result` describes why). Instants in ms since the epoch.
 */
export const automationRun = z.object({
  id: z.number().int(),
  automationId: z.number().int(),
  phase: runReference.shape.phase,
  /** Its place among the steps; 0: the first action. */
  step: runReference.shape.step,
  dueAt: z.number(),
  at: z.number(),
  outcome: z.enum(['sent', 'done', 'failed', 'skipped']),
  /** Why it ran, in English: "Soil moisture was 12 %, below 20 for 5 minutes." `whyReport`: for other languages. */
  why: z.string(),
  whyReport: runReport,
  /** What came of it, in English: "D1 on, acknowledged after 84 ms." */
  result: z.string(),
  resultReport: runReport,
});
export type AutomationRun = z.infer<typeof automationRun>;

/** Something that waits for its turn: a step, or (null) a further start. `at`: when it comes, for a start the latest; ms since the epoch. */
export const waitingStep = z.object({ at: z.number(), step: automationStep.nullable() });
export type WaitingStep = z.infer<typeof waitingStep>;

export const automation = z.object({
  id: z.number().int(),
  /** The device whose output or event it operates. */
  espid,
  name: z.string().nullable(),
  enabled: z.boolean(),
  definition: automationDefinition,
  placement: automationPlacement,
  /** The next time of a timer; null: none, or a rule. */
  nextAt: z.number().nullable(),
  /** Whether a rule of the server holds at this moment; null: not known. */
  active: z.boolean().nullable(),
  lastRun: automationRun.nullable(),
  /** What it began and has not done yet, in the order of its turns. */
  waiting: z.array(waitingStep),
});
export type Automation = z.infer<typeof automation>;

/** What of the board's room its list takes; `deliveredAt` null: the board has not got it yet. */
export const boardBudget = z.object({
  count: z.number().int(),
  maxCount: z.number().int(),
  bytes: z.number().int(),
  maxBytes: z.number().int(),
  deliveredAt: z.number().nullable(),
});
export type BoardBudget = z.infer<typeof boardBudget>;

/** `GET /api/device/:espid/automations` */
export const automationState = z.object({
  automations: z.array(automation),
  /** Rules of the account's other devices that read this device's variables. */
  readers: z.array(automation),
  timers: boardBudget,
  rules: boardBudget,
  timeZone: z.string(),
  /** How many automations the device may have; null: no limit. */
  allowed: z.number().int().nullable(),
});
export type AutomationState = z.infer<typeof automationState>;

/** What is allowed in an automation but likely not meant. `target`: the pin, or the name of the event. */
export const automationWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('no_location') }),
  z.object({ code: z.literal('hardly_exact'), key: z.string(), threshold: z.number() }),
  z.object({ code: z.literal('contradicts'), name: z.string(), target: z.string() }),
  z.object({ code: z.literal('set_again'), target: z.string() }),
]);
export type AutomationWarning = z.infer<typeof automationWarning>;

/** `POST /api/device/:espid/automations/preview`: where it would run. `id`: it takes the place of that one. */
export const automationPreviewRequest = z.object({ definition: automationDefinition, id: z.number().int().optional() });
export const automationPreview = z.object({
  placement: automationPlacement,
  timers: boardBudget,
  rules: boardBudget,
  /** What is allowed but likely not meant, in English; `warningReports`: the same in the same order, for other languages. */
  warnings: z.array(z.string()),
  warningReports: z.array(automationWarning),
  nextAt: z.number().nullable(),
});
export type AutomationPreview = z.infer<typeof automationPreview>;

/** `POST /api/device/:espid/automations/dry-run`: what it would have done in the last days. */
export const dryRunRequest = z.object({
  definition: automationDefinition,
  days: z.number().int().min(1).max(31).default(7),
});
export type DryRunRequest = z.infer<typeof dryRunRequest>;
/** A step as it would have been done; `left`: why it was left out with all that follows on it, as a sentence in English. */
const dryRunStep = z.object({
  at: z.number(),
  step: automationStep,
  left: z.string().nullable(),
  leftReport: runReport,
});
export type DryRunStep = z.infer<typeof dryRunStep>;

export const dryRun = z.object({
  from: z.number(),
  to: z.number(),
  /** How often `start` would have happened. */
  count: z.number().int(),
  /** At most 500, oldest first. */
  firings: z.array(
    z.object({
      at: z.number(),
      phase: automationRun.shape.phase,
      why: z.string(),
      whyReport: runReport,
      steps: z.array(dryRunStep),
    }),
  ),
  /** What the rule read, thinned for drawing: pairs of instant and value. */
  series: z.array(z.object({ espid, key: z.string(), points: z.array(z.tuple([z.number(), z.number().nullable()])) })),
  /** How exact it is: from each stored point, or from averages of a minute where those are no longer stored. */
  note: z.string().nullable(),
  noteReport: runReport,
});
export type DryRun = z.infer<typeof dryRun>;

/** Newest first. `dueAt`: those that were due then alone; `automation`: also of another device, of which something is shown at this one. */
export const automationRunsQuery = z.object({
  before: z.coerce.number().int().min(1).optional(),
  automation: z.coerce.number().int().min(1).optional(),
  dueAt: z.coerce.number().int().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const automationRuns = z.object({ runs: z.array(automationRun) });
