import { keyProblem, maxKeys, maxMagnitude, maxMessageBytes, maxTextLength, quote } from './telemetry-limits.ts';
import { salvageTelemetry } from './telemetry-salvage.ts';

/** What a `data/update` holds. `values` has no prototype; `ts` is ms since the epoch as sent, its age is not checked here. */
export interface ParsedTelemetry {
  values: Record<string, number | boolean | string>;
  ts: number | null;
  /** True when the payload was not JSON and its values were read pair by pair. */
  salvaged: boolean;
  /** One sentence for the device's console: why the message, or a part of it, was not taken; null when all was. */
  problem: string | null;
}

/**
 * Reads a board's message: a flat JSON object of numbers, booleans and texts, and an optional `ts`. What the public library
 * is known to break (cut-off objects, `nan`, `inf`) is salvaged pair by pair, everything else is taken whole or not at all.
 * Never throws.
 */
export function parseTelemetry(payload: Buffer): ParsedTelemetry {
  if (payload.length > maxMessageBytes) {
    return refused(`The message has ${payload.length} bytes; at most ${maxMessageBytes} are taken.`);
  }
  const text = payload.toString('utf8');
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return salvageTelemetry(text);
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    return refused(`The message is not a JSON object: ${quote(text)}.`);
  }
  return readObject(message as Record<string, unknown>);
}

function readObject(message: Record<string, unknown>): ParsedTelemetry {
  const values: ParsedTelemetry['values'] = Object.create(null);
  let ts: number | null = null;
  let count = 0;
  let problem: string | null = null;
  for (const key in message) {
    const value = message[key];
    if (value === null) {
      // ArduinoJson and others write a number that is not one as null.
      problem = `${quote(key)} has no value and was skipped.`;
      continue;
    }
    if (key === 'ts') {
      if (typeof value !== 'number' || !Number.isFinite(value)) {
        return refused('"ts" must be a number: milliseconds since 1970.');
      }
      ts = value;
      continue;
    }
    const wrong = keyProblem(key) ?? valueProblem(key, value);
    if (wrong !== undefined) return refused(wrong);
    if (++count > maxKeys) return refused(`The message has more than ${maxKeys} variables.`);
    values[key] = value as number | boolean | string;
  }
  return { values, ts, salvaged: false, problem };
}

/** Says in a sentence why a variable's value is refused; undefined when it is fine. */
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
