import { z } from 'zod';
import { actor, commandState, eventName, eventValue, outputMode, pinName } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { line, rowId } from '../text.ts';

/** An account has at most so many scenes. */
export const maxScenes = 50;
/** A scene has at most so many actions. */
export const maxSceneActions = 32;
/** Events go to a board one by one, and a board takes a number of calls at once (`POST /api/device/:espid/event`). */
export const maxSceneEventsPerDevice = 10;

/** One thing that a scene sets: an output (`digit` 0 or 1, else 0 to 255) or an event, of a device that the account may operate. */
export const sceneAction = z.discriminatedUnion('kind', [
  z.object({ espid, kind: z.literal('output'), pin: pinName, mode: outputMode, value: z.number().int() }),
  z.object({ espid, kind: z.literal('event'), name: eventName, value: eventValue }),
]);
export type SceneAction = z.infer<typeof sceneAction>;

/** What a scene sets, such as `output 4`, as one text for each device. */
export const sceneTargetOf = (action: SceneAction): string =>
  `${action.espid} ${action.kind} ${action.kind === 'output' ? action.pin : action.name}`;

const hasEachTargetOnce = (actions: readonly SceneAction[]): boolean =>
  new Set(actions.map(sceneTargetOf)).size === actions.length;

function hasFewEvents(actions: readonly SceneAction[]): boolean {
  const events = actions.filter(({ kind }) => kind === 'event');
  return [...Map.groupBy(events, (event) => event.espid).values()].every(
    ({ length }) => length <= maxSceneEventsPerDevice,
  );
}

/** `POST /api/scenes` and `PUT /api/scenes/:id`; a name is used once, whatever its case. */
export const sceneRequest = z.object({
  name: line(60).min(1, 'Type a name.'),
  actions: z
    .array(sceneAction)
    .min(1, 'Add what the scene sets.')
    .max(maxSceneActions, `A scene sets at most ${maxSceneActions} outputs and events.`)
    .refine(hasEachTargetOnce, 'Name each output and event once.')
    .refine(hasFewEvents, `A scene sends at most ${maxSceneEventsPerDevice} events to one device.`),
});
export type SceneRequest = z.infer<typeof sceneRequest>;

/**
 * What became of one action: the state of its command, or `refused` when there was none (`reason` is a sentence); null: it is about to
 * be sent. `ms`: how long the board took to acknowledge it.
 */
export const sceneResult = z.object({
  espid,
  kind: z.enum(['output', 'event']),
  /** The pin, or the name of the event. */
  target: z.string(),
  mode: outputMode.nullable(),
  value: z.string(),
  commandId: z.number().int().nullable(),
  state: z.enum([...commandState.options, 'refused']).nullable(),
  ms: z.number().nullable(),
  reason: z.string().nullable(),
});
export type SceneResult = z.infer<typeof sceneResult>;

/** `running` until each board reported or did not: then `done`, `partly` or `failed`. Results stand in the order of the actions. */
export const sceneRun = z.object({
  id: z.number().int(),
  sceneId: z.number().int(),
  /** ms since the epoch. */
  at: z.number(),
  by: actor,
  outcome: z.enum(['running', 'done', 'partly', 'failed']),
  results: z.array(sceneResult),
});
export type SceneRun = z.infer<typeof sceneRun>;

/** An automation that runs a scene. */
export const sceneUser = z.object({
  automationId: z.number().int(),
  espid,
  /** What people call the automation. */
  name: z.string(),
});
export type SceneUser = z.infer<typeof sceneUser>;

/** A named set of outputs and events that one press sets. */
export const scene = sceneRequest.extend({
  id: rowId,
  /** What people call what each action sets, in their order; null: nothing. */
  labels: z.array(z.string().nullable()),
  /** Something in it is locked: people confirm before they run it. */
  locked: z.boolean(),
  usedBy: z.array(sceneUser),
  lastRun: sceneRun.nullable(),
});
export type Scene = z.infer<typeof scene>;

/** `GET /api/scenes`: by name. `allowed`: how many the account may have. */
export const sceneList = z.object({ scenes: z.array(scene), allowed: z.number().int() });
export type SceneList = z.infer<typeof sceneList>;

/** `GET /api/dashboard-scenes/:id`: a scene that a dashboard has a button for. Others than its owner do not see who ran it. */
export const dashboardScene = scene.omit({ usedBy: true });
export type DashboardScene = z.infer<typeof dashboardScene>;
