import { z } from 'zod';

const side = z.enum(['above', 'below']);
const seconds = z.number();
const ms = z.number();
/** What the variable is called, and its unit; empty when it has none. */
const variable = { label: z.string(), unit: z.string() };
const limit = { side, limit: z.number() };
const value = z.number();
const usualAtThisHour = { low: z.number(), high: z.number() };

/** One thing that an alert reports, as a code with values, so that everybody reads it in their own language. */
export const alertStatement = z.discriminatedUnion('code', [
  z.object({ code: z.literal('past_limit'), ...variable, ...limit, value, seconds }),
  z.object({ code: z.literal('within_limit'), ...variable, ...limit, value }),
  z.object({ code: z.literal('was_text'), ...variable }),
  z.object({ code: z.literal('moved'), ...variable, from: value, to: value, seconds }),
  z.object({ code: z.literal('steady'), ...variable, amount: value, seconds }),
  /** `usualMs` null: it does not send at regular intervals. */
  z.object({ code: z.literal('silent'), ms, usualMs: ms.nullable() }),
  /** `ms` null: it is not known for how long it was silent. */
  z.object({ code: z.literal('sends_again'), ms: ms.nullable() }),
  z.object({ code: z.literal('will_pass'), ...variable, ...limit, value, ms, perHour: z.number() }),
  z.object({ code: z.literal('has_passed'), ...variable, ...limit, value }),
  z.object({ code: z.literal('will_not_pass'), ...variable, ...limit, ms }),
  z.object({ code: z.literal('unusual'), ...variable, ...usualAtThisHour, value, seconds }),
  z.object({ code: z.literal('usual_again'), ...variable, ...usualAtThisHour, value }),
  z.object({ code: z.literal('stuck'), ...variable, value, ms }),
  z.object({ code: z.literal('moves_again'), ...variable, value }),
  z.object({ code: z.literal('command_failed'), target: z.string() }),
  z.object({ code: z.literal('command_acknowledged'), target: z.string() }),
  z.object({ code: z.literal('update_failed') }),
  z.object({ code: z.literal('update_succeeded') }),
  /** Why, as the board or the server reported it in English. */
  z.object({ code: z.literal('reason'), text: z.string() }),
  z.object({ code: z.literal('day_over') }),
  z.object({ code: z.literal('flapping'), times: z.number().int(), minutes: z.number().int() }),
  z.object({ code: z.literal('rule_changed') }),
  z.object({ code: z.literal('rule_deleted') }),
  z.object({ code: z.literal('rule_disabled') }),
  z.object({ code: z.literal('rule_elsewhere') }),
  z.object({ code: z.literal('rule_snoozed') }),
  z.object({ code: z.literal('device_gone') }),
  z.object({ code: z.literal('device_paused') }),
  z.object({ code: z.literal('maintenance') }),
]);
export type AlertStatement = z.infer<typeof alertStatement>;

/** What an alert reports, in the order in which it is read; empty: nothing, or what an older version stored as `text` alone. */
export const alertReport = z.array(alertStatement);
export type AlertReport = z.infer<typeof alertReport>;
