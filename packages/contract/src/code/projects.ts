import { z } from 'zod';
import { type OutputMode, outputMode, pinName } from '../boards/control.ts';
import { espid } from '../boards/devices.ts';
import { line } from '../text.ts';

/** A variable's key as sketches may declare it (device protocol, 6.4). */
const sketchKey = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,15}$/, 'A letter, then at most 15 letters, digits or underscores.');

/** The library sends numbers of 32 bits. */
const reading = z.number().min(-1e9).max(1e9);

/** What a sketch measures; the generated one sends a number between `min` and `max` until the user puts a sensor's in its place. */
export const sketchVariable = z
  .object({
    key: sketchKey,
    label: line(40),
    unit: line(16),
    min: reading,
    max: reading,
    decimals: z.number().int().min(0).max(3),
  })
  .refine(({ min, max }) => min < max, { path: ['max'], error: 'Must be above the lowest.' });
export type SketchVariable = z.infer<typeof sketchVariable>;

/** A pin that the page can switch; the library drives it by itself. */
export const sketchOutput = z.object({ pin: pinName, name: line(40), mode: outputMode });
export type SketchOutput = z.infer<typeof sketchOutput>;
/** Something that the sketch listens to; `initial` is its value after a start. */
export const sketchEvent = z.object({
  name: line(32).min(1, 'Type the name of the event.'),
  label: line(40),
  initial: line(64).min(1, 'Type a value.'),
});
export type SketchEvent = z.infer<typeof sketchEvent>;

/** A set-up of one's own in place of a kit. */
export const ownSketch = z.object({
  variables: z.array(sketchVariable).max(32),
  outputs: z.array(sketchOutput).max(20),
  events: z.array(sketchEvent).max(20),
  /** The name that the board announces, so that it gets that template's dashboard; null: none. */
  template: z
    .object({
      name: z.string().regex(/^[A-Za-z0-9_-]{1,32}$/, 'Letters, digits, - and _ only.'),
      version: z.number().int().min(0).max(255),
    })
    .nullable(),
  intervalS: z.number().int().min(1).max(3600),
});
export type OwnSketch = z.infer<typeof ownSketch>;

/** What a sketch is made from: a kit, or a set-up of one's own. */
export const sketchSetup = z.object({
  board: z.string().max(32),
  /** The host that boards shall connect to. */
  host: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, 'That is not a host name.'),
  content: z.discriminatedUnion('type', [
    z.object({ type: z.literal('kit'), kit: z.string().max(64) }),
    z.object({ type: z.literal('own'), own: ownSketch }),
  ]),
});
export type SketchSetup = z.infer<typeof sketchSetup>;

/** `arduino`: the `.ino` and its option files; `platformio`: a project with `platformio.ini` and `src/`. */
export const sketchFormat = z.enum(['arduino', 'platformio']);
export type SketchFormat = z.infer<typeof sketchFormat>;

/**
 * `POST /api/sketches/generate` (returns `sketchResponse`) and `POST /api/sketches/zip`. A set-up that is too long for a message or
 * uses a pin wrongly is a 400; its `fields` are paths such as `setup.content.own.variables.0.key`.
 */
export const sketchRequest = z.object({ name: line(40).min(1), setup: sketchSetup, format: sketchFormat });
export type SketchRequest = z.infer<typeof sketchRequest>;

/** A saved set-up. Instants in ms since the epoch. */
export const project = z.object({
  id: z.number().int(),
  name: z.string(),
  setup: sketchSetup,
  espids: z.array(espid),
  createdAt: z.number(),
  /** When name or set-up were saved last; no two versions of a project have the same. */
  updatedAt: z.number(),
});
export type Project = z.infer<typeof project>;
export const projectList = z.object({ projects: z.array(project) });
/** `POST /api/projects`; this and all else that makes or changes a project returns `project`. */
export const projectRequest = z.object({
  name: line(60).min(1, 'Type a name.'),
  setup: sketchSetup,
  espids: z.array(espid).max(200),
});
export type ProjectRequest = z.infer<typeof projectRequest>;

/** The `updatedAt` of the version that was edited; 409 when name or set-up were saved since. Without it, the project is changed as it is. */
const basedOn = z.number().int().optional();
/** `PUT /api/projects/:id` */
export const replaceProject = projectRequest.extend({ basedOn });
const someDevices = projectRequest.shape.espids.optional();
/**
 * `PATCH /api/projects/:id`: what is left out stays. `espids` are all its devices; `link` and `unlink` change some of them and leave
 * those that somebody else linked meanwhile.
 */
export const changeProject = projectRequest.partial().extend({ basedOn, link: someDevices, unlink: someDevices });
export type ChangeProject = z.infer<typeof changeProject>;

/** What the sketch declares against what a linked board really does; `kind` of a finding: */
export const differenceKind = z.enum(['missing', 'undeclared', 'silent', 'template', 'firmware', 'board']);
/** What exactly differs, for clients that word it themselves. */
export const differenceReason = z.enum([
  ...(['never_connected', 'no_values', 'silent_board', 'silent_variable', 'never_sent', 'other_capitals'] as const),
  ...([
    'undeclared_variable',
    'other_board',
    'old_library',
    'unknown_library',
    'board_template',
    'sketch_template',
  ] as const),
  ...(['other_template', 'template_version', 'missing_output', 'other_mode', 'undeclared_output'] as const),
  ...(['missing_events', 'undeclared_event'] as const),
]);
export type DifferenceReason = z.infer<typeof differenceReason>;
type Key = { key: string };
type Output = { pin: string; name: string };
type Templates = { sketch: string; board: string };
/** What the sentence of each reason needs; a pin without a name has an empty one. */
export interface DifferenceValues extends Record<DifferenceReason, Record<string, string | number>> {
  silent_board: { sinceMs: number };
  silent_variable: Key & { sinceMs: number };
  never_sent: Key;
  other_capitals: Key & { sent: string };
  undeclared_variable: Key;
  other_board: { board: string; family: string };
  old_library: { version: string; wanted: string };
  unknown_library: { wanted: string };
  board_template: Pick<Templates, 'board'>;
  sketch_template: Pick<Templates, 'sketch'>;
  other_template: Templates;
  template_version: { name: string; sketch: number; board: number };
  missing_output: Output;
  other_mode: Output & { sketch: OutputMode; control: OutputMode };
  undeclared_output: Output;
  missing_events: { names: string };
  undeclared_event: { name: string };
}
/** `GET /api/projects/:id/difference`, an entry a linked device. No findings: they agree. */
export const projectDifference = z.object({
  devices: z.array(
    z.object({
      espid,
      name: z.string(),
      online: z.boolean(),
      lastSeenAt: z.number().nullable(),
      findings: z.array(
        z.object({
          kind: differenceKind,
          /** The variable, pin or event that it is about; null: the board as a whole. */
          subject: z.string().nullable(),
          reason: differenceReason,
          values: z.record(z.string(), z.union([z.string(), z.number()])),
          /** What is different and what to do, in English. */
          text: z.string(),
        }),
      ),
    }),
  ),
});
export type ProjectDifference = z.infer<typeof projectDifference>;
