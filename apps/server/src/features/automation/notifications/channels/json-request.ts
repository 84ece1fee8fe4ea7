import type { OutgoingRequest } from '../../../../platform/outgoing/index.ts';

/** A body of JSON to an address. */
export function jsonRequest(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): OutgoingRequest {
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** At most so many UTF-16 units, without half of a character at the end. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
