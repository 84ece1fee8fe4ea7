import type { ParsedTelemetry } from './parsed-telemetry.ts';
import { keyProblem, maxKeys, maxMagnitude, quote } from './telemetry-limits.ts';

/**
 * One pair as the library writes it, with what follows it: names are not escaped, numbers have up to 39 digits and three
 * decimals, one blank may lead, a failed sensor gives a bare `nan` or `inf`. Without a `,` or `}` behind it the number may
 * have been cut.
 */
const pairPattern = /\s*"([^"]*)"\s*:\s*(-?(?:\d{1,39}(?:\.\d{1,9})?|nan|inf|infinity))\s*([,}])/iy;

/**
 * Reads the pairs of a payload that is not JSON, from its start to the first one that is not whole. The library corrupts
 * messages of 255 characters and more, because it keeps their length in 8 bits. With `readsTimes`, `ts` is the instant of the message.
 */
export function salvageTelemetry(text: string, readsTimes: boolean): ParsedTelemetry {
  const result = nothing();
  const start = text.search(/\S/);
  if (start < 0 || text[start] !== '{') {
    result.problem = text === '' ? 'The message is empty.' : `The message is not a JSON object: ${quote(text)}.`;
    return result;
  }
  const skipped: string[] = [];
  let count = 0;
  let complete = false;
  pairPattern.lastIndex = start + 1;
  while (!complete) {
    const pair = pairPattern.exec(text);
    if (pair === null) break;
    const [, key = '', number = '', end] = pair;
    const value = Number(number);
    if (keyProblem(key) !== undefined || !(Math.abs(value) <= maxMagnitude)) skipped.push(key);
    else if (readsTimes && key === 'ts') result.ts = value;
    else {
      result.values[key] = value;
      count += 1;
    }
    complete = end === '}' || count === maxKeys;
  }
  result.salvaged = count > 0;
  result.problem = describe({ text, complete, count, skipped });
  return result;
}

const nothing = (): ParsedTelemetry => ({ values: Object.create(null), ts: null, salvaged: false, problem: null });

function describe(outcome: { text: string; complete: boolean; count: number; skipped: string[] }): string {
  const { text, complete, count, skipped } = outcome;
  const failed = skipped.length > 0 ? `${skipped.slice(0, 8).map(quote).join(', ')} had no usable value. ` : '';
  if (complete) return `${failed}The other values were taken.`;
  if (count === 0 && skipped.length === 0 && text.trim() !== '{')
    return `The message is not a JSON object: ${quote(text)}.`;
  return `${failed}The message was cut off after ${count} ${count === 1 ? 'value' : 'values'}: the library breaks messages longer than 254 characters. Send fewer variables, or shorter names.`;
}
