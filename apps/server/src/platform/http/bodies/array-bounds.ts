import type { z } from 'zod';

type AnySchema = z.core.$ZodType;
/** The sentence for somebody whose list is too long. */
type ErrorOf = (issue: object) => string | { readonly message: string } | null | undefined;

/** How many elements arrays may have at one place of a value, and what is below it. A union allows what one of its options allows. */
export interface ArrayBound {
  /** Undefined: no array may stand here, so whatever reads it refuses one unseen. Infinity: no limit is set. */
  maxItems: number | undefined;
  error: ErrorOf | undefined;
  items: ArrayBound | undefined;
  readonly fields: Map<string, ArrayBound>;
  /** Of fields without a name of their own. */
  others: ArrayBound | undefined;
}

export interface ArrayExcess {
  /** As in `pins` or `devices.3.tags`. */
  readonly path: string;
  readonly sentence: string;
}

/** No schema of a body is nested deeper than a body may be; it also ends schemas that hold themselves. */
const maxDepth = 16;

/** The bounds of every array that a schema allows; undefined: it allows none. */
export function arrayBoundOf(schema: AnySchema): ArrayBound | undefined {
  const bound = emptyBound();
  collect(schema, bound, 0);
  return prune(bound);
}

/** The first array of a value that is too long. It looks at no element of such an array, so it costs less than what it spares. */
export function findArrayExcess(value: unknown, bound: ArrayBound, path = ''): ArrayExcess | undefined {
  if (Array.isArray(value)) {
    const { maxItems, items } = bound;
    if (maxItems !== undefined && value.length > maxItems) return { path, sentence: sentenceOf(value, bound) };
    return items && firstExcess(value.keys(), (index) => findArrayExcess(value[index], items, join(path, index)));
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  const { others } = bound;
  return (
    firstExcess(bound.fields, ([name, child]) =>
      Object.hasOwn(fields, name) ? findArrayExcess(fields[name], child, join(path, name)) : undefined,
    ) ??
    (others && firstExcess(Object.keys(fields), (name) => findArrayExcess(fields[name], others, join(path, name))))
  );
}

/** The places of arrays that may have any number of elements. */
export function unboundedArrays(bound: ArrayBound, path = ''): string[] {
  const own = bound.maxItems === Number.POSITIVE_INFINITY ? [path] : [];
  const fields = [...bound.fields].flatMap(([name, child]) => unboundedArrays(child, join(path, name)));
  const items = bound.items ? unboundedArrays(bound.items, join(path, '*')) : [];
  const others = bound.others ? unboundedArrays(bound.others, join(path, '*')) : [];
  return [...own, ...fields, ...items, ...others];
}

const join = (path: string, name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);

function firstExcess<T>(all: Iterable<T>, find: (one: T) => ArrayExcess | undefined): ArrayExcess | undefined {
  for (const one of all) {
    const excess = find(one);
    if (excess) return excess;
  }
  return undefined;
}

function sentenceOf(value: readonly unknown[], { maxItems = 0, error }: ArrayBound): string {
  const result = error?.({
    code: 'too_big',
    maximum: maxItems,
    inclusive: true,
    origin: 'array',
    input: value,
    path: [],
  });
  return (typeof result === 'string' ? result : result?.message) ?? `At most ${maxItems} entries.`;
}

const emptyBound = (): ArrayBound => ({
  maxItems: undefined,
  error: undefined,
  items: undefined,
  fields: new Map(),
  others: undefined,
});

function childOf(fields: Map<string, ArrayBound>, name: string): ArrayBound {
  let child = fields.get(name);
  if (!child) {
    child = emptyBound();
    fields.set(name, child);
  }
  return child;
}

/** Adds what a schema allows to what others allow at the same place. */
function collect(schema: AnySchema, bound: ArrayBound, depth: number): void {
  if (depth > maxDepth) return;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'array': {
      const own = lengthBoundOf(schema);
      if (bound.maxItems === undefined || own.maxItems > bound.maxItems) Object.assign(bound, own);
      bound.items ??= emptyBound();
      collect(def.element, bound.items, depth + 1);
      return;
    }
    case 'object':
      for (const [name, field] of Object.entries(def.shape)) collect(field, childOf(bound.fields, name), depth + 1);
      if (def.catchall) collectOthers(def.catchall, bound, depth);
      return;
    case 'record':
    case 'map':
      collectOthers(def.valueType, bound, depth);
      return;
    case 'tuple':
      bound.maxItems = Math.max(bound.maxItems ?? 0, def.rest ? Number.POSITIVE_INFINITY : def.items.length);
      bound.items ??= emptyBound();
      for (const item of def.items) collect(item, bound.items, depth + 1);
      return;
    case 'union':
      for (const option of def.options) collect(option, bound, depth + 1);
      return;
    case 'intersection':
      for (const side of [def.left, def.right]) collect(side, bound, depth + 1);
      return;
    case 'pipe':
      for (const side of [def.in, def.out]) collect(side, bound, depth + 1);
      return;
    case 'lazy':
      collect(def.getter(), bound, depth + 1);
      return;
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'success':
      collect(def.innerType, bound, depth + 1);
      return;
    default:
    // What else there is holds no array of JSON.
  }
}

function collectOthers(schema: AnySchema, bound: ArrayBound, depth: number): void {
  bound.others ??= emptyBound();
  collect(schema, bound.others, depth + 1);
}

interface LengthBound {
  readonly maxItems: number;
  readonly error: ErrorOf | undefined;
}

/** The narrowest bound of an array's own. */
function lengthBoundOf(schema: AnySchema): LengthBound {
  let narrowest: LengthBound = { maxItems: Number.POSITIVE_INFINITY, error: undefined };
  for (const { _zod } of schema._zod.def.checks ?? []) {
    const def = _zod.def as z.core.$ZodCheckMaxLengthDef | z.core.$ZodCheckLengthEqualsDef;
    const maxItems =
      def.check === 'max_length' ? def.maximum : def.check === 'length_equals' ? def.length : Number.POSITIVE_INFINITY;
    if (maxItems < narrowest.maxItems) narrowest = { maxItems, error: def.error as ErrorOf | undefined };
  }
  return narrowest;
}

/** Leaves out places below which there is no array, so that nothing is looked for there. */
function prune(bound: ArrayBound): ArrayBound | undefined {
  bound.items &&= prune(bound.items);
  bound.others &&= prune(bound.others);
  for (const [name, child] of bound.fields) if (!prune(child)) bound.fields.delete(name);
  const holdsArrays = bound.maxItems !== undefined || bound.items || bound.others || bound.fields.size > 0;
  return holdsArrays ? bound : undefined;
}
