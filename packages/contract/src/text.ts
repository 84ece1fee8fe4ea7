import { z } from 'zod';

/** Neither control characters nor halves of surrogate pairs: the database keeps neither, and boards are sent neither. */
export const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
export const notOneLine = 'Use letters, digits and signs in one line.';

/**
 * One line of text that a person typed: trimmed, at most `max` characters, without control characters (PostgreSQL stores
 * no NUL, logs are lines) and without half surrogate pairs.
 */
export const line = (max: number) =>
  z.string().trim().max(max, `At most ${max} characters.`).regex(oneLine, notOneLine);

/** Some lines of text that a person typed: as `line`, but for tabs and line breaks. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^(?:[\t\n\r]|[^\p{Cc}\p{Cs}])*$/u, 'Use letters, digits and signs.');

/** Text to look for, as it is; PostgreSQL knows no NUL. */
export const searched = (max: number) =>
  z
    .string()
    .max(max, `At most ${max} characters.`)
    .refine((text) => !text.includes('\0'), 'Leave out the character NUL.');

export const maxRowId = 2_147_483_647;

/** An id of a row. */
export const rowId = z.number().int().min(1).max(maxRowId);
