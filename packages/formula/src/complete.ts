import { functionCatalogue, signatureOf } from './functions.ts';

const maxOptions = 8;
const wordBefore = /[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;
const isName = /^[\p{L}_$][\p{L}\p{M}\p{N}_$]*$/u;

/** A variable as completion proposes it. */
export interface KnownVariable {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
}

/** What may be inserted, how it is listed, and what it is. */
export interface Completion {
  readonly insert: string;
  readonly label: string;
  readonly detail: string;
}

/** What may stand at the caret instead of the text from `start` up to it; no options where nothing fits. */
export function completeFormula(
  text: string,
  caret: number,
  variables: readonly KnownVariable[],
): { start: number; options: readonly Completion[] } {
  const before = text.slice(0, caret);
  const word = wordBefore.exec(before)?.[0] ?? '';
  const start = caret - word.length;
  const isInText = (before.split('"').length - 1) % 2 === 1;
  // Behind a number or a bracket comes no name.
  const isPlace = word !== '' ? !/\d$/.test(before.slice(0, start)) : /(^|[-+*/%^<>=!&|?:(,])\s*$/.test(before);
  if (isInText || !isPlace) return { start, options: [] };
  const sought = word.toLowerCase();
  const named = variables.map(({ key, label, unit }) => ({
    insert: referenceTo(key),
    label: key,
    detail: [label === key ? '' : label, unit].filter(Boolean).join(', '),
    sought: `${key} ${label}`.toLowerCase(),
  }));
  const functions = functionCatalogue.map((entry) => ({
    insert: `${entry.name}(`,
    label: signatureOf(entry),
    detail: entry.about,
    sought: entry.name.toLowerCase(),
  }));
  const found = [...named, ...(sought === '' ? [] : functions)].filter((one) => one.sought.includes(sought));
  const first = found.filter((one) => one.sought.startsWith(sought));
  const others = found.filter((one) => !one.sought.startsWith(sought));
  const options = [...first, ...others].slice(0, maxOptions).map(({ sought: _, ...option }) => option);
  // Who has written a whole name needs no other that is like it.
  return { start, options: options.some(({ insert }) => insert === word) ? [] : options };
}

/** How a formula names a variable of its device. */
export const referenceTo = (key: string): string => (isName.test(key) ? key : `value(${JSON.stringify(key)})`);
