import { maxKeys } from './telemetry-limits.ts';

/** A pair takes five bytes at least: `"":1,`. */
const shortestPair = 5;
const [quoteMark, backslash, comma] = [34, 92, 44];
const opening = new Set([123, 91]);
const closing = new Set([125, 93]);

/**
 * Cuts an object behind its 64th pair, so that no work is done on the others; `leftOut` is how many they are. The text is not checked
 * otherwise.
 */
export function firstPairs(text: string): { text: string; leftOut: number } {
  if (text.length < maxKeys * shortestPair) return { text, leftOut: 0 };
  let depth = 0;
  let pairs = 1;
  let end = text.length;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === backslash) at += 1;
      else if (code === quoteMark) isInText = false;
    } else if (code === quoteMark) isInText = true;
    else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) depth -= 1;
    else if (code === comma && depth === 1) {
      if (pairs === maxKeys) end = at;
      pairs += 1;
    }
  }
  return pairs > maxKeys ? { text: `${text.slice(0, end)}}`, leftOut: pairs - maxKeys } : { text, leftOut: 0 };
}
