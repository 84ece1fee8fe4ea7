import { z } from 'zod';
import { line, rowId } from '../text.ts';

/** What a note is about, which is also its colour: something to know, something good, something to watch, something wrong. */
export const annotationTone = z.enum(['note', 'good', 'warning', 'problem']);
export type AnnotationTone = z.infer<typeof annotationTone>;

const instant = z.number().int().min(0).max(8.64e15);

/** What a person writes at an instant, or over a span when `to` is given, ms since the epoch. */
export const annotationContent = z
  .object({
    from: instant,
    to: instant.nullable(),
    text: line(200).min(1, 'Write the note.'),
    tone: annotationTone,
  })
  .refine(({ from, to }) => to === null || from < to, { message: 'The end must be after the start.', path: ['to'] });
export type AnnotationContent = z.infer<typeof annotationContent>;

/** A note on a device's time line. */
export const annotation = z.object({
  id: rowId,
  from: z.number(),
  to: z.number().nullable(),
  text: z.string(),
  tone: annotationTone,
  /** The e-mail of who wrote it; null when that account is gone, and for people who may only look or operate. */
  author: z.string().nullable(),
  createdAt: z.number(),
  /** When it was last changed; null: never. */
  changedAt: z.number().nullable(),
});
export type Annotation = z.infer<typeof annotation>;

/** The notes of a device that touch a range; `to` is exclusive. */
export const annotationsQuery = z
  .object({
    from: z.coerce.number().pipe(instant),
    to: z.coerce.number().pipe(instant),
  })
  .refine((query) => query.from < query.to, { message: '`from` must be before `to`.', path: ['from'] });
export type AnnotationsQuery = z.infer<typeof annotationsQuery>;

/** Oldest first; at most 500, and then the newest ones. */
export const annotationList = z.object({ annotations: z.array(annotation), more: z.boolean() });
export type AnnotationList = z.infer<typeof annotationList>;
