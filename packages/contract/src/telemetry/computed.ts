import { z } from 'zod';
import { errorBody } from '../errors.ts';
import { line } from '../text.ts';

/** The longest formula that is taken, characters. */
export const maxFormulaText = 500;
/** So many variables of a device may be computed. */
export const maxComputedVariables = 32;

/** A formula reads at most so many devices, its own included. */
export const maxFormulaDevices = 8;
/** So many formulas of an account may read other devices than their own. */
export const maxFormulasAcross = 32;

const formula = z.string().max(maxFormulaText);

/** `PUT /api/device/:espid/computed/:key`; a unit or label of null is what follows from the formula and the key. */
export const computedRequest = z.object({
  formula,
  unit: line(12).nullable(),
  label: line(40).min(1, 'Type a name.').nullable(),
});
export type ComputedRequest = z.infer<typeof computedRequest>;

/** A variable that a formula makes of others; `unit` is the one that was chosen, null: the one that follows from the formula. */
export const computedVariable = errorBody.pick({ reason: true, values: true }).extend({
  key: z.string(),
  formula: z.string(),
  unit: z.string().nullable(),
  /** Why it computes nothing, as a sentence; null: it does. `reason` is of it. */
  problem: z.string().nullable(),
  /** How much of the history is gone through, from 0 to 1; null: all of it. */
  recomputed: z.number().nullable(),
});
export type ComputedVariable = z.infer<typeof computedVariable>;

export const computedList = z.object({ variables: z.array(computedVariable), max: z.number().int() });
export type ComputedList = z.infer<typeof computedList>;

/** `POST /api/device/:espid/computed/preview`: what a formula would have made of the last hours. `key` is the variable that has it now. */
export const computedPreviewRequest = z.object({
  formula,
  unit: line(12).nullable(),
  key: z.string().max(128).nullable(),
  hours: z.number().int().min(1).max(168).default(24),
});

/**
 * Results over time, in columns: `values[i]` at `times[i]`, ms since the epoch; null: no result. `thinned`: of averages, where there are
 * too many messages. What counts from the beginning begins at `from`.
 */
export const computedPreview = z.object({
  from: z.number(),
  to: z.number(),
  unit: z.string().nullable(),
  isCondition: z.boolean(),
  thinned: z.boolean(),
  times: z.array(z.number()),
  values: z.array(z.number().nullable()),
});
export type ComputedPreviewRequest = z.infer<typeof computedPreviewRequest>;
export type ComputedPreview = z.infer<typeof computedPreview>;
