import { type FieldReason, type FieldValues, fieldReasonOf } from '@cyno/contract';
import type { ZodFastifySchemaValidationError } from 'fastify-type-provider-zod';

type Issue = Pick<ZodFastifySchemaValidationError, 'keyword' | 'message' | 'params'>;
type FieldCause = { [Reason in FieldReason]: { reason: Reason; values: FieldValues[Reason] } }[FieldReason];

/** Sentences of Zod itself, and of schemas that only name a limit. */
const generic = /^Invalid |^Too |^Unrecognized |\bat (?:most|least) [\d,]+ /i;

/** Why a field of a request is refused; undefined where only the sentence of its schema describes that. */
export function fieldReason({ keyword, message = '', params }: Issue): FieldCause | undefined {
  const own = fieldReasonOf[message];
  if (own !== undefined) return { reason: own, values: {} } as FieldCause;
  return generic.test(message) ? genericReason(keyword, params) : undefined;
}

function genericReason(keyword: string, params: Record<string, unknown>): FieldCause {
  switch (keyword) {
    case 'too_big':
      return tooBig(params, Number(params.maximum));
    case 'too_small':
      return tooSmall(params, Number(params.minimum));
    case 'not_multiple_of':
      return { reason: 'multiple_of', values: { step: Number(params.divisor) } };
    case 'invalid_type':
      return { reason: typeReasons[String(params.expected)] ?? 'invalid', values: {} };
    case 'invalid_format':
      return { reason: formatReasons[String(params.format)] ?? 'invalid', values: {} };
    case 'invalid_value':
      return { reason: 'not_option', values: {} };
    default:
      return { reason: 'invalid', values: {} };
  }
}

const typeReasons: Readonly<Record<string, 'not_number' | 'not_whole' | 'required'>> = {
  number: 'not_number',
  int: 'not_whole',
  string: 'required',
};
const formatReasons: Readonly<Record<string, 'not_email' | 'not_address' | 'not_date'>> = {
  email: 'not_email',
  url: 'not_address',
  date: 'not_date',
};

function tooBig({ origin, inclusive }: Record<string, unknown>, max: number): FieldCause {
  if (origin === 'string') return { reason: 'too_long', values: { max } };
  if (origin === 'array') return { reason: 'too_many', values: { max } };
  return { reason: inclusive === false ? 'below' : 'number_too_large', values: { max } };
}

function tooSmall({ origin, inclusive }: Record<string, unknown>, min: number): FieldCause {
  if (origin === 'string')
    return min === 1 ? { reason: 'required', values: {} } : { reason: 'too_short', values: { min } };
  if (origin === 'array') return { reason: 'too_few', values: { min } };
  return { reason: inclusive === false ? 'above' : 'number_too_small', values: { min } };
}
