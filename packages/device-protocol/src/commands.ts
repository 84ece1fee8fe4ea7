import type { BoardFamily } from './board-family.ts';
import { findPin, type OutputMode } from './pins.ts';

/** What an output is to become: 0 or 1 with `digit`, 0 to 255 otherwise. */
export interface OutputCommand {
  readonly pin: string;
  readonly mode: OutputMode;
  readonly value: number;
}

/** What the sketch's own event is to become; the value is text. */
export interface EventCommand {
  readonly name: string;
  readonly value: string;
}

/** Leaves room in the smallest buffer for what else the library keeps there. */
const longestValue = 64;
const reserved = /[:,\p{Cc}\p{Cs}]/u;

/** Describes why an output cannot be commanded, or null. A pin that the chip does not have would drive another one. */
export function outputProblem(family: BoardFamily, { pin, mode, value }: OutputCommand): string | null {
  const found = findPin(family, pin);
  if (!found) return `This board has no pin "${pin}".`;
  if (found.modes.length === 0) return `Pin ${pin} can only be read.`;
  if (!found.modes.includes(mode)) return `Pin ${pin} has no analogue output.`;
  const highest = mode === 'digit' ? 1 : 255;
  if (!Number.isInteger(value) || value < 0 || value > highest) {
    return `The value of pin ${pin} must be a whole number from 0 to ${highest}.`;
  }
  return null;
}

/** True for names that lead elsewhere as part of an address, however they are encoded: https://url.spec.whatwg.org/#double-dot-path-segment */
export const isDots = (name: string): boolean => name === '.' || name === '..';

/** Describes why an event cannot be sent, or null. An empty value would block a slot of the library for ever. */
export function eventProblem({ name, value }: EventCommand): string | null {
  if (isDots(name)) return 'The name of an event cannot be "." or "..".';
  if (!/^[^:,\p{Cc}\p{Cs}]{1,32}$/u.test(name))
    return 'An event has a name of 1 to 32 characters without colon and comma.';
  if (value === '') return 'An event needs a value.';
  if (value.length > longestValue) return `The value of an event has at most ${longestValue} characters.`;
  if (reserved.test(value)) return 'The value of an event has no colon, comma or control character.';
  return null;
}

/** One output in an `io` message: `D1:digit:1`. */
export const outputSegment = ({ pin, mode, value }: OutputCommand): string => `${pin}:${mode}:${value}`;

/** A saved event in an `io` message, which calls the sketch but is not reported back (firmware 1.0.5 and newer). */
export const eventSegment = ({ name, value }: EventCommand): string => `Event:set:${value}:${name}`;

/** The payload of an `event` message. */
export const eventPayload = ({ name, value }: EventCommand): string => `Event:${name}:${value}`;

/** Joins segments to as few payloads as fit into `maxBytes` each, in their order. */
export function joinSegments(segments: readonly string[], maxBytes: number): string[] {
  const payloads: string[] = [];
  for (const segment of segments) {
    const last = payloads.at(-1);
    const longer = last === undefined ? undefined : `${last},${segment}`;
    if (longer !== undefined && Buffer.byteLength(longer) <= maxBytes) payloads[payloads.length - 1] = longer;
    else payloads.push(segment);
  }
  return payloads;
}
