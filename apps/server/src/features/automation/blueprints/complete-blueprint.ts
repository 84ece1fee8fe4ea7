import { isDeepStrictEqual } from 'node:util';
import {
  type Blueprint,
  type BlueprintInput,
  type BlueprintValue,
  type FilledBlueprint,
  filledBlueprint,
} from '@cyno/contract';
import { badRequest, because } from '../../../platform/errors.ts';
import { type Json, replaceInputs, variableIds } from './placeholders.ts';

/**
 * The automation or scene that a blueprint becomes with a value for each input. Throws a 400 when that is none, or has a field that
 * would get lost.
 */
export function completed(
  { inputs, ...rest }: Blueprint,
  choose: (input: BlueprintInput) => BlueprintValue['value'],
): FilledBlueprint {
  const values = new Map(inputs.map((input) => [input.id, choose(input)]));
  const replaced = (part: Json) => replaceInputs(part, (id) => values.get(id) ?? null, variableIds(inputs));
  const filled =
    rest.kind === 'automation'
      ? { kind: rest.kind, definition: replaced(rest.definition) }
      : { kind: rest.kind, actions: replaced(rest.actions) };
  const { success, data, error } = filledBlueprint.safeParse(filled);
  if (!success) {
    const path = error.issues[0]?.path.join('.').slice(0, 80);
    const why = error.issues[0]?.code === 'custom' ? ` ${error.issues[0].message}` : '';
    throw badRequest(
      `The blueprint makes no sense at "${path}".${why}`,
      because('blueprint_damaged', { part: path ?? '' }),
    );
  }
  // Unknown fields are left out without a word by the schemas of the definition; here they may be what somebody relies on.
  if (!isDeepStrictEqual(data, filled)) {
    throw badRequest(
      'The blueprint has a field in its definition that this server does not know. Update the server first.',
      because('blueprint_unknown_field'),
    );
  }
  return data;
}
