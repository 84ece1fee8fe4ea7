import { z } from 'zod';
import { line, notOneLine, oneLine, searched } from '../text.ts';

/** How a pin is driven: `digit` 0 or 1, `pwm` and `DAC` 0 to 255. */
export const outputMode = z.enum(['digit', 'pwm', 'DAC']);
export type OutputMode = z.infer<typeof outputMode>;

export const pinName = z.string().regex(/^[A-Za-z0-9]{1,8}$/, 'That is not the name of a pin.');
export const eventName = z.string().min(1, 'Type the name of the event.').max(32).regex(oneLine, notOneLine);
export const eventValue = z.string().min(1, 'Type a value.').max(64).regex(oneLine, notOneLine);

/** `POST /api/device/:espid/io`: several pins go to the board in one message. */
export const ioRequest = z.object({
  pins: z
    .array(z.object({ pin: pinName, mode: outputMode, value: z.number().int() }))
    .min(1)
    .max(40),
});
export type IoRequest = z.infer<typeof ioRequest>;
/** `POST /api/device/:espid/event` */
export const eventRequest = z.object({ name: eventName, value: eventValue });
export type EventRequest = z.infer<typeof eventRequest>;

/** Which run of an automation it was; `step`: its place among the steps, 0 for the first action. */
export const runReference = z.object({
  automation: z.number().int(),
  dueAt: z.number(),
  phase: z.enum(['start', 'back', 'limit']),
  step: z.number().int(),
});
export type RunReference = z.infer<typeof runReference>;

/**
 * Who or what changed something; `name` is for people: an e-mail, the name of a rule, token, guest pass or public link. `scene`: the name
 * of the scene that they ran. `run`: that of the rule or timer.
 */
export const actor = z.object({
  kind: z.enum(['person', 'token', 'rule', 'timer', 'board', 'pass', 'link']),
  name: z.string().nullable(),
  scene: z.string().optional(),
  run: runReference.optional(),
});
export type Actor = z.infer<typeof actor>;

/**
 * Where a command is: `queued` (waits for its turn or for the board), `sent`, `acknowledged` (the board reported it), `unconfirmed`
 * (sent once to firmware that cannot confirm it), `failed` (no response), `expired` (the board did not come back in time),
 * `superseded` (a newer one for the same target took its place).
 */
export const commandState = z.enum([
  'queued',
  'sent',
  'acknowledged',
  'unconfirmed',
  'failed',
  'expired',
  'superseded',
]);
export type CommandState = z.infer<typeof commandState>;

/** One command and what became of it. Instants in ms since the epoch. */
export const command = z.object({
  id: z.number().int(),
  kind: z.enum(['output', 'event']),
  /** The pin or the name of the event. */
  target: z.string(),
  mode: outputMode.nullable(),
  value: z.string(),
  state: commandState,
  actor,
  createdAt: z.number(),
  /** Not sent before: the second half of a momentary output. */
  notBefore: z.number().nullable(),
  sentAt: z.number().nullable(),
  answeredAt: z.number().nullable(),
  /** What went wrong, as a sentence; null otherwise. */
  reason: z.string().nullable(),
});
export type Command = z.infer<typeof command>;
/** `GET /api/device/:espid/commands`: those of one output or event, newest first. */
export const commandsQuery = z.object({
  kind: z.enum(['output', 'event']),
  target: searched(64).min(1),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
export type CommandsQuery = z.infer<typeof commandsQuery>;
export const commandList = z.object({ commands: z.array(command) });

/** A pin as its owner set it up. `wanted` differs from `reported` while a command is under way; null: not known. */
export const output = z.object({
  pin: z.string(),
  mode: outputMode,
  name: z.string().nullable(),
  /** Confirmed before it is switched. */
  locked: z.boolean(),
  /** Switched back after so long, and never restored; null: it stays as it is set. */
  momentaryMs: z.number().int().nullable(),
  wanted: z.number().nullable(),
  reported: z.number().nullable(),
  reportedAt: z.number().nullable(),
  changedBy: actor.nullable(),
});
export type Output = z.infer<typeof output>;

/** How an event of the sketch is operated. `numeric` holds limits of a slider or number, `choices` the values of a choice. */
export const eventWidget = z.enum(['button', 'switch', 'slider', 'number', 'text', 'choice']);
export type EventWidget = z.infer<typeof eventWidget>;
export const boardEvent = z.object({
  name: z.string(),
  label: z.string().nullable(),
  widget: eventWidget,
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  choices: z.array(z.string()),
  locked: z.boolean(),
  /** Sent once and never restored after the board starts. */
  momentary: z.boolean(),
  wanted: z.string().nullable(),
  reported: z.string().nullable(),
  reportedAt: z.number().nullable(),
  changedBy: actor.nullable(),
});
export type BoardEvent = z.infer<typeof boardEvent>;

/** A pin that the board's chip brings out; empty `modes`: it can only be read. */
export const boardPin = z.object({
  pin: z.string(),
  gpio: z.number().int(),
  modes: z.array(outputMode),
  note: z.string().nullable(),
});
export type BoardPin = z.infer<typeof boardPin>;

/** `GET /api/device/:espid/control`: everything the Control tab shows; `commands` are the newest 50, newest first. */
export const controlState = z.object({
  pins: z.array(boardPin),
  outputs: z.array(output),
  events: z.array(boardEvent),
  commands: z.array(command),
});
export type ControlState = z.infer<typeof controlState>;

/** `PUT /api/device/:espid/outputs/:pin`: sets a pin up; DELETE forgets it. */
export const outputSettings = z.object({
  mode: outputMode,
  name: line(40).nullable(),
  locked: z.boolean(),
  momentaryMs: z.number().int().min(100).max(3_600_000).nullable(),
});
export type OutputSettings = z.infer<typeof outputSettings>;

/** `PUT /api/device/:espid/events/:name`: sets an event up; DELETE forgets it. */
export const eventSettings = z
  .object({
    label: line(40).nullable(),
    widget: eventWidget,
    min: z.number().nullable(),
    max: z.number().nullable(),
    step: z.number().positive().nullable(),
    choices: z.array(eventValue).max(20),
    locked: z.boolean(),
    momentary: z.boolean(),
  })
  .refine(({ min, max }) => min === null || max === null || min < max, {
    path: ['max'],
    error: 'Must be above the lowest.',
  });
export type EventSettings = z.infer<typeof eventSettings>;
