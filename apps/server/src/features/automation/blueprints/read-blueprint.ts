import {
  type Blueprint,
  type BlueprintInput,
  type BlueprintValue,
  blueprintFormat,
  blueprint as blueprintSchema,
  blueprintVersion,
  maxBlueprintBytes,
  ownDeviceInput,
} from '@cyno/contract';
import type { z } from 'zod';
import { type AppError, badRequest, because } from '../../../platform/errors.ts';
import { completed } from './complete-blueprint.ts';
import { inputsOf, type Json } from './placeholders.ts';

const maxDepth = 12;
const maxNumber = 1e12;
/** Keys that would reach the prototypes of objects. */
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** What a browser takes for the begin or the end of an element, or of a comment. */
const markup = /<[a-z!/?]/i;

/** Reads a blueprint from text of anybody. Throws a 400 with one sentence for what is none, or none that this version reads. */
export function readBlueprint(text: string): Blueprint {
  if (Buffer.byteLength(text) > maxBlueprintBytes) {
    throw badRequest('The blueprint is larger than 64 kB.', because('blueprint_too_large'));
  }
  const content = parse(text);
  if (content === undefined) {
    throw badRequest(
      'This is no blueprint: the text is not JSON. Copy all of it, from the first brace to the last.',
      because('blueprint_incomplete'),
    );
  }
  checkVersion(content);
  checkParts(content, '', 1);
  const checked = blueprintSchema.safeParse(content);
  if (!checked.success) throw issueError(checked.error);
  checkInputs(checked.data);
  // With any values it has to be an automation or a scene, so that the form is not filled in for nothing.
  completed(checked.data, sampleOf);
  return checked.data;
}

/** Undefined: it is not JSON. */
function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkVersion(content: Json): void {
  const { format, version } = (content ?? {}) as { readonly format?: Json; readonly version?: Json };
  if (format !== blueprintFormat) {
    throw badRequest(
      'This is no blueprint. Choose one that was exported here, or copy all of its text.',
      because('blueprint_none'),
    );
  }
  if (typeof version === 'number' && version > blueprintVersion) {
    throw badRequest(
      `The blueprint has version ${version}, and this server reads version ${blueprintVersion}. Update the server first.`,
      because('blueprint_newer', { version, known: blueprintVersion }),
    );
  }
}

/** Throws for what no blueprint has anywhere in it; `where` is the name of the part, '' for the whole. */
function checkParts(part: Json, where: string, depth: number): void {
  if (typeof part === 'number' && Math.abs(part) > maxNumber) {
    throw badRequest(`${whereText(where)} has a number that is too large.`, damagedAt(where));
  }
  if (typeof part === 'string' && markup.test(part)) {
    throw badRequest(`${whereText(where)} has markup in it. Use plain text.`, because('blueprint_markup'));
  }
  if (part === null || typeof part !== 'object') return;
  if (depth > maxDepth) throw badRequest('The blueprint is nested too deeply.', damagedAt(where));
  for (const [key, value] of Object.entries(part)) {
    if (forbiddenKeys.has(key)) {
      throw badRequest(`The blueprint has a field "${key}", which is not allowed.`, damagedAt(key));
    }
    checkParts(value, Array.isArray(part) ? where : key.slice(0, 40), depth + 1);
  }
}

const whereText = (where: string): string => (where === '' ? 'The blueprint' : `The part "${where}" of the blueprint`);
const damagedAt = (part: string) => because('blueprint_damaged', { part });

/** The first thing that is wrong. */
function issueError({ issues: [issue] }: z.ZodError): AppError {
  if (issue?.code === 'unrecognized_keys') {
    const field = String(issue.keys[0]).slice(0, 40);
    return badRequest(`The blueprint has a field "${field}" that is not known.`, damagedAt(field));
  }
  const path = (issue?.path.join('.') ?? '').slice(0, 80);
  return badRequest(
    path === '' ? 'The blueprint is damaged.' : `The blueprint is damaged at "${path}".`,
    damagedAt(path),
  );
}

function checkInputs({ inputs, ...rest }: Blueprint): void {
  const known = new Map(inputs.map((input) => [input.id, input]));
  if (known.size < inputs.length)
    throw badRequest('The blueprint has two inputs with the same id.', damagedAt('inputs'));
  for (const input of inputs) {
    const whose = 'device' in input ? known.get(input.device)?.kind : 'device';
    if (whose !== 'device' && !(whose === 'devices' && input.kind === 'variable')) {
      throw badRequest(
        `The input "${input.id}" of the blueprint is of a device that is no input.`,
        damagedAt(input.id),
      );
    }
    if ((input.kind === 'number' || input.kind === 'duration') && !isWithin(input.default, input)) {
      throw badRequest(
        `The input "${input.id}" of the blueprint begins with a value outside of its range.`,
        damagedAt(input.id),
      );
    }
  }
  if (rest.kind === 'automation') {
    if (known.get(ownDeviceInput)?.kind !== 'device') {
      throw badRequest(
        `The blueprint has no input "${ownDeviceInput}" for the device that it is for.`,
        damagedAt(ownDeviceInput),
      );
    }
    const elsewhere = inputs.find(
      (one) => (one.kind === 'output' || one.kind === 'event') && one.device !== ownDeviceInput,
    );
    if (elsewhere) {
      throw badRequest(
        'An automation switches its own device, and the blueprint names another one.',
        damagedAt(elsewhere.id),
      );
    }
  }
  const content: Json = rest.kind === 'automation' ? rest.definition : rest.actions;
  const unknown = [...inputsOf(content)].find((id) => !known.has(id));
  if (unknown !== undefined) {
    const id = unknown.slice(0, 40);
    throw badRequest(`The blueprint has no input "${id}", but uses it.`, damagedAt(id));
  }
}

/** Whether a number is within the range of an input. */
export const isWithin = (
  value: number,
  {
    min = Number.NEGATIVE_INFINITY,
    max = Number.POSITIVE_INFINITY,
  }: { min?: number | undefined; max?: number | undefined },
): boolean => value >= min && value <= max;

/** Any value that an input takes. */
function sampleOf(input: BlueprintInput): BlueprintValue['value'] {
  switch (input.kind) {
    case 'device':
    case 'variable':
    case 'event':
      return 'any';
    case 'output':
      return 'D1';
    case 'scene':
    case 'alert':
      return 1;
    case 'devices':
      return { kind: 'all' };
    default:
      return input.default;
  }
}
