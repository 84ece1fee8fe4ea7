import type { z } from 'zod';
import { type ArrayBound, arrayBoundOf, findArrayExcess, jsonExcess } from '../http/index.ts';
import { socketLimits } from './socket-limits.ts';

const bounds = new WeakMap<z.ZodType, ArrayBound | null>();

/** The message that a text is; undefined when it is none. As with requests, bounds come before work. */
export function parseMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | undefined {
  if (jsonExcess(text, socketLimits.maxFrameBytes) !== undefined) return undefined;
  const value = parseJson(text);
  const bound = boundOf(schema);
  return bound && findArrayExcess(value, bound) ? undefined : schema.safeParse(value).data;
}

function boundOf(schema: z.ZodType): ArrayBound | null {
  let bound = bounds.get(schema);
  if (bound === undefined) {
    bound = arrayBoundOf(schema) ?? null;
    bounds.set(schema, bound);
  }
  return bound;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
