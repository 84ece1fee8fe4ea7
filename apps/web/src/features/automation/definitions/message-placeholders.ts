import type { DeviceVariable } from '@cyno/contract';

const maxOffered = 8;

/** What could stand in the braces that the caret is in; `start` is behind the opening one. */
export type PlaceholderOffer = { start: number; variables: readonly Pick<DeviceVariable, 'key' | 'label'>[] };

/** The variables that fit what is typed behind an opening brace; null when the caret is in none. */
export function placeholdersAt(
  text: string,
  caret: number,
  variables: readonly Pick<DeviceVariable, 'key' | 'label'>[],
): PlaceholderOffer | null {
  const [, typed] = /\{([^{}]{0,32})$/.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return null;
  const part = typed.toLowerCase();
  const fitting = variables.filter(({ key, label }) => `${key} ${label}`.toLowerCase().includes(part));
  // A finished one needs no offer.
  const isFinished = text[caret] === '}' && variables.some(({ key }) => key === typed);
  return fitting.length === 0 || isFinished
    ? null
    : { start: caret - typed.length, variables: fitting.slice(0, maxOffered) };
}

/** The text with a variable in the braces, and the caret behind them. */
export function withPlaceholder(
  text: string,
  { start, caret, key }: { start: number; caret: number; key: string },
): { text: string; caret: number } {
  const rest = text.slice(caret).replace(/^[^{}\s]*\}/, '');
  return { text: `${text.slice(0, start)}${key}}${rest}`, caret: start + key.length + 1 };
}
