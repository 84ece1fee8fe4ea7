import { z } from 'zod';
import { boardPin } from './control.ts';

/** A board to choose; `pins` are all that its chip brings out, with what to mind about each. */
export const sketchBoard = z.object({ id: z.string(), name: z.string(), pins: z.array(boardPin) });
export type SketchBoard = z.infer<typeof sketchBoard>;

/** What a kit is for; the list to choose from is in this order. */
export const kitGroup = z.enum(['power', 'climate', 'air', 'farm', 'basics']);
export type KitGroup = z.infer<typeof kitGroup>;
export const sketchKit = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  group: kitGroup,
  /** The part that measures, as its maker calls it; empty: none is needed. */
  sensor: z.string(),
  /** Ids of the boards it runs on. */
  boards: z.array(z.string()),
  variables: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string() })),
  /** What it listens to. */
  events: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type SketchKit = z.infer<typeof sketchKit>;
export const sketchCatalog = z.object({ boards: z.array(sketchBoard), kits: z.array(sketchKit) });
export type SketchCatalog = z.infer<typeof sketchCatalog>;

export const sketchQuery = z.object({
  board: z.string().max(32),
  kit: z.string().max(64),
  /** The host that boards shall connect to. */
  host: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, 'That is not a host name.'),
});
export const sketchFile = z.object({
  /** Its name; in the zip it lies in a folder called `name`. */
  path: z.string(),
  text: z.string(),
  /** Lines (from 1) that the user must fill in. */
  editLines: z.array(z.number().int()),
});
export type SketchFile = z.infer<typeof sketchFile>;

/** The longest message, estimated, and the most that the library can send whole. */
export const messageBudget = z.object({ bytes: z.number().int(), maxBytes: z.number().int() });
export type MessageBudget = z.infer<typeof messageBudget>;

/** `files[0]` is the sketch itself. */
export const sketchResponse = z.object({
  name: z.string(),
  files: z.array(sketchFile),
  budget: messageBudget,
  /** What to connect, one sentence each. */
  wiring: z.array(z.string()),
  /** To install, as the Arduino IDE's library manager calls them. */
  libraries: z.array(z.string()),
  /** What to mind about this board, its pins or the set-up, one sentence each. */
  notes: z.array(z.string()),
});
export type SketchResponse = z.infer<typeof sketchResponse>;
