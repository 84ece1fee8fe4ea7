import { z } from 'zod';

/**
 * One line of text that a person typed: trimmed, at most `max` characters, without control characters (PostgreSQL stores
 * no NUL, logs are lines) and without half surrogate pairs.
 */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max} characters.`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use letters, digits and signs in one line.');
