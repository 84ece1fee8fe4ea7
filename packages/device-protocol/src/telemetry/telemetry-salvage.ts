import type { ParsedTelemetry } from './parsed-telemetry.ts';
import { keyProblem, maxKeys, maxMagnitude, quote } from './telemetry-limits.ts';

/**
 * One pair as the library writes it, with what follows it: names are not escaped, numbers have up to 39 digits and three
 * decimals, one blank may lead, a failed sensor gives a bare `nan` or `inf`. Other sketches send exponents and booleans too.
 * Without a `,` or `}` behind it the number may have been cut.
 */
const pairPattern =
  /\s*"([^"]*)"\s*:\s*(-?(?:\d{1,39}(?:\.\d{1,9})?(?:e[+-]?\d{1,3})?|nan|inf|infinity)|true|false)\s*([,}])/iy;
/** What a message ends with that was cut off within a pair or before one. */
const cutPair = /^\s*(?:"[^"]*(?:"\s*(?::\s*[\w.+-]*)?)?)?$/;
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

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
  let last = { key: '', end: start + 1 };
  pairPattern.lastIndex = last.end;
  while (!complete) {
    const pair = pairPattern.exec(text);
    if (pair === null) break;
    const [, key = '', written = '', end] = pair;
    const value = booleans.get(written.toLowerCase()) ?? Number(written);
    const isTime = readsTimes && key === 'ts';
    last = { key, end: pairPattern.lastIndex };
    if (keyProblem(key) !== undefined || !(Math.abs(Number(value)) <= maxMagnitude)) skipped.push(key);
    else if (isTime && typeof value === 'boolean') skipped.push(key);
    else if (isTime) result.ts = Number(value);
    else {
      result.values[key] = value;
      count += 1;
    }
    complete = end === '}' || count === maxKeys;
  }
  result.salvaged = count > 0;
  result.problem = describe({ text, complete, count, skipped, last });
  return result;
}

const nothing = (): ParsedTelemetry => ({ values: Object.create(null), ts: null, salvaged: false, problem: null });

interface Outcome {
  readonly text: string;
  readonly complete: boolean;
  readonly count: number;
  readonly skipped: readonly string[];
  /** The last whole pair, and where it ends. */
  readonly last: { readonly key: string; readonly end: number };
}

function describe({ text, complete, count, skipped, last }: Outcome): string {
  const failed = skipped.length > 0 ? `${skipped.slice(0, 8).map(quote).join(', ')} had no usable value. ` : '';
  if (complete) return `${failed}The other values were taken.`;
  if (count === 0 && skipped.length === 0 && text.trim() !== '{')
    return `The message is not a JSON object: ${quote(text)}.`;
  if (!cutPair.test(text.slice(last.end)))
    return `${failed}The message is not valid JSON behind ${quote(last.key)}; what follows was left out.`;
  return `${failed}The message was cut off after ${count} ${count === 1 ? 'value' : 'values'}: the library breaks messages longer than 254 characters. Send fewer variables, or shorter names.`;
}
