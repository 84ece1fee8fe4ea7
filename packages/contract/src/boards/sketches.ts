import { z } from 'zod';
import { languageCodes } from '../languages.ts';
import { boardPin, eventWidget, outputMode } from './control.ts';
import { boardFamily } from './devices.ts';

/** A board to make sketches for; `pins` are those that it brings out, with what to know before using one. */
export const sketchBoard = z.object({ id: z.string(), name: z.string(), family: boardFamily, pins: z.array(boardPin) });
export type SketchBoard = z.infer<typeof sketchBoard>;

/** The longest message, estimated, and the most that the library can send whole. */
export const messageBudget = z.object({ bytes: z.number().int(), maxBytes: z.number().int() });
export type MessageBudget = z.infer<typeof messageBudget>;

/** A value that a kit sends; `min` to `max` is what it is ordinarily within. */
export const kitVariable = z.object({
  key: z.string(),
  label: z.string(),
  unit: z.string(),
  min: z.number(),
  max: z.number(),
  decimals: z.number().int(),
});
export type KitVariable = z.infer<typeof kitVariable>;

/** Something that a kit's sketch listens to or reports, how it is operated, and its value after a start. */
export const kitEvent = z.object({
  name: z.string(),
  label: z.string(),
  widget: eventWidget,
  unit: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  step: z.number().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  initial: z.string(),
  /** Momentary: not restored after the board starts. */
  momentary: z.boolean(),
});
export type KitEvent = z.infer<typeof kitEvent>;

/** A pin of a kit that the page can switch. */
export const kitOutput = z.object({ pin: z.string(), name: z.string(), mode: outputMode });
export type KitOutput = z.infer<typeof kitOutput>;

/** What is particular to a kit on one board: its id, what to connect (one line each), and the pins that can be switched. */
export const kitOnBoard = z.object({ board: z.string(), wiring: z.array(z.string()), outputs: z.array(kitOutput) });

export const sketchKit = z.object({
  id: z.string(),
  name: z.string(),
  group: z.enum(['climate', 'air', 'power', 'farm', 'basics']),
  summary: z.string(),
  /** What it measures with. */
  sensor: z.string(),
  /** Ids of the boards it runs on. */
  boards: z.array(z.string()),
  variables: z.array(kitVariable),
  events: z.array(kitEvent),
  onBoards: z.array(kitOnBoard),
  /** What the board announces, so that it gets this template's dashboard; null: nothing. */
  template: z.object({ name: z.string(), version: z.number().int() }).nullable(),
  /** As the Arduino IDE's library manager calls them. */
  libraries: z.array(z.string()),
  intervalS: z.number().int(),
  budget: messageBudget,
});
export type SketchKit = z.infer<typeof sketchKit>;

/** In which language sentences and comments of sketches are; the code is the same in all. */
export const sketchLanguage = z.object({ language: z.enum(languageCodes).default('en') });

/** `GET /api/sketches/catalog` */
export const sketchCatalog = z.object({ boards: z.array(sketchBoard), kits: z.array(sketchKit) });
export type SketchCatalog = z.infer<typeof sketchCatalog>;

export const sketchFile = z.object({
  /** Its name, after folders such as `src/`; in the zip it lies in a folder called `name`. */
  path: z.string(),
  text: z.string(),
  /** Lines (from 1) that the user must fill in. */
  editLines: z.array(z.number().int()),
});
export type SketchFile = z.infer<typeof sketchFile>;
/** `files[0]` is the sketch itself; `notes` are sentences about what to know before it is used. */
export const sketchResponse = z.object({
  name: z.string(),
  files: z.array(sketchFile),
  notes: z.array(z.string()),
  budget: messageBudget,
});
export type SketchResponse = z.infer<typeof sketchResponse>;
