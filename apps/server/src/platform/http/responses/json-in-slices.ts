import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { weightOf } from './weight.ts';

type AnySchema = z.core.$ZodType;

/** Writes a value as JSON at once, by its schema; without a schema as it is. */
export type WriteJson = (value: unknown, schema: AnySchema | undefined) => string;

/** What is written at once: with a schema some milliseconds. */
const sliceWeight = 4_000;
/** Then whatever else waits comes first. */
const sliceMs = 5;

/** Whether writing it at once would keep others waiting. */
export const isLargeJson = (value: unknown): boolean => weightOf(value, sliceWeight) >= sliceWeight;

/**
 * A large value as JSON, written in slices with turns of the event loop in between. Each slice is written by its part of the schema,
 * so the result is what `write` would make of the whole.
 */
export async function jsonInSlices(value: unknown, schema: AnySchema | undefined, write: WriteJson): Promise<string> {
  const pieces: string[] = [];
  let began = performance.now();
  for (const piece of slicesOf(value, schema, write)) {
    pieces.push(piece);
    if (performance.now() - began < sliceMs) continue;
    await turn();
    began = performance.now();
  }
  return pieces.join('');
}

function* slicesOf(value: unknown, schema: AnySchema | undefined, write: WriteJson): Generator<string> {
  const inner = schema && unwrapped(schema);
  if (Array.isArray(value) && value.length > 0 && (!inner || isPlainArray(inner))) {
    yield* slicesOfArray(value, inner, write);
  } else if (isPlainObject(value) && (!inner || isPlainSchema(inner))) yield* slicesOfObject(value, inner, write);
  else yield write(value, schema);
}

function* slicesOfArray(all: readonly unknown[], schema: AnySchema | undefined, write: WriteJson): Generator<string> {
  const element = elementOf(schema);
  const someOf = element && z.array(element);
  let separator = '[';
  for (let from = 0; from < all.length; ) {
    const { to, isOneLarge } = nextSlice(all, from);
    yield separator;
    if (isOneLarge) yield* slicesOf(all[from], element, write);
    else {
      const text = write(all.slice(from, to), someOf);
      yield text.slice(1, -1);
    }
    separator = ',';
    from = to;
  }
  yield ']';
}

/** As many elements as may be written at once; or one that alone is more. */
function nextSlice(all: readonly unknown[], from: number): { to: number; isOneLarge: boolean } {
  let weight = 0;
  for (let to = from; to < all.length; to++) {
    const next = weightOf(all[to], sliceWeight);
    if (next >= sliceWeight) return to === from ? { to: to + 1, isOneLarge: true } : { to, isOneLarge: false };
    weight += next;
    if (weight >= sliceWeight) return { to: to + 1, isOneLarge: false };
  }
  return { to: all.length, isOneLarge: false };
}

function* slicesOfObject(
  value: Record<string, unknown>,
  schema: AnySchema | undefined,
  write: WriteJson,
): Generator<string> {
  const fields = fieldsOf(value, schema);
  let separator = '{';
  for (const [name, field, fieldSchema] of fields) {
    if (field === undefined && !fieldSchema) continue;
    const head = `${separator}${JSON.stringify(name)}:`;
    if (isLargeJson(field)) {
      yield head;
      yield* slicesOf(field, fieldSchema, write);
    } else {
      const text = write(field, fieldSchema);
      // A field that may be left out and is.
      if (text === undefined) continue;
      yield head + text;
    }
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

type Field = readonly [name: string, value: unknown, schema: AnySchema | undefined];

function fieldsOf(value: Record<string, unknown>, schema: AnySchema | undefined): readonly Field[] {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (def?.type === 'object') return Object.entries(def.shape).map(([name, field]) => [name, value[name], field]);
  const others = def?.type === 'record' ? def.valueType : undefined;
  return Object.entries(value).map(([name, field]) => [name, field, others as AnySchema | undefined]);
}

/** Neither a date nor anything else that writes itself. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether the schemas of its fields are all: there are no rules about the whole, and no fields of other names. */
function isPlainSchema(schema: AnySchema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.checks && def.checks.length > 0) return false;
  return def.type === 'object' ? def.catchall === undefined : def.type === 'record';
}

/** Whether its elements may be written apart: how many there may be is no matter of a response. */
function isPlainArray(schema: AnySchema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isLength = (check: z.core.$ZodCheck) => /^(min|max)_length$|^length_equals$/.test(check._zod.def.check);
  return def.type === 'array' && (def.checks ?? []).every(isLength);
}

const elementOf = (schema: AnySchema | undefined): AnySchema | undefined =>
  schema && ((schema as z.core.$ZodArray)._zod.def.element as AnySchema);

/** The schema of a value that is there. */
function unwrapped(schema: AnySchema): AnySchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const isWrapper = def.type === 'optional' || def.type === 'nullable' || def.type === 'readonly';
  return isWrapper ? unwrapped(def.innerType as AnySchema) : schema;
}
