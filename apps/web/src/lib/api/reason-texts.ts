import { withTexts } from '../language/catalogues.ts';
import { startReasonTexts } from './start-reason-texts.ts';

type Values = Readonly<Record<string, string | number>>;
type Write = (values: Values) => string;

/** The sentence for a reason of the server; undefined for one that this page does not know, or cannot fetch. */
export async function reasonText(reason: string, values: Values): Promise<string | undefined> {
  return textOf(Object.hasOwn(startReasonTexts, reason) ? startReasonTexts : await fetchMore(), reason, values);
}

/** The sentence for what is wrong with a field; undefined as `reasonText`. */
export async function fieldText(reason: string, values: Values): Promise<string | undefined> {
  return textOf(await fetchFields(), reason, values);
}

const textOf = (known: object, reason: string, values: Values): string | undefined =>
  Object.hasOwn(known, reason) ? (known as Record<string, Write>)[reason]?.(values) : undefined;

async function fetchMore(): Promise<object> {
  try {
    const { moreReasonTexts } = await withTexts(import('./more-reason-texts.ts'));
    return moreReasonTexts;
  } catch {
    return {};
  }
}

async function fetchFields(): Promise<object> {
  try {
    const { fieldTexts } = await withTexts(import('./reasons/field-texts.ts'));
    return fieldTexts;
  } catch {
    return {};
  }
}
