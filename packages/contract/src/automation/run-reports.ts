import { z } from 'zod';
import { activeHours, comparison, switchAction, timerAt, timerRepeat } from './definitions.ts';

const ms = z.number();
const seconds = z.number();
const count = z.number().int();
/**
 * What a variable is called, the device that it belongs to where that is another one (null: the automation's own; empty: the reader may not
 * know which), and its unit or ''.
 */
const variable = { label: z.string(), device: z.string().nullable(), unit: z.string() };
const compared = { value: z.number(), comparison, threshold: z.number() };
/** `name` null: the alert rule has none, or it is not for the reader to know. */
const alertOf = {
  name: z.string().nullable(),
  state: z.enum(['active', 'unacknowledged', 'acknowledged', 'cleared']),
};

/** Something that made a condition hold; `more`: so many devices that are not named. */
export const runFact = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), ...variable, ...compared }),
  z.object({ kind: z.literal('alert'), ...alertOf, device: z.string() }),
  z.object({ kind: z.literal('more'), count }),
]);
export type RunFact = z.infer<typeof runFact>;

/** One thing that is reported about a run of an automation, as a code with values, so that everybody reads it in their own language. */
export const runStatement = z.discriminatedUnion('code', [
  // Why it ran.
  /** `lateMs` null: it ran in time. */
  z.object({ code: z.literal('due'), at: timerAt, repeat: timerRepeat, lateMs: ms.nullable() }),
  z.object({ code: z.literal('held'), facts: z.array(runFact), seconds }),
  /** What an "only if" found, so that what follows on it was done. */
  z.object({ code: z.literal('continued'), facts: z.array(runFact) }),
  /** `release` null: it ceased with the threshold itself. */
  z.object({ code: z.literal('ceased'), ...variable, ...compared, release: z.number().nullable() }),
  z.object({ code: z.literal('was_text'), ...variable }),
  z.object({ code: z.literal('not_reported'), ...variable, ms }),
  z.object({ code: z.literal('alert_ceased'), ...alertOf }),
  z.object({ code: z.literal('more_ceased'), count }),
  z.object({ code: z.literal('no_devices') }),
  z.object({ code: z.literal('hours_over') }),
  z.object({ code: z.literal('time_over'), seconds }),
  z.object({ code: z.literal('started_often'), times: count }),
  /** `ms` null: it is not known how long. */
  z.object({ code: z.literal('waited'), ms: ms.nullable() }),
  z.object({ code: z.literal('board_ran') }),
  z.object({ code: z.literal('board_has_timer') }),
  // What came of it.
  /** `action` null: it is not known any more. `ms` null: it is not known how long that took. */
  z.object({ code: z.literal('acknowledged'), action: switchAction.nullable(), ms: ms.nullable() }),
  z.object({ code: z.literal('unconfirmed'), action: switchAction.nullable() }),
  z.object({ code: z.literal('board_reported'), action: switchAction.nullable() }),
  /** What is sent, in the log of the device. */
  z.object({ code: z.literal('switched'), action: switchAction }),
  z.object({ code: z.literal('scene_started'), scene: z.string() }),
  z.object({ code: z.literal('superseded') }),
  /** Why, as the board or the server reported it in English. */
  z.object({ code: z.literal('reason'), text: z.string() }),
  /** Empty: it is not for the reader to know, as the name of the scene. */
  z.object({ code: z.literal('message_queued'), subject: z.string() }),
  z.object({ code: z.literal('scene_ended'), scene: z.string(), done: count, count }),
  z.object({ code: z.literal('not_sent') }),
  z.object({ code: z.literal('missed'), ms }),
  z.object({ code: z.literal('switched_off') }),
  z.object({ code: z.literal('cancelled') }),
  z.object({ code: z.literal('still_running') }),
  z.object({ code: z.literal('queue_full'), max: count }),
  z.object({ code: z.literal('not_reported_by_board') }),
  z.object({ code: z.literal('board_away') }),
  z.object({ code: z.literal('server_away') }),
  z.object({ code: z.literal('no_location') }),
  z.object({ code: z.literal('no_sunrise') }),
  z.object({ code: z.literal('no_sunset') }),
  z.object({ code: z.literal('unknown'), ...variable }),
  z.object({ code: z.literal('outdated'), ...variable }),
  z.object({ code: z.literal('not_held'), ...variable, ...compared }),
  z.object({ code: z.literal('alert_not_held'), ...alertOf }),
  z.object({ code: z.literal('outside_hours'), ...activeHours.shape }),
  z.object({ code: z.literal('rest_left_out') }),
  // How exact a dry run is.
  z.object({ code: z.literal('on_days'), count }),
  z.object({ code: z.literal('averages') }),
]);
export type RunStatement = z.infer<typeof runStatement>;

/** What is reported about a run, in the order in which it is read; empty: nothing, or what an older version stored in English alone. */
export const runReport = z.array(runStatement);
export type RunReport = z.infer<typeof runReport>;
