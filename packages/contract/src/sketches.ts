import { z } from 'zod';

/** A choice in the *Add device* flow. */
export const sketchBoard = z.object({ id: z.string(), name: z.string() });
export const sketchKit = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  /** Ids of the boards it runs on. */
  boards: z.array(z.string()),
  variables: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string() })),
});
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
/** `files[0]` is the sketch itself. */
export const sketchResponse = z.object({ name: z.string(), files: z.array(sketchFile) });
export type SketchResponse = z.infer<typeof sketchResponse>;
