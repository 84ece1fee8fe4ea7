import type { BlueprintInput } from '@cyno/contract';

/** A definition or a part of it, as JSON: with placeholders in a blueprint, without them elsewhere. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The id of the input that a part of a blueprint stands for; undefined: it stands for itself. */
function inputIn(part: Json): string | undefined {
  if (part === null || typeof part !== 'object' || Array.isArray(part)) return undefined;
  const [key, ...others] = Object.keys(part);
  const { input } = part as { readonly input?: Json };
  return key === 'input' && others.length === 0 && typeof input === 'string' ? input : undefined;
}

/** The variables that a text names in braces. */
const named = /\{([^{}]{1,32})\}/g;

/** Puts values in the place of inputs, also in the braces of texts, where an input of a variable stands for its key. */
export function replaceInputs(part: Json, inputValue: (id: string) => Json, variables: ReadonlySet<string>): Json {
  const id = inputIn(part);
  if (id !== undefined) return replaceNamed(inputValue(id), inputValue, variables);
  if (Array.isArray(part)) return part.map((one: Json) => replaceInputs(one, inputValue, variables));
  if (part === null || typeof part !== 'object') return replaceNamed(part, inputValue, variables);
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, replaceInputs(value, inputValue, variables)]),
  );
}

function replaceNamed(part: Json, inputValue: (id: string) => Json, variables: ReadonlySet<string>): Json {
  if (typeof part !== 'string') return part;
  return part.replaceAll(named, (whole, id: string) => (variables.has(id) ? `{${String(inputValue(id))}}` : whole));
}

/** The inputs that a definition has placeholders for. */
export function inputsOf(part: Json): Set<string> {
  const id = inputIn(part);
  if (id !== undefined) return new Set([id]);
  if (part === null || typeof part !== 'object') return new Set();
  return new Set(Object.values(part).flatMap((one: Json) => [...inputsOf(one)]));
}

/** The inputs that are variables, by which texts name them. */
export const variableIds = (inputs: readonly BlueprintInput[]): ReadonlySet<string> =>
  new Set(inputs.flatMap(({ kind, id }) => (kind === 'variable' ? [id] : [])));
