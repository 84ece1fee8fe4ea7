import { z } from 'zod';

const largestInteger = 2 ** 31 - 1;

/** The `:id` of a path: a key of the database. */
export const idParams = z.object({ id: z.coerce.number().int().min(1).max(largestInteger) });
