import type { ParsedTelemetry } from './parsed-telemetry.ts';
import { firstPairs } from './telemetry-bound.ts';
import { keyProblem, maxKeys, maxMagnitude, maxMessageBytes, maxTextLength, quote } from './telemetry-limits.ts';
import { salvageTelemetry } from './telemetry-salvage.ts';

interface ReadOptions {
  /** `ts` is the instant of the message; otherwise it is a variable like any other. */
  readonly readsTimes?: boolean;
}

/**
 * Reads a board's message: a flat JSON object of numbers, booleans and texts. What of it cannot be taken is left out, and so is what
 * comes behind the 64th pair; what the public library is known to break (cut-off objects, `nan`, `inf`) is salvaged pair by pair.
 * Never throws.
 */
export function parseTelemetry(payload: Buffer, options: ReadOptions = {}): ParsedTelemetry {
  if (payload.length > maxMessageBytes) {
    return refused(`The message has ${payload.length} bytes; at most ${maxMessageBytes} are taken.`);
  }
  const { text, leftOut } = firstPairs(payload.toString('utf8'));
  const parsed = readText(text, options);
  if (leftOut === 0) return parsed;
  const surplus = `The message has ${maxKeys + leftOut} variables; those behind the first ${maxKeys} were left out.`;
  return { ...parsed, problem: parsed.problem === null ? surplus : `${surplus} ${parsed.problem}` };
}

function readText(text: string, options: ReadOptions): ParsedTelemetry {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return salvageTelemetry(text, options.readsTimes ?? false);
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return refused(`The message is not a JSON object: ${quote(text)}.`);
  }
  return readObject(message as Record<string, unknown>, options);
}

function readObject(message: Record<string, unknown>, { readsTimes = false }: ReadOptions): ParsedTelemetry {
  const values: ParsedTelemetry['values'] = Object.create(null);
  let ts: number | null = null;
  const unfit: string[] = [];
  for (const key in message) {
    const value = message[key];
    if (value === null) {
      // ArduinoJson and others write a number that is not one as null.
      unfit.push(`${quote(key)} has no value.`);
      continue;
    }
    if (readsTimes && key === 'ts') {
      if (typeof value === 'number' && Number.isFinite(value)) ts = value;
      else unfit.push('"ts" must be a number: milliseconds since 1970. The time of arrival counts.');
      continue;
    }
    const wrong = keyProblem(key) ?? valueProblem(key, value);
    if (wrong === undefined) values[key] = value as number | boolean | string;
    else unfit.push(wrong);
  }
  return { values, ts, salvaged: false, problem: unfit.length === 0 ? null : describeUnfit(unfit) };
}

/** The first reason, and how many others there are. */
function describeUnfit([first = '', ...others]: string[]): string {
  if (others.length === 0) return `${first} It was left out.`;
  return `${first} It was left out, and ${others.length === 1 ? 'another one' : `${others.length} others`} too.`;
}

/** Describes why a variable's value is refused; undefined when it is fine. */
export function valueProblem(key: string, value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
      return Math.abs(value) <= maxMagnitude ? undefined : `${quote(key)} is a number out of range.`;
    case 'boolean':
      return undefined;
    case 'string':
      if (value.length > maxTextLength && [...value].length > maxTextLength) {
        return `The text of ${quote(key)} is longer than ${maxTextLength} characters.`;
      }
      // PostgreSQL cannot hold U+0000, and half a surrogate pair is no character.
      return value.includes('\0') || !value.isWellFormed()
        ? `The text of ${quote(key)} has characters that cannot be stored.`
        : undefined;
    default:
      return `${quote(key)} is not a number, a boolean or a text; a message is flat.`;
  }
}

function refused(problem: string): ParsedTelemetry {
  return { values: Object.create(null), ts: null, salvaged: false, problem };
}
